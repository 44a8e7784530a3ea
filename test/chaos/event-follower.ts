/** A reader of the stream that comes back after every break with the last id it saw, as a browser does. */
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { CHAOS_KEY } from './chaos-world.ts'

const RETRY_MS = 50

export class EventFollower {
  /** Ids of all messages in the order they came. */
  readonly ids: bigint[] = []
  connections = 0
  readonly #url: string
  readonly #agent = new Agent({ headersTimeout: 10_000, bodyTimeout: 0 })
  readonly #stopping = new AbortController()
  #following: Promise<void> | undefined

  constructor(address: string) {
    this.#url = `${address}/api/events`
  }

  start(): void {
    this.#following = this.#keepFollowing()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#following
    await this.#agent.destroy()
  }

  async #keepFollowing(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#follow().catch(() => 'The service is away; whatever it was, we come back.')
      await pause(RETRY_MS, undefined, { signal: this.#stopping.signal }).catch(() => 'Only a stop cuts it short.')
    }
  }

  async #follow(): Promise<void> {
    const headers = { authorization: `Bearer ${CHAOS_KEY}`, 'last-event-id': String(this.ids.at(-1) ?? 0n) }
    const { statusCode, body } = await request(this.#url, {
      dispatcher: this.#agent,
      headers,
      signal: this.#stopping.signal,
    })
    if (statusCode === 200) this.connections += 1
    let text = ''
    body.setEncoding('utf8')
    for await (const chunk of body) text = this.#take(text + String(chunk))
  }

  /** Takes whole messages and answers what is left: a message cut short by a kill never arrived. */
  #take(text: string): string {
    const messages = text.split('\n\n')
    const rest = messages.pop() ?? ''
    for (const message of messages) {
      const [, id] = /^id: (\d+)$/m.exec(message) ?? []
      if (id !== undefined) this.ids.push(BigInt(id))
    }
    return rest
  }
}
