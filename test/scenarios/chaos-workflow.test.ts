/** Instances are killed at named points; at length every fault befalls them. `npm run chaos -- workflow` says what there is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lacksRedis } from '../chaos/chaos-world.ts'
import { FAULT_NAMES } from '../chaos/faults.ts'
import { breakDuringWorkflow } from '../chaos/workflow.ts'
import { inLength } from '../world/long-form.ts'
import { RUN_SEED } from '../world/seed.ts'

const KILLS = Number(process.env.FIREBREAK_CHAOS_KILLS ?? inLength(2, 20))
const EVERY_FAULT = Object.fromEntries(FAULT_NAMES.map((name) => [name, 4]))

/** So many starts take long on a busy machine. */
const LONG_MS = 1_800_000

test('instances that are killed, and at length stopped, cut off, upgraded and left without a store, act once, only on approval, and leave nothing stuck', {
  timeout: LONG_MS,
}, async (t) => {
  if (lacksRedis(t)) return
  const lines: string[] = []
  const isKept = await breakDuringWorkflow({
    counts: { ...inLength({}, EVERY_FAULT), kills: KILLS },
    seed: inLength(1, RUN_SEED),
    pace: inLength(2, 1),
    print: (line) => void lines.push(line),
  })
  assert.ok(isKept, lines.join('\n'))
})
