import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carryOutActions } from './carry-out-plan.ts'

type Parts = Parameters<typeof carryOutActions>[0]

const TAKEN_AT = new Date('2026-05-01T10:00:00Z')
const SETTLES_WITHIN_SECONDS = 20

/** An act that somebody began before the run came to us; the target shows it from the given look on. */
async function lookBack(shownAtLook: number) {
  let now = TAKEN_AT.getTime()
  let looks = 0
  const parts = {
    door: {
      settlesWithinSeconds: () => SETTLES_WITHIN_SECONDS,
      readBack: async () => {
        looks += 1
        return looks >= shownAtLook
      },
    },
    clock: { now: () => new Date(now) },
    pause: async (seconds: number) => {
      now += seconds * 1000
    },
    record: { begunAt: async () => TAKEN_AT, finish: (_: unknown, report: () => Promise<unknown>) => report() },
  } as unknown as Parts
  const attempt = { incidentId: 'INC-20260501-001', digest: 'd', phase: 'do', step: 0, plugin: 'act' } as const
  const action = { plugin: 'act', parameters: {}, preconditions: {} }
  const deed = { attempt, action, takenAt: TAKEN_AT, signal: new AbortController().signal }
  const [report] = await carryOutActions(parts, [deed])
  return { outcome: report?.outcome, looks, waitedSeconds: (now - TAKEN_AT.getTime()) / 1000 }
}

test('nobody says that an act is unknown while what was asked of the target may still come about', async () => {
  const { outcome, waitedSeconds } = await lookBack(Number.POSITIVE_INFINITY)
  assert.deepEqual([outcome, waitedSeconds], ['unknown', SETTLES_WITHIN_SECONDS])
})

test('an act that the target shows is done, and nobody waits any longer', async () => {
  assert.deepEqual(await lookBack(3), { outcome: 'done', looks: 3, waitedSeconds: 2 })
})
