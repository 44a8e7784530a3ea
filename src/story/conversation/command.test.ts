import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentIn, readCommand } from './command.ts'

test('a command is told from its first word, in any case, with the incident it names', () => {
  const read = (text: string) => {
    const command = readCommand(text)
    return command && [command.name, command.incidentId, command.rest]
  }
  assert.deepEqual(read('/status'), ['status', undefined, ''])
  assert.deepEqual(read('  /STATUS inc-20250101-001 '), ['status', 'INC-20250101-001', ''])
  assert.deepEqual(read('/ignore INC-20250101-0012 known since May'), [
    'ignore',
    'INC-20250101-0012',
    'known since May',
  ])
  assert.deepEqual(read('/diag the shop\nis slow'), ['diag', undefined, 'the shop\nis slow'])
})

test('other words are no command of ours', () => {
  for (const text of ['status', 'please /status', '/statuses', '/', '/run/status', '/approve INC-20250101-001', ''])
    assert.equal(readCommand(text), undefined, text)
  assert.equal(incidentIn('why INC-2025-001?'), undefined)
  assert.equal(incidentIn('about inc-20250101-001, please'), 'INC-20250101-001')
})
