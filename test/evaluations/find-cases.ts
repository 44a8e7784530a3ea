/** Finds the case files of folders. */
import { globSync } from 'node:fs'
import { basename, join, matchesGlob } from 'node:path'

export const OWN_CASES = join(import.meta.dirname, 'cases')
/** Worked examples that may lie beside the project. */
export const CASES_BESIDE = join(import.meta.dirname, '..', '..', '..', 'shared', 'cases')

export const DEFAULT_FOLDERS = [OWN_CASES, CASES_BESIDE]

/** In order of their names. `named` is a glob over the file's name without its ending, and may leave out its end. */
export function findCases(folders: readonly string[], named: string | undefined): string[] {
  const paths = folders.flatMap((folder) => (folder.endsWith('.json') ? [folder] : globSync(join(folder, '*.json'))))
  return paths.filter((path) => named === undefined || isNamed(path, named)).sort(byName)
}

function isNamed(path: string, glob: string): boolean {
  const name = basename(path, '.json')
  return matchesGlob(name, glob) || matchesGlob(name, `${glob}*`)
}

function byName(one: string, other: string): number {
  return basename(one) < basename(other) ? -1 : 1
}
