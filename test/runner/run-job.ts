/** One process of test files: started, listened to, ended where it hangs. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnOwned } from '../../src/edges/embedded/owned-process.ts'
import type { Job } from './plan.ts'
import { watchForSilence } from './silence.ts'
import type { TestEvent } from './test-event.ts'

type Given = {
  job: Job
  /** Only tests of this name. */
  only: string | undefined
  /** How long nothing may be heard of it. */
  patienceSeconds: number
  environment: NodeJS.ProcessEnv
  signal: AbortSignal
  hear(event: TestEvent): void
  /** What the files print by themselves, where it is to be seen at once. */
  onOutput: ((text: string) => void) | undefined
}

export type JobEnd = {
  seconds: number
  cpuSeconds: number
  /** Why it counts as failed although no test of it did. */
  fault: string | undefined
  /** The last it said by itself. */
  output: string
}

const OUTPUT_CHARACTERS = 6_000
const GRACE_MS = 5_000
const WATCHING = ['--import', join(import.meta.dirname, 'unfollowed-promises.ts')]
/** Most of what a test makes is garbage soon: with room for it a twelfth of the work is saved. */
const ROOMY = ['--min-semi-space-size=16', '--max-semi-space-size=64']

export async function runJob(given: Given): Promise<JobEnd> {
  const { job, only, patienceSeconds, environment, signal, hear, onOutput } = given
  const began = performance.now()
  const child = spawnOwned({
    command: process.execPath,
    args: [...WATCHING, ...ROOMY, ...reporting(), ...named(only), ...entry(job)],
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const output = collect(child, onOutput)
  const watch = watchForSilence({ pid: child.pid ?? 0, patienceSeconds, onHang: () => endGroup(child, 'SIGTERM') })
  let cpuSeconds: number | undefined
  let failures = 0
  const stop = () => endGroup(child, 'SIGINT')
  signal.addEventListener('abort', stop)
  createInterface({ input: child.stdio[3] as Readable }).on('line', (line) => {
    const event = JSON.parse(line) as TestEvent
    watch.hear(event)
    if (event.kind === 'ended' && event.ending.outcome === 'failed') failures += 1
    if (event.kind === 'finished') cpuSeconds = event.cpuSeconds
    hear(event)
  })
  const isClosed = once(child, 'close')
  const [code, ended] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  watch.stop()
  signal.removeEventListener('abort', stop)
  endGroup(child, 'SIGKILL')
  // Who left the group and holds our pipes would keep them open for ever.
  await Promise.race([isClosed, delay(GRACE_MS, undefined, { ref: false })])
  const how = { code, ended, isFinished: cpuSeconds !== undefined, failures, hang: watch.fault() }
  return {
    seconds: (performance.now() - began) / 1000,
    cpuSeconds: cpuSeconds ?? 0,
    fault: faultOf(how),
    output: output(),
  }
}

function reporting(): string[] {
  const reporter = join(import.meta.dirname, 'tell-events.ts')
  return [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout']
}

function named(only: string | undefined): string[] {
  return only === undefined ? [] : [`--test-name-pattern=^${RegExp.escape(only)}`]
}

function entry({ files }: Job): string[] {
  return files.length === 1 ? [...files] : [join(import.meta.dirname, 'run-together.ts'), ...files]
}

function collect(child: ChildProcess, onOutput: Given['onOutput']): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      text = (text + String(data)).slice(-OUTPUT_CHARACTERS)
      onOutput?.(String(data))
    })
  return () => text
}

type How = {
  code: number | null
  ended: NodeJS.Signals | null
  isFinished: boolean
  failures: number
  hang: string | undefined
}

function faultOf({ code, ended, isFinished, failures, hang }: How): string | undefined {
  if (hang !== undefined) return hang
  if (failures > 0) return undefined
  if (ended !== null) return `It was ended by ${ended}.`
  if (code !== 0) return `It ended with ${code}.`
  return isFinished ? undefined : 'It ended before its tests were over.'
}

/** What a test started and did not end goes with it. What does not heed the first signal gets the last one. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    return // The group is already empty, which is what was wanted.
  }
  if (signal !== 'SIGKILL') setTimeout(() => endGroup(child, 'SIGKILL'), GRACE_MS).unref()
}
