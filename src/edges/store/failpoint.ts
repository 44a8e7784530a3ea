/**
 * Dies at a named point, for tests of what survives a crash: FIREBREAK_FAILPOINT=`after intend do 0` ends the process the
 * first time a run gets there, as a power cut would. Each step of a run has `before`, `done`, `writing` and `after`.
 */
export function createFailpoint(wanted: string | undefined): (point: string) => void {
  if (!wanted) return () => {}
  return (point) => {
    if (point === wanted) process.kill(process.pid, 'SIGKILL')
  }
}
