import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countJob, failedFiles, sumOf } from './tally.ts'
import type { Ending } from './test-event.ts'

const JOB = { files: ['one.test.ts', 'other.test.ts'] }
const FINE = { seconds: 1, cpuSeconds: 1, fault: undefined, output: '' }
const PASSED: Ending = { outcome: 'passed', milliseconds: 1, isSuite: false }
const SKIPPED: Ending = { outcome: 'skipped', milliseconds: 1, isSuite: false, reason: 'No moon.' }
const FAILED: Ending = { outcome: 'failed', milliseconds: 1, isSuite: false }

function counted(endings: readonly [string, Ending][], fault?: string) {
  const { hear, end } = countJob(JOB)
  for (const [place, ending] of endings)
    hear({ kind: 'ended', test: { name: 'a', root: 'a', nesting: 0, place }, ending })
  return end({ ...FINE, fault })
}

test('only the file that failed is run again, and what the others came to stays counted', () => {
  const ended = counted([
    ['one.test.ts:1', PASSED],
    ['one.test.ts:2', FAILED],
    ['other.test.ts:1', PASSED],
    ['other.test.ts:2', SKIPPED],
  ])
  assert.deepEqual(failedFiles(ended), ['one.test.ts'])
  const kept = sumOf(ended, (file) => file === 'one.test.ts')
  assert.deepEqual([kept.passed, kept.failed, kept.failures.length], [1, 0, 0])
  assert.deepEqual([...kept.skipped], [['No moon.', 1]])
  const all = sumOf(ended)
  assert.deepEqual([all.passed, all.failed, all.failures.length], [2, 1, 1])
})

test('where nobody knows which file it was, all are run again', () => {
  assert.deepEqual(failedFiles(counted([['test/world/stores.ts:1', FAILED]])), JOB.files)
  assert.deepEqual(failedFiles(counted([['one.test.ts:1', PASSED]], 'It was ended by SIGKILL.')), JOB.files)
})
