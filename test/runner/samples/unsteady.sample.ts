import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { RUN_SEED } from '../../world/seed.ts'

/** In the folder of the run, so that each run begins anew. */
const TRACE = join(tmpdir(), 'was-here')

test('passes', () => {})
test('passes the second time', (t) => {
  t.diagnostic(`seed ${RUN_SEED}`)
  const wasHere = existsSync(TRACE)
  writeFileSync(TRACE, '')
  assert.equal(wasHere, true, 'Nobody was here before.')
})
