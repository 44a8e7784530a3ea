import { globSync, readFileSync } from 'node:fs'

/** Every source of the project by its path, as the rules read them; a test may pass a handful made up. */
export type Sources = ReadonlyMap<string, string>

// The console and the customer's plugins count as readers too: they take types from the house.
const FOLDERS = 'src,test,scripts,console,plugins'

/** What `plugins new` copies is a customer's file from then on, and no part of the house. */
export function readSources(): Sources {
  const pattern = `{${FOLDERS}}/**/*.{ts,tsx,mts,mjs,js}`
  const paths = globSync(pattern, { exclude: (path) => /(^|\/)(node_modules|dist|plugin-template)(\/|$)/.test(path) })
  return new Map(paths.sort().map((path) => [path, readFileSync(path, 'utf8')]))
}

export function isTest(path: string): boolean {
  return path.startsWith('test/') || /\.test\.tsx?$/.test(path)
}
