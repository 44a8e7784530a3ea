/** How fast the platform lets an application speak, counted on its own clock. */
import { PlatformNo } from './platform-answer.ts'
import type { VirtualClock } from './virtual-clock.ts'

const PER_API_SECOND = 50
const PER_API_MINUTE = 1000
const PER_PLACE_SECOND = 5

export class RateLimits {
  readonly #clock: VirtualClock
  readonly #taken = new Map<string, number[]>()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  /** Of one kind of call. */
  takeApi(api: string): void {
    const within = (spanMs: number) => this.#within(`api ${api}`, spanMs)
    const resetMs = Math.max(
      within(1000).length >= PER_API_SECOND ? 1000 : 0,
      within(60_000).length >= PER_API_MINUTE ? 60_000 : 0,
    )
    if (resetMs > 0)
      throw new PlatformNo(99991400, 'request trigger frequency limit', { status: 429, resetSeconds: resetMs / 1000 })
    this.#take(`api ${api}`)
  }

  /** In one chat, by all its bots together; or on one message. */
  takePlace(place: string): void {
    if (this.#within(place, 1000).length >= PER_PLACE_SECOND)
      throw new PlatformNo(230020, 'This operation triggers the frequency limit.')
    this.#take(place)
  }

  #within(key: string, spanMs: number): number[] {
    const since = this.#clock.now().getTime() - spanMs
    return (this.#taken.get(key) ?? []).filter((time) => time > since)
  }

  #take(key: string): void {
    this.#taken.set(key, [...this.#within(key, 60_000), this.#clock.now().getTime()])
  }
}
