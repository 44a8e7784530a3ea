import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { actionWord, targetWord } from '../../console/src/pages/settings/audit-actions.ts'
import { tellDetails } from '../../console/src/pages/settings/audit-words.ts'
import { breakPlaces } from '../../console/src/parts/break-places.ts'
import { tellMoment } from '../../console/src/parts/times.ts'

test('a change of settings is told line by line, a secret without its value', () => {
  const changed = [
    { key: 'HOURLY_QUOTA', change: 'set', from: 10, to: 3 },
    { key: 'ALLOWED_NAMESPACES', change: 'set', from: null, to: ['shop', 'web'] },
    { key: 'LLM_MODEL', change: 'unset', from: 'm', to: null },
    { key: 'LLM_API_KEY', change: 'set' },
    { key: 'LOGS_TOKEN', change: 'unset' },
  ]
  assert.deepEqual(tellDetails({ action: 'config.changed', details: { changed } }), [
    'HOURLY_QUOTA: 10 → 3',
    'ALLOWED_NAMESPACES: not set → shop, web',
    'LLM_MODEL: m → not set',
    'LLM_API_KEY: changed',
    'LOGS_TOKEN: unset',
  ])
})

test('every other entry is told as it stands, and a step of a plan in words', () => {
  assert.deepEqual(tellDetails({ action: 'key.created', details: { role: 'admin' } }), ['role: admin'])
  const details = { phase: 'do', step: 0, plugin: 'restart_pod', outcome: 'done', message: 'It is back.' }
  assert.deepEqual(tellDetails({ action: 'step.completed', details }), [
    'Step 1 of the plan',
    'plugin: restart_pod',
    'outcome: Done',
    'what came of it: It is back.',
  ])
})

test('a deed bears words, and a moment in its details is told by the clock of the page', () => {
  assert.equal(actionWord('silence.created'), 'Silence made')
  assert.equal(actionWord('unheard.of'), 'unheard.of')
  const ends_at = '2026-11-17T02:04:22.112Z'
  const comment = 'since 2026-11-17T02:04:22.112Z'
  assert.deepEqual(tellDetails({ action: 'silence.created', details: { ends_at, comment } }), [
    `ends: ${tellMoment(new Date(ends_at))}`,
    `comment: ${comment}`,
  ])
})

test('every deed the service writes down, and what it was done to, has words', () => {
  const DEED =
    /'((?:audit|config|environment|incident|key|plan|plugin|policy|run|session|silence|step|store)\.[a-z_]+)'/g
  const sources = globSync('src/edges/store/*.ts').map((path) => readFileSync(path, 'utf8'))
  const deeds = new Set(sources.flatMap((source) => [...source.matchAll(DEED)].map(([, deed = '']) => deed)))
  const made = ['confirm', 'reject', 'rediagnose', 'ignore'].map((word) => `incident.${word}`)
  const written = ['create', 'change', 'remove', 'restore'].map((word) => `knowledge.${word}`)
  assert.ok(deeds.size > 20)
  assert.deepEqual(
    [...deeds, ...made, ...written].filter((deed) => actionWord(deed) === deed),
    [],
  )
  assert.deepEqual(['environment context', 'A,B'].map(targetWord), ['environment', 'A, B'])
})

test('parts of the environment and traits of a plugin are told by name, parameters as the plugin calls them', () => {
  const changes = { infrastructure: { changed: ['region'] }, common_issues: { added: ['slow disk', 'full disk'] } }
  assert.deepEqual(tellDetails({ action: 'environment.put', details: { version: '2', changes } }), [
    'version: 2',
    'changes: infrastructure (changed: region), known issues (added: slow disk, full disk)',
  ])
  const parameters = { namespace: 'shop', removed: true }
  const details = { parameters, reason: 'hourly_quota_used', via: 'chat', repeats: 'for_a_time' }
  assert.deepEqual(tellDetails({ action: 'policy.refused', details }), [
    'parameters: namespace: shop, removed: yes',
    'reason: the quota of the hour is used up',
    'by way of: in the chat',
    'for how long: for a time',
  ])
  const from = { category: 'diagnostic', risk: null, hosts: [] }
  assert.deepEqual(tellDetails({ action: 'plugin.agreed', details: { from } }), [
    'before: kind: only reads, risk: not set, may reach: an empty list',
  ])
})

test('a long address or command is broken after a sign, and anything that fits is left whole', () => {
  assert.deepEqual(breakPlaces('METRICS_URL: http://prometheus.monitoring.svc:9090/tenant-17/api'), [
    'METRICS_URL: http:',
    '/',
    '/',
    'prometheus.monitoring.svc:',
    '9090/',
    'tenant-17/',
    'api',
  ])
  assert.deepEqual(breakPlaces('command line: at 10:20:30, a/b'), ['command line: at 10:20:30, a/b'])
})
