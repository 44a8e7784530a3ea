import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'

const page = readFileSync('SECURITY.md', 'utf8')

test('every test the security page names is there', () => {
  const tests = new Set(globSync('{src,test}/**/*.test.ts').map((path) => basename(path)))
  const named = [...page.matchAll(/`(?:[\w-]+\/)*([\w-]+\.test\.ts)`/g)].map(([, name = '']) => name)
  assert.ok(named.length > 10)
  assert.deepEqual(
    named.filter((name) => !tests.has(name)),
    [],
  )
})

test('every document and setting the security page names is there', () => {
  const settings = readFileSync('docs/configuration.md', 'utf8')
  const documents = [...page.matchAll(/`(docs\/[\w-]+\.md)`/g)].map(([, path = '']) => path)
  const named = [...page.matchAll(/`([A-Z]+_[A-Z_]+)/g)].map(([, key = '']) => key)
  assert.deepEqual(
    [...new Set(documents)].filter((path) => globSync(path).length === 0),
    [],
  )
  assert.deepEqual(
    [...new Set(named)].filter((key) => !settings.includes(`\`${key}\``)),
    [],
  )
})
