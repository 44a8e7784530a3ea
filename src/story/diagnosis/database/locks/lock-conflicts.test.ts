import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doConflict } from './lock-holders.ts'

const MODES = [
  'AccessShare',
  'RowShare',
  'RowExclusive',
  'ShareUpdateExclusive',
  'Share',
  'ShareRowExclusive',
  'Exclusive',
  'AccessExclusive',
].map((mode) => `${mode}Lock`)

test('modes conflict both ways or not at all, as the server has it', () => {
  const rows = MODES.map((one) => MODES.map((other) => (doConflict(one, other) ? 'x' : '.')).join(''))
  assert.deepEqual(rows, [
    '.......x',
    '......xx',
    '....xxxx',
    '...xxxxx',
    '..xx.xxx',
    '..xxxxxx',
    '.xxxxxxx',
    'xxxxxxxx',
  ])
  for (const one of MODES) for (const other of MODES) assert.equal(doConflict(one, other), doConflict(other, one))
})

test('of a mode nobody knows nothing is said', () => {
  assert.equal(doConflict('SIReadLock', 'AccessShareLock'), undefined)
  assert.equal(doConflict('AccessShareLock', 'SIReadLock'), undefined)
})
