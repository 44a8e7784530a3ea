/** The lock file against the advisories the project knows of, and the ranges in which npm writes them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { askForAdvisories, hasSigningKeys } from '../../scripts/advisories/ask-registry.ts'
import { type Advisory, addNew, concerned, isWithin, packagesOf } from '../../scripts/advisories/concerned.ts'
import { startAdvisoryRegistry } from '../world/advisory-registry.ts'
import { freePort } from '../world/free-port.ts'

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

const PROXY_ADVISORY = {
  id: 1_100_001,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'A spoofed header is believed',
  severity: 'high',
  vulnerable_versions: '>=5.0.0 <5.1.1',
  cwe: ['CWE-290'],
  cvss: { score: 7.5, vectorString: null },
}

test('the registry is asked for what concerns our versions, and what it tells is added to what is known', async (t) => {
  const registry = await startAdvisoryRegistry(t, { advisories: { 'proxy-addr': [PROXY_ADVISORY], other: [] } })
  const installed = [
    { name: 'proxy-addr', version: '5.0.3' },
    { name: '@scope/fine', version: '1.0.0' },
  ]
  const reported = await askForAdvisories(registry, installed)
  const range = '>=5.0.0 <5.1.1'
  const read = { id: 'GHSA-aaaa-bbbb-cccc', name: 'proxy-addr', range, severity: 'high', title: PROXY_ADVISORY.title }
  assert.deepEqual(reported, [read])
  assert.equal(concerned(installed, addNew([], reported)).length, 1)
  assert.deepEqual(addNew([{ ...read, title: 'older words' }], reported), [read])
  assert.deepEqual(await askForAdvisories(registry, [{ name: 'proxy-addr', version: '5.1.1' }]), [])
})

test('a registry that serves neither advisories nor keys, or is not there, is told in a sentence', async (t) => {
  const mirror = await startAdvisoryRegistry(t, {})
  await assert.rejects(
    askForAdvisories(mirror, []),
    /serves no advisories \(it answered 404\); the list stays as it is/,
  )
  assert.equal(await hasSigningKeys(mirror), false)
  assert.equal(await hasSigningKeys(await startAdvisoryRegistry(t, { keys: [{ keyid: 'SHA256:x' }] })), true)
  const nobody = `http://127.0.0.1:${await freePort()}/`
  await assert.rejects(askForAdvisories(nobody, []), /cannot be reached from here; the list stays as it is/)
})
