/**
 * Keeps the durable thread moving on this instance: says that it lives, takes work up to the limit, carries on what dead
 * instances left behind. The queue is the table of incidents itself, so nothing can be lost between the two.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'
import type { Workflow } from './incident-workflow.ts'
import { isOutage } from './outage.ts'
import { type Run, RunLost, type RunStore } from './run-store.ts'
import { watchJournal } from './watched-journal.ts'

/** With the next look of another instance it is ten: so long may work stand still whose instance has vanished. */
const LEASE_SECONDS = 9
const BEAT_MS = 2_000
const LOOK_MS = 1_000
/** Faults of our own; an outage or a hand-over is none. */
const ERRORS_MAX = 10
/** Kills and lost machines are nobody's fault, so this is generous; a run that brings its process down must still end. */
const LIVES_MAX = 50
const RETRY_SECONDS = 5
const RETRY_SECONDS_MAX = 60
const FINISH_MS = 15_000

type DispatcherParts = {
  /** Unique for every start of the process, so that a restarted one does not pass for its dead self. */
  instanceId: string
  store: RunStore
  workflow: Workflow
  claimLimits: () => Promise<{
    atOnce: number
    waitMaxSeconds: number
    gatherSeconds?: number
    clearSeconds?: number
  }>
  onProgress: () => void
  /** Between 0 and 1. */
  random?: () => number
  log: Log
}

export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #stopping = new AbortController()
  readonly #working = new Map<string, Promise<void>>()
  #timers: NodeJS.Timeout[] = []
  #looking: Promise<void> | undefined
  #mustLookAgain = false
  #rest: NodeJS.Timeout | undefined

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    await this.#beat()
    this.#timers = [
      setInterval(() => void this.#beat(), BEAT_MS).unref(),
      setInterval(() => this.nudge(), LOOK_MS).unref(),
    ]
    this.nudge()
  }

  /** Finishes what is under way within its time; whatever is left is free for others at once. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#rest)
    await this.#looking
    const patience = new AbortController()
    await Promise.race([Promise.all(this.#working.values()), pause(FINISH_MS, undefined, patience)])
    patience.abort()
    // A store that is away lets the lease run out by itself.
    await this.#parts.store.endLease(this.#parts.instanceId).catch(() => {})
  }

  /** There may be work: look now instead of at the next turn. */
  nudge(): void {
    this.#mustLookAgain = true
    this.#looking ??= this.#lookUntilDone().finally(() => {
      this.#looking = undefined
    })
  }

  async #lookUntilDone(): Promise<void> {
    while (this.#mustLookAgain && !this.#stopping.signal.aborted) {
      this.#mustLookAgain = false
      await this.#look().catch((error) => this.#tellAway(error))
    }
  }

  async #beat(): Promise<void> {
    await this.#parts.store.renewLease(this.#parts.instanceId, LEASE_SECONDS).catch((error) => this.#tellAway(error))
  }

  #tellAway(error: unknown): void {
    this.#parts.log.debug({ error: (error as Error).message }, 'The durable thread could not reach its store.')
  }

  async #look(): Promise<void> {
    const { store, instanceId } = this.#parts
    const taken = await store.takeOver(instanceId, [...this.#working.keys()])
    for (const run of taken) this.#begin(run)
    const claimed = this.#isResting() ? [] : await this.#claim()
    for (const run of claimed) this.#begin(run)
    if (taken.length + claimed.length > 0) this.#parts.onProgress()
  }

  async #claim(): Promise<Run[]> {
    const { store, instanceId, claimLimits } = this.#parts
    const { atOnce, waitMaxSeconds, gatherSeconds, clearSeconds } = await claimLimits()
    return store.claimDiagnoses(instanceId, atOnce, waitMaxSeconds, gatherSeconds, clearSeconds)
  }

  /** What others left is taken over meanwhile; when the rest is over there is another look. */
  #isResting(): boolean {
    const restMs = this.#parts.store.restBeforeClaimMs()
    if (restMs === 0 || this.#rest) return restMs > 0
    this.#rest = setTimeout(() => {
      this.#rest = undefined
      this.nudge()
    }, restMs).unref()
    return true
  }

  #begin(run: Run): void {
    const done = this.#carryOut(run).finally(() => {
      this.#working.delete(run.id)
      this.nudge()
    })
    this.#working.set(run.id, done)
  }

  async #carryOut(run: Run): Promise<void> {
    const { store, workflow, instanceId, onProgress, log } = this.#parts
    const { journal, failedStep } = watchJournal(store.journal(run, instanceId))
    const parts = { journal, signal: this.#stopping.signal }
    try {
      if (isHopeless(run)) {
        await workflow.giveUp(run, parts)
        await store.giveUp(run, instanceId)
      } else {
        await workflow[run.kind](run, parts)
        await store.finish(run, instanceId)
      }
      onProgress()
    } catch (error) {
      if (error instanceof RunLost) return
      // Broken off because we stop: whoever is there carries on at once. If even this is lost, our lease ends with us.
      if (this.#stopping.signal.aborted) return void (await store.putBack(run, instanceId, 0).catch(() => {}))
      const { message } = error as Error
      const step = failedStep()
      const fault = isOutage(error) ? undefined : { message, ...(step !== undefined && { step }) }
      log.warn({ run: run.id, attempt: run.attempts, step, error: message }, 'A run failed and will be tried again.')
      // If this fails too, we take the run up again ourselves, or somebody does when our lease has run out.
      await store.putBack(run, instanceId, this.#retrySeconds(run), fault).catch(() => {})
    }
  }

  /** Longer each time, and never all at the same moment. */
  #retrySeconds({ errors }: Run): number {
    const seconds = Math.min(RETRY_SECONDS * 2 ** errors, RETRY_SECONDS_MAX)
    return seconds * (0.5 + (this.#parts.random ?? Math.random)() / 2)
  }
}

function isHopeless({ errors, livesLost }: Run): boolean {
  return errors >= ERRORS_MAX || livesLost >= LIVES_MAX
}
