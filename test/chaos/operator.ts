/** Sends the alerts and confirms what is proposed, on whichever instance answers; a lost answer is simply tried again. */
import { setTimeout as pause } from 'node:timers/promises'
import { CHAOS_KEY } from './chaos-world.ts'

type Parts = {
  addresses: () => readonly string[]
  /** In all. */
  count: number
  /** So many of them may have been sent by now. */
  due: () => number
  /** Makes the trouble of this number, and answers the alert about it. */
  makeTrouble: (index: number) => Promise<Record<string, unknown>>
}

/** So many are open at a time: there is always something under way, and it does not pile up. */
const OPEN_MAX = 16
const PRESS_EVERY_MS = 200
const PATIENCE_SECONDS = 240
const ANSWER_MS = 5_000
/** Who did not answer in time stands still, and is left alone so long, if there is another. */
const SILENT_MS = 10_000
const ENDED = ['resolved', 'escalated', 'expired', 'ignored']

export class Operator {
  /** When nothing could be changed: from the answer that it is off to the wish that it is on. */
  readonly switchedOff: { from: Date; until?: Date }[] = []
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  #working: Promise<unknown> = Promise.resolve()
  /** When those that did not answer may be asked again. */
  readonly #silentUntil = new Map<string, number>()
  /** Escalated, and its outcome is known: nothing for us to close. */
  readonly #known = new Set<string>()
  #sent = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    this.#working = Promise.all([this.#send(), this.#press()])
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#working
  }

  async ended(): Promise<number> {
    const counts = await Promise.all(
      ENDED.map((status) => this.#ask('GET', `/api/incidents?page_size=1&status=${status}`)),
    )
    return counts.reduce((sum, answer) => sum + Number(answer?.data?.total ?? 0), 0)
  }

  /** Patient as long as there is progress: a busy machine is slow, and nothing is stuck on it for that. */
  async untilEnded(): Promise<void> {
    let best = -1
    let since = performance.now()
    while (performance.now() - since < PATIENCE_SECONDS * 1000) {
      const ended = await this.ended()
      if (ended >= Math.max(this.#parts.count, await this.#opened())) return
      if (ended > best) since = performance.now()
      best = Math.max(best, ended)
      await pause(500)
    }
  }

  /** More than there were troubles, where one has come back: such a one is decided as well. */
  async #opened(): Promise<number> {
    const answer = await this.#ask('GET', '/api/incidents?page_size=1')
    return Number(answer?.data?.total ?? Number.POSITIVE_INFINITY)
  }

  async #send(): Promise<void> {
    for (let index = 0; index < this.#parts.count; index += 1) {
      while (!this.#stopping.signal.aborted && index >= this.#parts.due()) await pause(50)
      if (this.#stopping.signal.aborted) return
      const alert = await this.#parts.makeTrouble(index)
      while (!this.#stopping.signal.aborted && !(await this.#ask('POST', '/api/alert', alert))) await pause(50)
      this.#sent += 1
      while (!this.#stopping.signal.aborted && this.#sent - (await this.ended()) >= OPEN_MAX) await pause(200)
    }
  }

  /** As a person does who has looked: what nobody knew the outcome of is over. */
  async closeUnknown(): Promise<void> {
    const escalated = await this.#ask('GET', '/api/incidents?page_size=50&status=escalated')
    for (const { id } of escalated?.data?.items ?? []) {
      if (this.#known.has(id)) continue
      const incident = (await this.#ask('GET', `/api/incidents/${id}`))?.data
      const actions = incident?.execution_result?.actions ?? []
      if (actions.some(({ outcome }: { outcome: string }) => outcome === 'unknown'))
        await this.#ask('POST', `/api/incidents/${id}/resolve`, {})
      else if (incident) this.#known.add(id)
    }
  }

  /** The stop switch, until it has answered. */
  async switchRemediation(isOn: boolean): Promise<void> {
    const from = isOn ? new Date() : undefined
    const body = { REMEDIATION_ENABLED: isOn }
    while (!this.#stopping.signal.aborted && !(await this.#ask('PUT', '/api/config', body))) await pause(100)
    const last = this.switchedOff.at(-1)
    if (from === undefined) this.switchedOff.push({ from: new Date() })
    else if (last) last.until = from
  }

  /** Every plan is pressed on both instances at once, as two people would. */
  async #press(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const waiting = await this.#ask('GET', '/api/incidents?page_size=50&status=awaiting_approval')
      await Promise.all((waiting?.data?.items ?? []).map(({ id }: { id: string }) => this.#confirm(id)))
      await pause(PRESS_EVERY_MS)
    }
  }

  async #confirm(id: string): Promise<void> {
    const digest = (await this.#ask('GET', `/api/incidents/${id}`))?.data?.proposal?.digest
    if (digest === undefined) return
    const body = { decision: 'confirm', digest }
    await Promise.all(
      this.#parts.addresses().map((address) => this.#askAt(address, 'POST', `/api/incidents/${id}/decision`, body)),
    )
  }

  #ask(method: string, path: string, body?: unknown) {
    const now = performance.now()
    const all = this.#parts.addresses()
    const awake = all.filter((address) => (this.#silentUntil.get(address) ?? 0) < now)
    const addresses = awake.length > 0 ? awake : all
    // In turns it would be the same one that gets every alert: so many questions lie between two of them.
    const first = addresses[Math.floor(Math.random() * addresses.length)] ?? ''
    const others = method === 'GET' ? addresses.filter((address) => address !== first) : []
    return this.#askInTurn([first, ...others], method, path, body)
  }

  /** What only asks a question may ask the next one where the first is dead. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes are looked into.
  async #askInTurn(addresses: readonly string[], method: string, path: string, body?: unknown): Promise<any> {
    for (const address of addresses) {
      const answer = await this.#askAt(address, method, path, body)
      if (answer !== undefined) return answer
    }
    return undefined
  }

  /** Undefined where no good answer came. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes are looked into.
  async #askAt(address: string, method: string, path: string, body?: unknown): Promise<any> {
    try {
      const answer = await fetch(address + path, {
        method,
        headers: { authorization: `Bearer ${CHAOS_KEY}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      const text = await answer.text()
      return answer.ok ? JSON.parse(text) : undefined
    } catch (error) {
      // The instance was killed or stands still; that is what this is for.
      if (error instanceof Error && error.name === 'TimeoutError')
        this.#silentUntil.set(address, performance.now() + SILENT_MS)
      return undefined
    }
  }
}
