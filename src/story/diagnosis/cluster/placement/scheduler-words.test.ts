import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRefusals, withoutAfterthought } from './refused-creations.ts'

const MEMORY = '2 Insufficient memory'
const SAID = '0/2 nodes are available: 2 Insufficient memory'

for (const [version, message] of [
  ['v1.20', `${SAID}.`],
  ['v1.24', `${SAID}. preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.`],
  ['v1.32', `${SAID}. preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.`],
  [
    'v1.34',
    `${SAID}. no new claims to deallocate, preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.`,
  ],
  [
    'with claims left',
    `${SAID}. still not schedulable, preemption: 0/2 nodes are available: 2 Preemption is not helpful.`,
  ],
  [
    'with no dot before',
    `${SAID}, no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.`,
  ],
] as const)
  test(`the words of a scheduler ${version} are read without what it adds for itself`, () => {
    assert.equal(withoutAfterthought(message).replace(/\.$/, ''), SAID)
    assert.deepEqual(readRefusals(message), [{ kind: 'resources', count: 2, text: MEMORY.slice(2), word: 'memory' }])
  })

test('several reasons are told apart, whatever follows them', () => {
  const message =
    "0/6 nodes are available: 1 node(s) had untolerated taint {dedicated: gpu}, 2 Insufficient cpu, 3 node(s) didn't match Pod's node affinity/selector. no new claims to deallocate, preemption: 0/6 nodes are available: 2 No preemption victims found for incoming pod, 4 Preemption is not helpful for scheduling."
  assert.deepEqual(
    readRefusals(message).map(({ kind, count, word }) => [kind, count, word]),
    [
      ['taint', 1, 'dedicated: gpu'],
      ['resources', 2, 'cpu'],
      ['selector', 3, undefined],
    ],
  )
})

test('what is no such sentence holds no refusals', () => {
  assert.deepEqual(readRefusals('running PreBind plugin "VolumeBinding": binding volumes: timed out'), [])
})
