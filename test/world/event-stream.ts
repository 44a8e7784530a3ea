/** A reader of GET /api/events that keeps everything it was sent. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { TestContext } from 'node:test'
import { eventually } from './eventually.ts'

export type Message = { id: string; event: string; data: Record<string, unknown> }

type Options = { headers?: Record<string, string>; query?: string }

export class EventStream {
  readonly messages: Message[] = []
  /** Lines that are no part of a message: the greeting and heartbeats. */
  readonly comments: string[] = []
  raw = ''
  readonly #request: ClientRequest
  readonly #answer: IncomingMessage
  /** True when the server ended the answer, false when the connection was cut. */
  ended: boolean | undefined
  #rest = ''

  private constructor(request: ClientRequest, answer: IncomingMessage) {
    this.#request = request
    this.#answer = answer
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => this.#take(text))
    answer.on('end', () => {
      this.ended = true
    })
    answer.on('error', () => {
      this.ended ??= false
    })
    answer.on('close', () => {
      this.ended ??= false
    })
  }

  /** Resolves when the headers are there. */
  static open(t: TestContext, address: string, { headers = {}, query = '' }: Options = {}): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      const asked = request(`${address}/api/events${query}`, { headers, agent: false })
      asked.once('response', (answer) => resolve(new EventStream(asked, answer)))
      asked.once('error', reject)
      asked.end()
      t.after(() => asked.destroy())
    })
  }

  get status(): number | undefined {
    return this.#answer.statusCode
  }

  get headers(): IncomingMessage['headers'] {
    return this.#answer.headers
  }

  get ids(): string[] {
    return this.messages.map(({ id }) => id)
  }

  /** Stops taking bytes from the socket, as a reader that hangs. */
  stall(): void {
    this.#answer.pause()
  }

  resume(): void {
    this.#answer.resume()
  }

  close(): void {
    this.#request.destroy()
  }

  async until(what: string, isThere: (stream: this) => boolean, withinSeconds?: number): Promise<void> {
    await eventually(what, () => isThere(this), withinSeconds)
  }

  #take(text: string): void {
    this.raw += text
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#read(block)
  }

  #read(block: string): void {
    const fields = new Map(block.split('\n').map((line) => [line.split(':')[0], line.replace(/^[^:]*: ?/, '')]))
    const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name))
    if (id === undefined || event === undefined || data === undefined) this.comments.push(block)
    else this.messages.push({ id, event, data: JSON.parse(data) as Record<string, unknown> })
  }
}
