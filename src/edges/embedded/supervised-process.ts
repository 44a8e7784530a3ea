import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'

export type ProcessEnd = { code: number | null; signal: NodeJS.Signals | null }

type Options = {
  name: string
  launch: () => ChildProcess
  isReady: () => Promise<boolean>
  /** Called once, when the server has ended for good. */
  afterwards: () => Promise<void>
  log: Log
  /** How long a start may take; after a crash PostgreSQL may have much to replay. */
  readyWithinSeconds?: number
}

type Run = { child: ChildProcess; ended: Promise<ProcessEnd>; recentLines: string[]; since: number }

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
const STEADY_AFTER_MS = 30_000

/** A server that is started again when it ends without being asked, with growing pauses while it keeps failing. */
export class SupervisedProcess {
  readonly #options: Options
  readonly #stopping = new AbortController()
  readonly #listeners: ((end: ProcessEnd) => void)[] = []
  #run: Run
  #kept: Promise<void> = Promise.resolve()

  /** Resolves when the server is ready; rejects, with its last words, when it ends or takes too long at this first start. */
  static async start(options: Options): Promise<SupervisedProcess> {
    const supervised = new SupervisedProcess(options)
    try {
      await supervised.#untilReady()
    } catch (error) {
      await supervised.stop()
      throw error
    }
    supervised.#kept = supervised.#keepRunning()
    return supervised
  }

  private constructor(options: Options) {
    this.#options = options
    this.#run = launch(options)
  }

  get pid(): number {
    return this.#run.child.pid ?? 0
  }

  /** Called each time the server ended without being asked. It is being started again by then. */
  onExit(listener: (end: ProcessEnd) => void): void {
    this.#listeners.push(listener)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await endProcess(this.#run)
    await this.#kept
    await this.#options.afterwards()
  }

  async #keepRunning(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    for (;;) {
      const end = await this.#run.ended
      if (this.#stopping.signal.aborted) return
      if (Date.now() - this.#run.since > STEADY_AFTER_MS) pauseMs = FIRST_PAUSE_MS
      this.#report(end, pauseMs)
      await delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(
        () => 'Only a stop cuts the pause short.',
      )
      if (this.#stopping.signal.aborted) return
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      await this.#startAgain()
    }
  }

  async #startAgain(): Promise<void> {
    const { log, name } = this.#options
    this.#run = launch(this.#options)
    try {
      await this.#untilReady()
      log.info({ pid: this.pid }, `${name} runs again.`)
    } catch (error) {
      if (!this.#stopping.signal.aborted) log.error({ err: error }, `${name} could not be started again.`)
      await endProcess(this.#run)
    }
  }

  async #untilReady(): Promise<void> {
    const { name, isReady, readyWithinSeconds = 120 } = this.#options
    const run = this.#run
    const deadline = Date.now() + readyWithinSeconds * 1000
    let hasEnded = false
    const ended = run.ended.then(() => {
      hasEnded = true
    })
    while (!(await isReady())) {
      if (hasEnded) throw new Error(`${name} ended while starting. It said: ${run.recentLines.join(' | ')}`)
      if (Date.now() > deadline) throw new Error(`${name} was not ready within ${readyWithinSeconds} seconds.`)
      await Promise.race([delay(20), ended])
    }
  }

  #report(end: ProcessEnd, pauseMs: number): void {
    const { log, name } = this.#options
    log.warn({ ...end, pauseMs, output: this.#run.recentLines }, `${name} ended unexpectedly and is started again.`)
    for (const listener of this.#listeners) listener(end)
  }
}

function launch({ launch, log, name }: Options): Run {
  const child = launch()
  const recentLines: string[] = []
  const hear = (line: string) => {
    log.debug({ line }, `${name} says`)
    if (recentLines.push(line) > 10) recentLines.shift()
  }
  child.stdout?.on('data', (data) => forEachLine(data, hear))
  child.stderr?.on('data', (data) => forEachLine(data, hear))
  child.on('error', (error) => hear(error.message))
  return { child, ended: endOf(child), recentLines, since: Date.now() }
}

function forEachLine(data: Buffer, hear: (line: string) => void): void {
  for (const line of data.toString().split('\n')) if (line.trim() !== '') hear(line.trim())
}

/** Waits a moment for the last words, but not for grandchildren, which may hold the pipes open longer. */
async function endOf(child: ChildProcess): Promise<ProcessEnd> {
  if (child.pid === undefined) return { code: null, signal: null }
  const closed = new Promise((resolve) => child.once('close', resolve))
  const end = await new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  await Promise.race([closed, delay(200)])
  return end
}

/** Interrupt is PostgreSQL's fast shutdown and quit its immediate one; what does not heed them is killed. */
async function endProcess(run: Run): Promise<void> {
  const patience = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, milliseconds] of patience) {
    run.child.kill(signal)
    const giveUp = new AbortController()
    const late = delay(milliseconds, 'late', { signal: giveUp.signal }).catch(() => 'late')
    const outcome = await Promise.race([run.ended, late])
    giveUp.abort()
    if (outcome !== 'late') return
  }
}
