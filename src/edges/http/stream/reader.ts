/** One open stream. It writes what it is handed and says whether it keeps up; what a reader missed it gets by reconnecting. */
import type { ServerResponse } from 'node:http'

/** Above this a reader is handed nothing more until it has taken what waits; the kernel holds some more. */
const UNSENT_BYTES_MAX = 64 * 1024

/** A reader that is handed the past and takes nothing of it for so long is gone. */
const PATIENCE_MS = 30_000

/** For the last bytes of an answer that is ended. */
const FAREWELL_MS = 1_000

const GREETING = 'retry: 3000\n: welcome\n\n'
const HEARTBEAT = ': still here\n\n'

/** Up to `upTo` the reader is to get only what is awaited: the rest had happened when it came. */
type Beginning = { upTo: bigint; awaited: ReadonlySet<string> }

export class StreamReader {
  readonly #answer: ServerResponse
  /** Everything up to here was handed over, or happened before this reader came. */
  #position: bigint
  #beginning: Beginning | undefined

  constructor(answer: ServerResponse, position: bigint, beginning?: Beginning) {
    this.#answer = answer
    this.#position = position
    this.#beginning = beginning
  }

  get position(): bigint {
    return this.#position
  }

  /** Never back: what was handed over once is not handed over again. */
  moveTo(position: bigint): void {
    if (position > this.#position) this.#position = position
    if (this.#beginning && this.#position >= this.#beginning.upTo) this.#beginning = undefined
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

  onClose(listener: () => void): void {
    this.#answer.once('close', listener)
  }

  /** True where some of what follows `id` may be known to this reader already. */
  isAheadOf(id: string): boolean {
    return this.#beginning !== undefined || BigInt(id) <= this.#position
  }

  /** An event this reader is not to get: old when it came, or handed over already. */
  knows(id: string): boolean {
    const number = BigInt(id)
    if (number <= this.#position) return true
    return this.#beginning !== undefined && number <= this.#beginning.upTo && !this.#beginning.awaited.has(id)
  }

  /** False where too much waits in our memory already. */
  get isReady(): boolean {
    return this.#answer.writableLength <= UNSENT_BYTES_MAX
  }

  /** It is still to get only a part of what all others get. */
  get isBeginning(): boolean {
    return this.#beginning !== undefined
  }

  write(bytes: Buffer): void {
    if (this.isOpen && bytes.length > 0) this.#answer.write(bytes)
  }

  /** Resolves when all that was written has left, or the reader is gone. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.#answer.writableNeedDrain) return
    await new Promise<void>((resolve) => {
      const go = () => {
        this.#answer.off('drain', go).off('close', go)
        resolve()
      }
      this.#answer.once('drain', go).once('close', go)
    })
  }

  /** What is old, at the reader's own pace; it is nobody's but this reader's, so it may not wait for ever. */
  async writeAtLeisure(bytes: Buffer): Promise<void> {
    this.write(bytes)
    const patience = setTimeout(() => this.cutOff(), PATIENCE_MS).unref()
    await this.drained()
    clearTimeout(patience)
  }

  /** It comes back with the last number it got, and misses nothing. */
  cutOff(): void {
    this.#answer.destroy()
  }

  beat(): void {
    // A reader with unsent bytes is not idle; a heartbeat behind them would only pile up.
    if (this.isOpen && this.#answer.writableLength === 0) this.#answer.write(HEARTBEAT)
  }

  /** What was written may still leave; one that does not take it would keep us waiting for ever. */
  end(): void {
    this.#answer.end()
    const patience = setTimeout(() => this.cutOff(), FAREWELL_MS).unref()
    this.onClose(() => clearTimeout(patience))
  }
}
