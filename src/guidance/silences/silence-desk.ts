/**
 * Which silences hold now. Intake asks for every alert, so the answer comes from a copy; the store says at each commit
 * whether the copy is the newest one, and what was matched against an older is matched again (`alert-records.ts`).
 */
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import { FreshCopy } from '../fresh-copy.ts'
import { compileMatchers, type Labels } from './matcher.ts'
import { type Silence, stateOf } from './silence.ts'
import type { SilenceStore } from './silence-store.ts'

type Known = { generation: string; silences: readonly Compiled[] }
type Compiled = { silence: Silence; matches(labels: Labels): boolean }

/** The silences of one generation, at one moment. */
export type Quiet = {
  generation: string
  /** Undefined where nothing holds such an alert back. */
  silenceOf(labels: Labels): Silence | undefined
  isEmpty: boolean
}

/** Instances know the store's time to some milliseconds: what was made to begin now must not lie in the future. */
const CLOCK_ERROR_MS = 500

type Parts = { store: Pick<SilenceStore, 'load'>; clock: Clock; log: Log; isStoreAway(): boolean }

export class SilenceDesk {
  readonly #copy: FreshCopy<Known>
  readonly #clock: Clock

  constructor({ store, clock, log, isStoreAway }: Parts) {
    this.#clock = clock
    this.#copy = new FreshCopy({
      isStoreAway,
      load: async (known) => {
        const loaded = await store.load(known)
        if (loaded === 'unchanged') return loaded
        const { generation, value } = loaded
        return { generation, value: { generation, silences: value.flatMap((silence) => compile(silence, log)) } }
      },
    })
  }

  /** As last seen; whoever commits by it learns whether it was the newest. */
  async lastSeen(): Promise<Quiet> {
    return this.#at(this.#copy.lastKnown() ?? (await this.#copy.get()))
  }

  async newest(): Promise<Quiet> {
    return this.#at(await this.#copy.get())
  }

  #at({ generation, silences }: Known): Quiet {
    const now = this.#clock.now()
    const soon = new Date(now.getTime() + CLOCK_ERROR_MS)
    const active = silences.filter(({ silence }) => silence.startsAt <= soon && stateOf(silence, now) !== 'expired')
    const silenceOf = (labels: Labels) => active.find(({ matches }) => matches(labels))?.silence
    return { generation, silenceOf, isEmpty: active.length === 0 }
  }
}

/** One that cannot be read, from another version of ours, holds nothing back: an alert too many is the lesser evil. */
function compile(silence: Silence, log: Log): Compiled[] {
  try {
    return [{ silence, matches: compileMatchers(silence.matchers) }]
  } catch (error) {
    log.warn(
      { silence: silence.id, error: (error as Error).message },
      'A silence cannot be read and holds nothing back.',
    )
    return []
  }
}
