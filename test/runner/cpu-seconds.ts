/** What processes have used of a core; nothing where the system does not tell. */
import { statOf, textOf } from './proc.ts'

const TICKS_PER_SECOND = 100
/** Of a line of /proc/…/stat, behind the name: of the process itself, and of its children that have ended. */
const ITSELF = [11, 12]
const ENDED_CHILDREN = [13, 14]

export const cpuSecondsOf = (pid: number): number => read(pid, ITSELF)
export const cpuSecondsOfEndedChildren = (pid: number): number => read(pid, ENDED_CHILDREN)

/** A process with all its children, whether they have ended or not. */
export function cpuSecondsOfFamily(pid: number): number {
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  const living = children.reduce((sum, child) => sum + cpuSecondsOf(Number(child)), 0)
  return cpuSecondsOf(pid) + cpuSecondsOfEndedChildren(pid) + living
}

function read(pid: number, fields: readonly number[]): number {
  const values = statOf(pid)
  return fields.reduce((sum, at) => sum + Number(values[at] ?? 0), 0) / TICKS_PER_SECOND
}
