/**
 * Work in a thread of its own, so that alerts, pages and the stream wait for no diagnosis. A thread that ends without being
 * asked is started again, with growing pauses while it keeps failing; what it left is carried on from its journal.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Environment } from '../../guidance/settings/environment.ts'
import type { Log } from '../../ports/log.ts'
import { type Signals, TOPICS } from '../../ports/signals.ts'
import { seldom } from '../../story/alert/seldom.ts'
import type { LearnsFromTurns } from '../model/model-health.ts'
import type { Work } from '../open-work.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Beginning, Connections, FromWork, ToWork } from './thread-words.ts'

type Parts = {
  /** The file the thread runs. */
  script: URL
  environment: Environment
  port(): number | undefined
  signals: Signals
  metrics: Pick<Metrics, 'countModelTurn' | 'countRefusal' | 'countRecovery' | 'countThreadLost'>
  model: LearnsFromTurns
  log: Log
}

/** Said with the service being ready: alerts are taken and stored, and who waits for a diagnosis knows why. */
export const AT_WORK_SOON =
  'Alerts are taken from now on; they are diagnosed as soon as the thread that does it has started.'
/** Said some moments after the service is ready: what came meanwhile is looked at now. */
export const AT_WORK = 'Diagnoses and plans are worked on.'

/** In a storm of alerts there is always something new, and each look of this thread costs others a few statements. */
const EVENTS_AGAIN_MS = 250
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
const STEADY_AFTER_MS = 30_000
/** A little longer than the work itself takes to finish or hand over what is under way. */
const STOP_MS = 25_000
const NONE: Connections = { total: 0, idle: 0, waiting: 0 }

/** The machine's or pod's name is what a person knows it by, where the timeline says who went on with a diagnosis. */
export function newInstanceId(): string {
  return `${hostname()}/${randomUUID().slice(0, 8)}`
}

export class WorkingThread implements Work {
  readonly #parts: Parts
  readonly #stopping = new AbortController()
  #stopHearing: (() => void)[] = []
  #worker: Worker | undefined
  #kept: Promise<void> = Promise.resolve()
  #isAtWork = false
  #connections = NONE

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Nobody waits until it is at work: what comes meanwhile is in the store. */
  async start(): Promise<void> {
    const { signals } = this.#parts
    this.#stopHearing = TOPICS.map((topic) => {
      const tell = () => this.#tell({ kind: 'hint', topic })
      return signals.subscribe(topic, topic === 'events' ? seldom(tell, EVENTS_AGAIN_MS) : tell)
    })
    this.#kept = this.#keepWorking()
  }

  nudge(): void {
    this.#tell({ kind: 'nudge' })
  }

  /** The customer's plugins were loaded anew; the thread has a catalogue of its own. */
  loadPlugins(): void {
    this.#tell({ kind: 'plugins' })
  }

  connections(): Connections {
    return this.#connections
  }

  warnings(): string[] {
    return this.#isAtWork
      ? []
      : ['Nothing is diagnosed or carried out at the moment: the thread that does it is being started.']
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const stopHearing of this.#stopHearing) stopHearing()
    this.#tell({ kind: 'stop' })
    const patience = new AbortController()
    const late = pause(STOP_MS, true, { signal: patience.signal }).catch(() => false)
    await Promise.race([this.#kept, late])
    patience.abort()
    await this.#worker?.terminate()
    await this.#kept
  }

  #tell(word: ToWork): void {
    this.#worker?.postMessage(word)
  }

  async #keepWorking(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    let predecessor: string | undefined
    while (!this.#stopping.signal.aborted) {
      const instanceId = newInstanceId()
      const began = performance.now()
      const reason = await this.#workOnce({ instanceId, predecessor })
      if (this.#stopping.signal.aborted) return
      predecessor = instanceId
      if (performance.now() - began > STEADY_AFTER_MS) pauseMs = FIRST_PAUSE_MS
      this.#parts.metrics.countThreadLost()
      this.#parts.log.error({ reason, pauseMs }, 'The thread that diagnoses ended unexpectedly and is started again.')
      await pause(pauseMs, undefined, this.#stopping).catch(() => 'Only a stop cuts the pause short.')
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }

  /** Answers, when it has ended, why. */
  #workOnce(who: Pick<Beginning, 'instanceId' | 'predecessor'>): Promise<string> {
    const { script, environment, port } = this.#parts
    const beginning: Beginning = { ...who, environment, port: port() }
    const worker = new Worker(script, { workerData: beginning, name: 'firebreak work' })
    this.#worker = worker
    worker.on('message', (word: FromWork) => this.#hear(word))
    return new Promise((resolve) => {
      let reason = ''
      worker.on('error', (error: Error) => {
        reason = error.message
      })
      worker.on('exit', (code) => {
        this.#worker = undefined
        this.#isAtWork = false
        this.#connections = NONE
        resolve(reason || `It ended with ${code}.`)
      })
    })
  }

  #tellAtWork(): void {
    this.#isAtWork = true
    this.#parts.log.info({}, AT_WORK)
  }

  #hear(word: FromWork): void {
    const { signals, metrics, log, model } = this.#parts
    if (word.kind === 'log') log[word.level](word.fields, word.sentence)
    else if (word.kind === 'hint') signals.publish(word.topic)
    else if (word.kind === 'refusal') metrics.countRefusal(word.reason)
    else if (word.kind === 'recovery') metrics.countRecovery(word.run)
    else if (word.kind === 'turn') metrics.countModelTurn(word.turn)
    else if (word.kind === 'model') model.learn(word.place, word.hasAnswered)
    else if (word.kind === 'connections') this.#connections = word.connections
    else this.#tellAtWork()
  }
}
