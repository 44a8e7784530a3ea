/**
 * Hands every event to every open reader of this instance. Each event is read and serialised once. A hint from the other
 * instances makes it look at once; without hints it looks by itself, so a cache store that is away costs a little time only.
 */
import type { ServerResponse } from 'node:http'
import type { Log } from '../../../ports/log.ts'
import type { EventFeed, FeedEvent } from '../../../story/incident/event-feed.ts'
import { Laggards } from './laggards.ts'
import { messageOf } from './message.ts'
import { StreamReader } from './reader.ts'

const LOOK_MS = 500
const HEARTBEAT_MS = 15_000
const EVENTS_AT_ONCE = 500
/** A page of the past waits in memory until its reader has taken it, so it is a small one. */
const OLD_EVENTS_AT_ONCE = 100

type Parts = { feed: EventFeed; log: Log; heartbeatMs?: number }

export class StreamHub {
  readonly #feed: EventFeed
  readonly #log: Log
  /** All whose answer is open; those that have caught up are also among the listeners. */
  readonly #readers = new Set<StreamReader>()
  readonly #listeners = new Set<StreamReader>()
  readonly #laggards = new Laggards()
  readonly #timers: NodeJS.Timeout[]
  /** Up to here everything was handed out. Only ever a number the store has called settled, never one a reader gave. */
  #position: bigint | undefined
  #looking: Promise<void> | undefined
  #mustLookAgain = false
  #isClosed = false

  constructor({ feed, log, heartbeatMs = HEARTBEAT_MS }: Parts) {
    this.#feed = feed
    this.#log = log
    this.#timers = [
      setInterval(() => this.look(), LOOK_MS).unref(),
      setInterval(() => this.#beat(), heartbeatMs).unref(),
    ]
  }

  get readers(): number {
    return this.#readers.size
  }

  /** From now on, or from where the reader left off. */
  async join(answer: ServerResponse, lastEventId: bigint | undefined, onOpen: () => void): Promise<void> {
    const { after, last, awaited } = await this.#feed.start()
    // From here on the answer is ours; before, a store that is away is still answered as an error.
    onOpen()
    // A number that was never given out says nothing; such a reader begins now.
    const isReturning = lastEventId !== undefined && lastEventId <= last
    const reader = isReturning
      ? new StreamReader(answer, lastEventId)
      : new StreamReader(answer, this.#max(after), { upTo: last, awaited })
    if (!this.#receive(reader)) return
    try {
      await this.#letIn(reader, isReturning ? undefined : this.#max(after))
    } catch (error) {
      this.#tellAway(error)
      // Nobody writes to a reader that was not let in; it comes back with the last number it got.
      reader.end()
    }
  }

  /** False where there is nobody to write to any more, or nothing more to write. */
  #receive(reader: StreamReader): boolean {
    if (!reader.isOpen) return false
    this.#readers.add(reader)
    reader.onClose(() => {
      this.#readers.delete(reader)
      this.#listeners.delete(reader)
    })
    reader.open()
    if (this.#isClosed) reader.end()
    return reader.isOpen
  }

  /** Whoever comes back is first brought up to what the store calls settled, then up to where the others are. */
  async #letIn(reader: StreamReader, settled: bigint | undefined): Promise<void> {
    let upTo = settled ?? (await this.#catchUp(reader))
    while (reader.isOpen && !this.#admit(reader, upTo)) upTo = await this.#catchUp(reader)
  }

  /** Numbers settled once stay settled, whatever a later look at the writers says. */
  #max(number: bigint): bigint {
    return this.#position !== undefined && this.#position > number ? this.#position : number
  }

  /** False where the others are ahead: the reader first has to catch up from the store. */
  #admit(reader: StreamReader, settled: bigint): boolean {
    this.#position ??= settled
    if (reader.position < this.#position) return false
    this.#listeners.add(reader)
    this.look()
    return true
  }

  /** Page by page from the store, no faster than the reader takes it. Answers how far all was settled. */
  async #catchUp(reader: StreamReader): Promise<bigint> {
    for (;;) {
      const upTo = this.#max(await this.#feed.settledUpTo())
      const events = await this.#feed.read(reader.position, upTo, OLD_EVENTS_AT_ONCE)
      const wanted = events.filter(({ id }) => !reader.knows(id))
      if (wanted.length > 0) await reader.writeAtLeisure(Buffer.concat(wanted.map(messageOf)))
      const isMore = events.length === OLD_EVENTS_AT_ONCE
      reader.moveTo(isMore ? BigInt(events.at(-1)?.id ?? 0) : upTo)
      if (!isMore || !reader.isOpen) return upTo
    }
  }

  /** Looks now; a look that is under way is followed by another, because it may have begun too early to see. */
  look(): void {
    this.#mustLookAgain = true
    this.#looking ??= this.#lookUntilSeen().finally(() => {
      this.#looking = undefined
    })
  }

  async #lookUntilSeen(): Promise<void> {
    while (this.#mustLookAgain && this.#position !== undefined && !this.#isClosed) {
      this.#mustLookAgain = false
      // Nobody listens: the next reader says where to begin.
      if (this.#listeners.size + this.#laggards.size === 0) {
        this.#position = undefined
        this.#laggards.forgetAll()
        return
      }
      try {
        await this.#handOut(this.#position)
      } catch (error) {
        // Readers keep their place; the next look finds what they missed.
        this.#tellAway(error)
      }
    }
  }

  #tellAway(error: unknown): void {
    this.#log.debug({ error: (error as Error).message }, 'The stream could not read its events.')
  }

  async #handOut(from: bigint): Promise<void> {
    const upTo = this.#max(await this.#feed.settledUpTo())
    if (upTo === from) return
    const events = await this.#feed.read(from, upTo, EVENTS_AT_ONCE)
    const isMore = events.length === EVENTS_AT_ONCE
    this.#position = isMore ? BigInt(events.at(-1)?.id ?? 0) : upTo
    if (isMore) this.#mustLookAgain = true
    this.#writeToAll(from, this.#position, events)
    for (const reader of this.#listeners) reader.moveTo(this.#position)
  }

  #writeToAll(from: bigint, upTo: bigint, events: FeedEvent[]): void {
    const messages = events.map((event) => ({ id: event.id, bytes: messageOf(event) }))
    const all = Buffer.concat(messages.map(({ bytes }) => bytes))
    this.#laggards.keep({ from, upTo, bytes: all })
    for (const reader of this.#listeners) {
      if (!reader.isReady) this.#setAside(reader)
      else if (!reader.isAheadOf(messages[0]?.id ?? '0')) reader.write(all)
      else reader.write(Buffer.concat(messages.filter(({ id }) => !reader.knows(id)).map(({ bytes }) => bytes)))
    }
  }

  /** Until it has caught up with the others. What is kept is kept for those who get all of it. */
  #setAside(reader: StreamReader): void {
    this.#listeners.delete(reader)
    if (reader.isBeginning) reader.cutOff()
    else
      void this.#laggards.take(reader, () => {
        if (reader.position === this.#position) this.#listeners.add(reader)
        else reader.cutOff()
      })
  }

  #beat(): void {
    for (const reader of this.#listeners) reader.beat()
  }

  /** Readers come back by themselves, to whichever instance is there, and miss nothing. */
  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const reader of this.#readers) reader.end()
  }
}
