/** Sends alerts at a steady rate whatever happens to the service; a few of them several times at once, word by word, and none again. */
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { alertOf, type Random, timesOf } from './alert-mix.ts'
import { CHAOS_KEY } from './chaos-world.ts'
import { type Delivery, Ledger } from './ledger.ts'

type Options = {
  address: string
  perSecond: number
  random: Random
  /** For a second load beside the first. */
  firstNumber?: number
  /**
   * While so many wait for their answer, what is due is left out: else a slow machine is sent the more the slower it is, and
   * has to diagnose all of it.
   */
  underWayMax?: number
}

const TICK_MS = 10
const PATIENCE_MS = 30_000
const HEADERS = { 'content-type': 'application/json', authorization: `Bearer ${CHAOS_KEY}` }

export class AlertLoad {
  readonly ledger = new Ledger()
  readonly #options: Options
  readonly #agent = new Agent({ connections: 64, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })
  readonly #underWay = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #sent = 0
  #leftOut = 0
  #sending: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#sending = this.#keepSending()
  }

  /** Resolves when every alert that was sent has its outcome; once is enough, and again does no harm. */
  async stop(): Promise<Ledger> {
    this.#stopping.abort()
    await this.#sending
    await Promise.all(this.#underWay)
    await this.#agent.destroy()
    return this.ledger
  }

  async #keepSending(): Promise<void> {
    const { perSecond, underWayMax = Number.POSITIVE_INFINITY } = this.#options
    while (!this.#stopping.signal.aborted) {
      const due = Math.floor(this.ledger.seconds * perSecond)
      while (this.#sent + this.#leftOut < due && this.#underWay.size < underWayMax) this.#send()
      this.#leftOut = due - this.#sent
      await pause(TICK_MS)
    }
  }

  #send(): void {
    const marker = `marker-${(this.#options.firstNumber ?? 0) + this.#sent}-of-this-run`
    const body = JSON.stringify(alertOf(marker, this.#options.random))
    const times = timesOf(this.#options.random)
    this.#sent += times
    for (let time = 0; time < times; time += 1) {
      const done = this.#deliver(body).then((delivery) => {
        this.ledger.enter(marker, delivery)
        this.#underWay.delete(done)
      })
      this.#underWay.add(done)
    }
  }

  async #deliver(body: string): Promise<Delivery> {
    this.ledger.countSent()
    try {
      const url = `${this.#options.address}/api/alert`
      const answer = await request(url, { method: 'POST', dispatcher: this.#agent, headers: HEADERS, body })
      return readAnswer(answer.statusCode, answer.headers['retry-after'], await answer.body.text())
    } catch (error) {
      return { outcome: (error as { code?: string }).code === 'ECONNREFUSED' ? 'unreachable' : 'unanswered' }
    }
  }
}

function readAnswer(status: number, retryAfter: string | string[] | undefined, text: string): Delivery {
  if (status !== 202) return { outcome: 'refused', status, ...(retryAfter ? { retryAfter: String(retryAfter) } : {}) }
  const { data } = JSON.parse(text) as { data: { incident_id: string } }
  return { outcome: 'accepted', status, incidentId: data.incident_id }
}
