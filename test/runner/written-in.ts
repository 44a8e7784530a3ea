/** Where tests stand that a helper of many files makes: Node names the helper for them. */
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'

/** By the test's name; undefined where two files have a test of that name. */
const places = new Map<string, string | undefined>()
/** This function, the helper, and whoever called it. */
const CALLER = 2

export function noteWhereWritten(name: string): void {
  const { scriptName = '', lineNumber = 0 } = getCallSites(CALLER + 1)[CALLER] ?? {}
  const file = scriptName.startsWith('file:') ? fileURLToPath(scriptName) : scriptName
  places.set(name, places.has(name) ? undefined : `${relative('', file)}:${lineNumber}`)
}

/** Path and line. */
export const whereWritten = (name: string): string | undefined => places.get(name)
