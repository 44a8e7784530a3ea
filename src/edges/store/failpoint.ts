/**
 * Dies or stands still at a named point, for tests of what survives a crash and what a pause: FIREBREAK_FAILPOINT=`after
 * intend do 0` ends the process the first time a run gets there, as a power cut would; with `pause ` before it the process
 * stops there, as a suspended machine does, until somebody sends it SIGCONT. Each step of a run has `before`, `done`,
 * `writing` and `after`; `fenced` is between the last question before a change and the change.
 */
export function createFailpoint(wanted: string | undefined): (point: string) => void {
  if (!wanted) return () => {}
  const isPause = wanted.startsWith('pause ')
  const place = isPause ? wanted.slice('pause '.length) : wanted
  let isOver = false
  return (point) => {
    if (point !== place || isOver) return
    isOver = true
    process.kill(process.pid, isPause ? 'SIGSTOP' : 'SIGKILL')
  }
}
