import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Copy, type ForeignSilence, planImport } from './plan-import.ts'

const NOW = new Date('2026-05-01T10:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

function silence(originId: string, changes: Partial<ForeignSilence> = {}): ForeignSilence {
  const matchers = [{ name: 'alertname', value: originId, isRegex: false, isEqual: true }]
  return { originId, matchers, startsAt: at(-1), endsAt: at(1), comment: 'work', createdBy: 'ann', ...changes }
}

function copy(originId: string, changes: Partial<Copy> = {}): Copy {
  return { ...silence(originId), id: `copy of ${originId}`, origin: 'here', ...changes }
}

function plan(foreign: ForeignSilence[], copies: Copy[] = []) {
  return planImport({ origin: 'here', foreign, copies, now: NOW })
}

const NOTHING = { added: [], changed: [], ended: [], leftOut: [] }

test('what is new is taken over, what is known and the same is left as it is', () => {
  assert.deepEqual(plan([silence('a')]), { ...NOTHING, added: [silence('a')] })
  assert.deepEqual(plan([silence('a')], [copy('a')]), NOTHING)
})

test('a copy follows what was changed there: its window, its matchers, its words', () => {
  const later = silence('a', { endsAt: at(5) })
  assert.deepEqual(plan([later], [copy('a')]).changed, [{ ...later, id: 'copy of a' }])
  const other = silence('b', { matchers: [{ name: 'alertname', value: 'b', isRegex: true, isEqual: true }] })
  assert.equal(plan([other], [copy('b')]).changed.length, 1)
  assert.equal(plan([silence('c', { comment: 'more work' })], [copy('c')]).changed.length, 1)
})

test('a copy ends with what expired there, is gone there, or belongs to another alert manager', () => {
  const copies = [copy('expired'), copy('gone'), copy('same', { origin: 'elsewhere', id: 'old' }), copy('stays')]
  const { ended, added } = plan([silence('expired', { endsAt: NOW }), silence('same'), silence('stays')], copies)
  assert.deepEqual(ended, ['copy of expired', 'copy of gone', 'old'])
  assert.deepEqual(
    added.map(({ originId }) => originId),
    ['same'],
  )
})

test('what cannot be tried here, and what would hide what others send, is left out with the reason', () => {
  const pattern = (value: string) => [{ name: 'node', value, isRegex: true, isEqual: true }]
  const { added, ended, leftOut } = plan(
    [silence('letters', { matchers: pattern('\\pL+') }), silence('all', { matchers: pattern('.*') })],
    [copy('all')],
  )
  assert.deepEqual([added, ended], [[], ['copy of all']])
  assert.match(
    leftOut[0] ?? '',
    /^Silence letters of the alert manager does not hold here: its pattern for node cannot/,
  )
  assert.match(leftOut[1] ?? '', /^Silence all .*: it would hide every alert, whoever sends it\.$/)
})
