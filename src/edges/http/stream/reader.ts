/** One open stream. It writes what it is handed and is cut off when it does not keep up; what it missed it gets by reconnecting. */
import type { ServerResponse } from 'node:http'

/** What may wait in our memory for one reader; the kernel holds some more. */
const UNSENT_BYTES_MAX = 64 * 1024

const GREETING = 'retry: 3000\n: welcome\n\n'
const HEARTBEAT = ': still here\n\n'

export class StreamReader {
  readonly #answer: ServerResponse
  /** Everything up to here was handed over, or happened before this reader came. */
  position: bigint
  readonly #seen: ReadonlySet<string>

  constructor(answer: ServerResponse, position: bigint, seen: ReadonlySet<string> = new Set()) {
    this.#answer = answer
    this.position = position
    this.#seen = seen
  }

  /** The body ends with the connection, so that one buffer can be written to all readers without framing it for each. */
  open(): void {
    this.#answer.useChunkedEncodingByDefault = false
    this.#answer.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    this.#answer.write(GREETING)
  }

  get isOpen(): boolean {
    return !this.#answer.destroyed && !this.#answer.writableEnded
  }

  /** An event this reader is not to get: old when it came, or handed over already. */
  knows(id: string): boolean {
    return BigInt(id) <= this.position || this.#seen.has(id)
  }

  get hasSeenSome(): boolean {
    return this.#seen.size > 0
  }

  write(bytes: Buffer): void {
    this.#answer.write(bytes)
    if (this.#answer.writableLength > UNSENT_BYTES_MAX) this.#answer.destroy()
  }

  beat(): void {
    // A reader with unsent bytes is not idle; a heartbeat behind them would only pile up.
    if (this.isOpen && this.#answer.writableLength === 0) this.#answer.write(HEARTBEAT)
  }

  /** Resolves when all that was written has left, or the reader is gone. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.#answer.writableNeedDrain) return
    await new Promise<void>((resolve) => {
      this.#answer.once('drain', resolve)
      this.#answer.once('close', resolve)
    })
  }

  end(): void {
    this.#answer.end()
  }
}
