/** Wakes for every round that is due, on whichever instance is first, and keeps the settings of that moment. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Log } from '../../ports/log.ts'
import type { WatchKind } from './reading.ts'
import { type RoundParts, watchRound } from './watch-round.ts'
import type { Watcher, WatchStore } from './watch-store.ts'

type Parts = Omit<RoundParts, 'onRead' | 'store'> & {
  store: WatchStore
  watchers: readonly Watcher[]
  currentSettings: () => Promise<Settings>
  log: Log
}

/** A changed interval or switch is noticed within this time. */
const LOOK_SECONDS = 5
const SOON_SECONDS = 0.05

export class Watchman {
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  readonly #failures = new Map<WatchKind, string>()
  /** While the store is away every look fails; the first one is worth a line. */
  #isFailing = false
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    this.#wakeIn(0)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#looking
  }

  /** Kinds that could not be read at all the last time this instance looked, for people who ask how we are. */
  warnings(): string[] {
    return [...this.#failures].map(([kind, words]) => `The watch over ${NAMES[kind]} fails: ${words}`)
  }

  #wakeIn(seconds: number): void {
    if (this.#stopping.signal.aborted) return
    this.#timer = setTimeout(() => {
      this.#looking = this.look().then((next) => this.#wakeIn(next))
    }, seconds * 1_000).unref()
  }

  /** Answers in how many seconds to look again. */
  async look(): Promise<number> {
    try {
      const next = await this.#look()
      this.#isFailing = false
      return next
    } catch (error) {
      const level = this.#isFailing ? 'debug' : 'warn'
      this.#parts.log[level](
        { error: (error as Error).message },
        'A round of the watch failed and will be tried again.',
      )
      this.#isFailing = true
      return LOOK_SECONDS
    }
  }

  async #look(): Promise<number> {
    const settings = await this.#parts.currentSettings()
    const wanted = await this.#wantedWatchers()
    if (wanted.length === 0) return LOOK_SECONDS
    const { store } = this.#parts
    const { isOurs, dueInSeconds } = await store.claimRound(settings.MONITOR_INTERVAL_SECONDS)
    if (!isOurs) return Math.min(dueInSeconds + SOON_SECONDS, LOOK_SECONDS)
    const round = { ...this.#parts, onRead: this.#note }
    await store.alone(() => watchRound(round, wanted, settings, this.#stopping.signal))
    return Math.min(settings.MONITOR_INTERVAL_SECONDS, LOOK_SECONDS)
  }

  async #wantedWatchers(): Promise<Watcher[]> {
    const asked = await Promise.all(
      this.#parts.watchers.map(async (watcher) => ((await watcher.isWanted()) ? [watcher] : [])),
    )
    const wanted = asked.flat()
    for (const kind of this.#failures.keys())
      if (!wanted.some((watcher) => watcher.kind === kind)) this.#failures.delete(kind)
    return wanted
  }

  /** One line when a kind can no longer be read and one when it can again, however many rounds lie between. */
  readonly #note: RoundParts['onRead'] = (kind, failure) => {
    const { log } = this.#parts
    if (failure && !this.#failures.has(kind))
      log.warn({ kind, error: failure.message }, `The watch over ${NAMES[kind]} fails.`)
    if (!failure && this.#failures.has(kind)) log.info({ kind }, `The watch over ${NAMES[kind]} works again.`)
    if (failure) this.#failures.set(kind, failure.message)
    else this.#failures.delete(kind)
  }
}

const NAMES: Readonly<Record<WatchKind, string>> = {
  database: 'the databases',
  key_value: 'the key-value stores',
  cloud: 'the alarms of the cloud',
}
