/** What processes have used of a core; nothing where the system does not tell. */
import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
/** Of a line of /proc/…/stat, behind the name: of the process itself, and of its children that have ended. */
const ITSELF = [11, 12]
const ENDED_CHILDREN = [13, 14]

export const cpuSecondsOf = (pid: number): number => read(pid, ITSELF)
export const cpuSecondsOfEndedChildren = (pid: number): number => read(pid, ENDED_CHILDREN)

/** A process with all its children, whether they have ended or not. */
export function cpuSecondsOfFamily(pid: number): number {
  const children = readOrNothing(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  const living = children.reduce((sum, child) => sum + cpuSecondsOf(Number(child)), 0)
  return cpuSecondsOf(pid) + cpuSecondsOfEndedChildren(pid) + living
}

function read(pid: number, fields: readonly number[]): number {
  const stat = readOrNothing(`/proc/${pid}/stat`)
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.reduce((sum, at) => sum + Number(values[at] ?? 0), 0) / TICKS_PER_SECOND
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
