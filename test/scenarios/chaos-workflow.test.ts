import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lacksRedis } from '../chaos/chaos-world.ts'
import { killDuringWorkflow } from '../chaos/workflow.ts'
import { inLength } from '../world/long-form.ts'
import { RUN_SEED } from '../world/seed.ts'

/** The full figure is `npm run chaos -- workflow --kills 500`. */
const KILLS = Number(process.env.FIREBREAK_CHAOS_KILLS ?? inLength(2, 20))

/** So many starts take long on a busy machine. */
const LONG_MS = 900_000

test('instances that are killed again and again act once, only on approval, and leave nothing stuck', {
  timeout: LONG_MS,
}, async (t) => {
  if (lacksRedis(t)) return
  const lines: string[] = []
  const isKept = await killDuringWorkflow({
    kills: KILLS,
    seed: inLength(1, RUN_SEED),
    print: (line) => void lines.push(line),
  })
  assert.ok(isKept, lines.join('\n'))
})
