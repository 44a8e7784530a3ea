/**
 * Dies or stands still at named points, for tests of what survives a crash and what a pause: FIREBREAK_FAILPOINT=`after
 * intend do 0` ends the process the first time a run gets there, as a power cut would; with `pause ` before it the process
 * stops there, as a suspended machine does, until somebody sends it SIGCONT. Each step of a run has `before`, `done`,
 * `writing` and `after`; `fenced` is between the last question before a change and the change. Of several, with commas
 * between them, each counts once the one before it was reached.
 */
export function createFailpoint(wanted: string | undefined): (point: string) => void {
  const ahead = (wanted ?? '').split(',').flatMap((one) => (one.trim() ? [readPoint(one.trim())] : []))
  return (point) => {
    const [next] = ahead
    if (next?.place !== point) return
    ahead.shift()
    process.kill(process.pid, next.signal)
  }
}

function readPoint(text: string): { place: string; signal: NodeJS.Signals } {
  return text.startsWith('pause ')
    ? { place: text.slice('pause '.length), signal: 'SIGSTOP' }
    : { place: text, signal: 'SIGKILL' }
}
