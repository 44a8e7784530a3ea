/**
 * Dies or stands still at named points, for tests of what survives a crash and what a pause: FIREBREAK_FAILPOINT=`after
 * intend do 0` ends the process the first time a run gets there, as a power cut would; with `pause ` before it the process
 * stops there, as a suspended machine does, until somebody sends it SIGCONT. Each step of a run has `before`, `done`,
 * `writing` and `after`; `fenced` is between the last question before a change and the change. Of several, with commas
 * between them, each counts once the one before it was reached.
 */
import { isMainThread } from 'node:worker_threads'

const HEARD_WITHIN_MS = 1_000

export function createFailpoint(wanted: string | undefined): (point: string) => void {
  const ahead = (wanted ?? '').split(',').flatMap((one) => (one.trim() ? [readPoint(one.trim())] : []))
  return (point) => {
    const [next] = ahead
    if (next?.place !== point) return
    ahead.shift()
    process.kill(process.pid, next.signal)
    if (!isMainThread) standBy()
  }
}

/** A signal is for the whole process and meets its first thread; another one would run on until that has heard of it. */
function standBy(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HEARD_WITHIN_MS)
}

function readPoint(text: string): { place: string; signal: NodeJS.Signals } {
  return text.startsWith('pause ')
    ? { place: text.slice('pause '.length), signal: 'SIGSTOP' }
    : { place: text, signal: 'SIGKILL' }
}
