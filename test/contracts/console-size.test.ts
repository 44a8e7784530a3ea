import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const DIST = join('console', 'dist')
const FIRST_LOAD_BYTES_MAX = 350_000

test('the first page of the console, with all it loads, is under 350 kB as it travels', () => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path = '']) => path)
  const all = [...named, ...filesOf('now-page')].flatMap((path) => [path, ...importedBy(path)])
  const bytes = [...new Set(all)].reduce((sum, path) => sum + gzipSync(readFileSync(join(DIST, path))).length, 0)
  assert.ok(named.length >= 2, 'a script and a style')
  assert.ok(bytes < FIRST_LOAD_BYTES_MAX, `${bytes} bytes`)
})

function filesOf(name: string): string[] {
  const files = readdirSync(join(DIST, 'assets')).filter((file) => file.startsWith(`${name}-`))
  assert.ok(files.length > 0, `There is no chunk ${name}.`)
  return files.map((file) => `assets/${file}`)
}

/** What a chunk loads at once, and what that loads in turn. */
function importedBy(path: string, seen = new Set<string>()): string[] {
  if (!path.endsWith('.js') || seen.has(path)) return []
  seen.add(path)
  const source = readFileSync(join(DIST, path), 'utf8')
  const found = [...source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, file = '']) => `assets/${file}`)
  return [...found, ...found.flatMap((one) => importedBy(one, seen))]
}
