/**
 * Hands every event to every open reader of this instance. Each event is read and serialised once. A hint from the other
 * instances makes it look at once; without hints it looks by itself, so a cache store that is away costs a little time only.
 */
import type { ServerResponse } from 'node:http'
import type { Log } from '../../../ports/log.ts'
import type { EventFeed, FeedEvent } from '../../../story/incident/event-feed.ts'
import { messageOf } from './message.ts'
import { StreamReader } from './reader.ts'

const LOOK_MS = 500
const HEARTBEAT_MS = 15_000
const EVENTS_AT_ONCE = 500

type Parts = { feed: EventFeed; log: Log }

export class StreamHub {
  readonly #feed: EventFeed
  readonly #log: Log
  readonly #readers = new Set<StreamReader>()
  readonly #timers: NodeJS.Timeout[]
  #position: bigint | undefined
  #looking: Promise<void> | undefined
  #mustLookAgain = false
  #isClosed = false

  constructor({ feed, log }: Parts) {
    this.#feed = feed
    this.#log = log
    this.#timers = [
      setInterval(() => this.look(), LOOK_MS).unref(),
      setInterval(() => this.#beat(), HEARTBEAT_MS).unref(),
    ]
  }

  get readers(): number {
    return this.#readers.size
  }

  /** From now on, or from where the reader left off. */
  async join(answer: ServerResponse, lastEventId: bigint | undefined, onOpen: () => void): Promise<void> {
    const { after, last, seen } = await this.#feed.start()
    // From here on the answer is ours; before, a store that is away is still answered as an error.
    onOpen()
    // A number that was never given out says nothing; such a reader begins now.
    const isReturning = lastEventId !== undefined && lastEventId <= last
    const reader = isReturning
      ? new StreamReader(answer, lastEventId)
      : new StreamReader(answer, this.#max(after), seen)
    reader.open()
    await this.#catchUp(reader, answer)
  }

  async #catchUp(reader: StreamReader, answer: ServerResponse): Promise<void> {
    try {
      while (reader.isOpen && !this.#admit(reader, answer)) await this.#replay(reader)
    } catch (error) {
      this.#tellAway(error)
      // Nobody writes to a reader that was not admitted, so it is let go: it comes back and asks again.
      reader.end()
    }
  }

  /** Numbers settled once stay settled, whatever a later look at the writers says. */
  #max(number: bigint): bigint {
    return this.#position !== undefined && this.#position > number ? this.#position : number
  }

  /** False where the others are ahead: the reader first has to catch up from the store. */
  #admit(reader: StreamReader, answer: ServerResponse): boolean {
    if (this.#isClosed) reader.end()
    this.#position ??= reader.position
    if (reader.position < this.#position) return false
    this.#readers.add(reader)
    answer.once('close', () => this.#readers.delete(reader))
    this.look()
    return true
  }

  /** A page from the store, no faster than the reader takes it. */
  async #replay(reader: StreamReader): Promise<void> {
    const upTo = this.#max(await this.#feed.settledUpTo())
    const events = await this.#feed.read(reader.position, upTo, EVENTS_AT_ONCE)
    if (events.length > 0) reader.write(Buffer.concat(events.map(messageOf)))
    reader.position = events.length === EVENTS_AT_ONCE ? BigInt(events.at(-1)?.id ?? 0) : upTo
    await reader.drained()
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
      if (this.#readers.size === 0) this.#position = undefined
      if (this.#position === undefined) return
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
    if (events.length > 0) this.#writeToAll(events)
    for (const reader of this.#readers) if (reader.position < this.#position) reader.position = this.#position
  }

  #writeToAll(events: FeedEvent[]): void {
    const messages = events.map((event) => ({ id: event.id, bytes: messageOf(event) }))
    const all = Buffer.concat(messages.map(({ bytes }) => bytes))
    for (const reader of this.#readers) {
      const isBehind = reader.hasSeenSome || (messages[0] && reader.knows(messages[0].id))
      const wanted = isBehind
        ? Buffer.concat(messages.filter(({ id }) => !reader.knows(id)).map(({ bytes }) => bytes))
        : all
      if (wanted.length > 0) reader.write(wanted)
    }
  }

  #beat(): void {
    for (const reader of this.#readers) reader.beat()
  }

  /** Readers come back by themselves, to whichever instance is there, and miss nothing. */
  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const reader of this.#readers) reader.end()
  }
}
