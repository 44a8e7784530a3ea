/** The service is killed while alerts pour in. `npm run chaos -- intake --kills 300` is the same at length. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lacksRedis } from '../chaos/chaos-world.ts'
import { killDuringIntake } from '../chaos/intake.ts'
import { inLength } from '../world/long-form.ts'
import { RUN_SEED } from '../world/seed.ts'

const KILLS = Number(process.env.FIREBREAK_CHAOS_KILLS ?? inLength(1, 20))
const PACE = inLength({ perSecond: 40, underWayMax: 8 }, { perSecond: 300 })

/** So many starts take long on a busy machine. */
const LONG_MS = 900_000

test('every alert answered with 202 is stored exactly once, however often the service is killed', {
  timeout: LONG_MS,
}, async (t) => {
  if (lacksRedis(t)) return
  const print = (line: string) => t.diagnostic(line)
  const isKept = await killDuringIntake({ kills: KILLS, ...PACE, seed: RUN_SEED, print })
  assert.ok(isKept, 'A promise was broken; the lines above say which.')
})
