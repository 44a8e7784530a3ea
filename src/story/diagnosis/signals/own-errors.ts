/** Errors the alert's own pods still log: while they come, nothing there is well again. */
import { subjectPods } from '../cluster/pods/workload-pods.ts'
import type { Scene } from '../scene.ts'
import { isErrorLine, type SaidLine, saidLines } from './said-lines.ts'

const FRESH = 10 * 60_000
const LINES_MIN = 2

/** Oldest first; none where only one was seen, or the last is long past. */
export function ownErrors(scene: Scene): SaidLine[] {
  const { cluster, subject, now } = scene
  const pods = [...(cluster ? subjectPods(cluster).map(({ name }) => name) : []), subject.pod]
  const errors = saidLines(scene).filter(
    (line) => line.pod !== undefined && pods.includes(line.pod) && isErrorLine(line),
  )
  const last = errors.at(-1)?.at
  return errors.length >= LINES_MIN && last && now.getTime() - last.getTime() < FRESH ? errors : []
}
