import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSpokenRepeats } from './repeats.ts'

test('how long an incident is ignored is read from the first words, and the reason from the rest', () => {
  for (const [said, word, comment] of [
    ['for an hour: the disks are being changed', 'for_a_time', 'the disks are being changed'],
    ['once', 'once', ''],
    ['until it clears, known', 'until_cleared', 'known'],
    ['For these labels noise', 'for_labels', 'noise'],
    ['we did it once before', undefined, 'we did it once before'],
    ['', undefined, ''],
  ] as const) {
    const { repeats, comment: rest } = readSpokenRepeats(said)
    assert.deepEqual([repeats?.word, rest], [word, comment], said)
  }
})
