/** One of two instances loses the store without a word while alerts pour in. `npm run chaos -- partitioned-intake` is the same at length. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lacksRedis } from '../chaos/chaos-world.ts'
import { partitionDuringIntake } from '../chaos/partition.ts'
import { inLength } from '../world/long-form.ts'
import { RUN_SEED } from '../world/seed.ts'

const ALERTS = inLength({ accepted: 15, perSecond: 20, underWayMax: 8 }, { seconds: 40, perSecond: 200 })

/** What was taken has to be worked off on a busy machine, too. */
const LONG_MS = 1_800_000

test('while one instance is cut off from the store the other takes alerts, and every 202 of either is stored exactly once', {
  timeout: LONG_MS,
}, async (t) => {
  if (lacksRedis(t)) return
  const lines: string[] = []
  const isKept = await partitionDuringIntake({ ...ALERTS, seed: RUN_SEED, print: (line) => void lines.push(line) })
  assert.ok(isKept, lines.join('\n'))
})
