/** The lock file against the advisories the project knows of, and the ranges in which npm writes them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Advisory, concerned, isWithin, packagesOf } from '../../scripts/advisories/concerned.ts'

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

test('ranges of advisories are read as npm means them', () => {
  for (const [version, range, isConcerned] of [
    ['5.12.0', '<5.12.1', true],
    ['5.12.1', '<5.12.1', false],
    ['5.12.1-rc.1', '<5.12.1', true],
    ['1.2.3', '>=1.0.0 <1.2.4', true],
    ['1.2.4', '>=1.0.0 <1.2.4', false],
    ['0.9.9', '>= 1.0.0 < 1.2.4', false],
    ['2.0.0', '>=1.0.0 <1.2.4 || 2.0.0', true],
    ['10.0.0', '<=9.9.9', false],
    ['1.0.0', '*', true],
  ] as const)
    assert.equal(isWithin(version, range), isConcerned, `${version} ${range}`)
})

test('no package of the lock file is concerned by an advisory, and one that were would be found', () => {
  const installed = packagesOf(read('package-lock.json'))
  const { advisories } = read('scripts/advisories/list.json') as { advisories: Advisory[] }
  assert.ok(installed.length > 100 && advisories.length > 0)
  assert.deepEqual(concerned(installed, advisories), [])
  const fastify = installed.find(({ name }) => name === 'fastify')
  const made = { id: 'x', name: 'fastify', range: `<=${fastify?.version}`, severity: 'high', title: 'made up' }
  assert.equal(concerned(installed, [made]).length, 1)
})
