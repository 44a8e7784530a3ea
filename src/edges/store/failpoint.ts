/**
 * Dies or stands still at named points, for tests of what survives a crash and what a pause: FIREBREAK_FAILPOINT=`after
 * intend do 0` ends the process the first time a run gets there, as a power cut would; with `pause ` before it the process
 * stops there, as a suspended machine does, until somebody sends it SIGCONT, and says where it stands. Each step of a run
 * has `before`, `done`, `writing` and `after`; `fenced` is between the last question before a change and the change. Of
 * several with a bar between them the first to be reached counts; of several with commas, each once the one before it was.
 */
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const HEARD_WITHIN_MS = 1_000
const STDERR = 2
const PAUSE = 'pause '

/** What is said at a point before the process stands still. */
export const STANDS_AT = 'FIREBREAK_FAILPOINT stands at '

export function createFailpoint(wanted: string | undefined): (point: string) => void {
  const ahead = readAims(wanted ?? '')
  return (point) => {
    const signal = ahead[0]?.get(point)
    if (signal === undefined) return
    ahead.shift()
    // Not by the stream: of another thread it would be written by the first, which stands still by then.
    if (signal === 'SIGSTOP') writeSync(STDERR, `${STANDS_AT}${point}\n`)
    process.kill(process.pid, signal)
    if (!isMainThread) standBy()
  }
}

/** A signal is for the whole process and meets its first thread; another one would run on until that has heard of it. */
function standBy(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HEARD_WITHIN_MS)
}

function readAims(text: string): Map<string, NodeJS.Signals>[] {
  const aims = text.split(',').filter((aim) => aim.trim() !== '')
  return aims.map((aim) => new Map(aim.split('|').map((point) => readPoint(point.trim()))))
}

function readPoint(text: string): [string, NodeJS.Signals] {
  return text.startsWith(PAUSE) ? [text.slice(PAUSE.length), 'SIGSTOP'] : [text, 'SIGKILL']
}
