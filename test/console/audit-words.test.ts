import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionWord, tellDetails } from '../../console/src/pages/settings/audit-words.ts'
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
    `ends at: ${tellMoment(new Date(ends_at))}`,
    `comment: ${comment}`,
  ])
})
