/** What the system tells of a process under /proc; nothing where it does not, or where the process has ended meanwhile. */
import { readdirSync, readFileSync } from 'node:fs'

/** The fields of its line of /proc/…/stat behind its name, which may hold blanks. */
export function statOf(pid: number | string): string[] {
  const stat = textOf(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const GROUP = 2

/** The commands of all others in its process group. */
export function commandsBeside(group: number): string[] {
  const others = orElse([], () => readdirSync('/proc')).filter(
    (pid) => /^\d+$/.test(pid) && pid !== String(group) && statOf(pid)[GROUP] === String(group),
  )
  return others.map((pid) => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim())
}

export const textOf = (path: string) => orElse('', () => readFileSync(path, 'utf8'))

function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
