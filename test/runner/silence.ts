/** Which tests of a process run, and how long nothing was heard of it: what hangs is ended, and named. */
import { cpuSecondsOf } from './cpu-seconds.ts'
import { commandsBeside } from './proc.ts'
import type { TestEvent, ToldTest } from './test-event.ts'

type Given = {
  pid: number
  /** How long nothing may be heard of it. */
  patienceSeconds: number
  /** It is to be ended now. */
  onHang(): void
}

type Watch = {
  hear(event: TestEvent): void
  /** Why it had to be ended. */
  fault(): string | undefined
  stop(): void
}

/** No test runs, and yet the process does not end: something was left open. Loading takes long on a busy machine. */
const IDLE_SECONDS = 180
const BUSY_SECONDS = 1
const TICK_MS = 1_000
const TOLD_MAX = 8
const COMMAND_MAX = 120

/** Counts ticks, not time: who was stopped with everything else, or got no processor, was not silent meanwhile. */
export function watchForSilence({ pid, patienceSeconds, onHang }: Given): Watch {
  const running = new Map<string, ToldTest>()
  let silent = 0
  let cpuBefore = 0
  let fault: string | undefined
  const timer = setInterval(() => {
    silent += 1
    // A test that computes without a pause cannot say that it began, so who still computes is not idle.
    const isIdle = silent >= IDLE_SECONDS && running.size === 0 && cpuSecondsOf(pid) - cpuBefore < BUSY_SECONDS
    if (!isIdle && silent < patienceSeconds) return
    fault = isIdle ? LEFT_OPEN : tellHang(pid, silent, [...running.values()])
    clearInterval(timer)
    onHang()
  }, TICK_MS).unref()
  return {
    hear(event) {
      silent = 0
      cpuBefore = cpuSecondsOf(pid)
      if (event.kind === 'begun') running.set(keyOf(event.test), event.test)
      if (event.kind === 'ended') running.delete(keyOf(event.test))
    },
    fault: () => fault,
    stop: () => clearInterval(timer),
  }
}

const LEFT_OPEN = 'No test of it ran any more, and yet it did not end: something was left open.'

const keyOf = ({ name, nesting, place }: ToldTest) => JSON.stringify([name, nesting, place])

function tellHang(pid: number, seconds: number, running: readonly ToldTest[]): string {
  const tests = running.slice(-TOLD_MAX).map(({ name, place }) => `at: ${name}  (${place})`)
  // What it had started and not ended.
  const programs = commandsBeside(pid).map((command) => `with: ${command.slice(0, COMMAND_MAX)}`)
  return [`Nothing was heard of it for ${seconds} s, so it was ended.`, ...tests, ...programs.slice(0, TOLD_MAX)].join(
    '\n',
  )
}
