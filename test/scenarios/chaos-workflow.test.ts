/** Every fault befalls one of two instances, or their store. `npm run chaos -- workflow` is the same at length. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lacksRedis } from '../chaos/chaos-world.ts'
import { FAULT_NAMES } from '../chaos/faults.ts'
import { breakDuringWorkflow } from '../chaos/workflow.ts'
import { shuffle } from '../runner/plan.ts'
import { inLength } from '../world/long-form.ts'
import { RUN_SEED } from '../world/seed.ts'

const GIVEN_KILLS = process.env.FIREBREAK_CHAOS_KILLS
const KILLS = Number(GIVEN_KILLS ?? inLength(1, 20))
/** A build of another version is not in the cache of compiled files, and two versions have a test of their own. */
const SHORT_NAMES = FAULT_NAMES.filter((name) => name !== 'versions')
/** Without a wish for kills the seed draws some of the faults, so that after some runs it was every one. */
const SOME = GIVEN_KILLS === undefined ? 2 : SHORT_NAMES.length
const NAMES = inLength(shuffle(SHORT_NAMES, RUN_SEED).slice(0, SOME), FAULT_NAMES)
const EVERY_FAULT = Object.fromEntries(NAMES.map((name) => [name, inLength(1, 4)]))
/** In the short form a fault is put on, felt and taken away; that one outlasts a lease has tests of its own. */
const PACE = inLength(8, 1)

/** So many starts take long on a busy machine. */
const LONG_MS = 1_800_000

test('instances that are killed, stopped, cut off and left without a store act once, only on approval, and leave nothing stuck', {
  timeout: LONG_MS,
}, async (t) => {
  if (lacksRedis(t)) return
  const lines: string[] = []
  const isKept = await breakDuringWorkflow({
    counts: { ...EVERY_FAULT, kills: KILLS },
    seed: inLength(1, RUN_SEED),
    pace: PACE,
    print: (line) => void lines.push(line),
  })
  assert.ok(isKept, lines.join('\n'))
})
