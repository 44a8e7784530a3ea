import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveSettings } from '../../guidance/settings/resolve-settings.ts'
import type { PastAct, ReadBack } from '../../plugins/plugin.ts'
import type { Fence } from '../../ports/deadline.ts'
import { carryOutActions } from './carry-out-plan.ts'

type Parts = Parameters<typeof carryOutActions>[0]

const TAKEN_AT = new Date('2026-05-01T10:00:00Z')
const SETTLES_WITHIN_SECONDS = 20

const WITNESS = { counted: 7 }

/** An act that somebody began before the run came to us; the target shows it from the given look on. */
const lookBack = (shownAtLook: number) => lookBackAt((look) => look >= shownAtLook)

async function lookBackAt(shown: (look: number, past: PastAct) => ReadBack) {
  let now = TAKEN_AT.getTime()
  let looks = 0
  const parts = {
    door: {
      settlesWithinSeconds: () => SETTLES_WITHIN_SECONDS,
      readBack: async (_: unknown, past: PastAct) => {
        looks += 1
        return shown(looks, past)
      },
    },
    clock: { now: () => new Date(now) },
    pause: async (seconds: number) => {
      now += seconds * 1000
    },
    record: {
      begun: async () => ({ startedAt: TAKEN_AT, witness: WITNESS }),
      finish: (_: unknown, report: () => Promise<unknown>) => report(),
    },
  } as unknown as Parts
  const attempt = { incidentId: 'INC-20260501-001', digest: 'd', phase: 'do', step: 0, plugin: 'act' } as const
  const action = { plugin: 'act', parameters: {}, preconditions: {} }
  const deed = { attempt, action, takenAt: TAKEN_AT, approvedAt: TAKEN_AT, signal: new AbortController().signal }
  const [report] = await carryOutActions(parts, [deed])
  const { outcome, message } = report ?? {}
  return { outcome, message, looks, waitedSeconds: (now - TAKEN_AT.getTime()) / 1000 }
}

test('nobody says that an act is unknown while what was asked of the target may still come about', async () => {
  const { outcome, waitedSeconds } = await lookBack(Number.POSITIVE_INFINITY)
  assert.deepEqual([outcome, waitedSeconds], ['unknown', SETTLES_WITHIN_SECONDS])
})

test('an act that the target shows is done, and nobody waits any longer', async () => {
  const { message: _, ...seen } = await lookBack(3)
  assert.deepEqual(seen, { outcome: 'done', looks: 3, waitedSeconds: 2 })
})

test('what no look can tell is unknown at once, and the reason is told', async () => {
  const unknown = 'The server was restarted since, which ends every session.'
  const { looks, ...told } = await lookBackAt((_, { witness }) => (witness === WITNESS ? { unknown } : true))
  assert.deepEqual([told.outcome, looks], ['unknown', 1])
  assert.match(
    told.message ?? '',
    /restarted since, which ends every session\. Whether this step did it cannot be known/,
  )
})

/** An act whose store was out of reach a moment ago: the settings that were seen last, and those the store has by now. */
async function actUnder(confirmed: () => Promise<boolean>) {
  const settings = resolveSettings({}, new Map()).values
  const intention = { effect: { targets: [], changes: [], commands: [], risk: 'low' }, preconditions: {} }
  let changes = 0
  const parts = {
    door: {
      intend: async () => intention,
      remediate: async (_: unknown, { fence }: { fence: Fence }) => {
        const change = fence.through(async () => {
          changes += 1
        })
        const result = await change.then(
          () => ({ success: true }),
          ({ message }: Error) => ({ success: false, error: message }),
        )
        return { result }
      },
    },
    ledger: { actionsInLastHour: async () => 0, replicasAtHourStart: async () => undefined },
    currentSettings: async () => ({ ...settings, REMEDIATION_ENABLED: true }),
    confirmedSettings: async () => ({ ...settings, REMEDIATION_ENABLED: await confirmed() }),
    clock: { now: () => TAKEN_AT },
    record: {
      begun: async () => undefined,
      begin: async () => true,
      heldForMs: async () => 9_000,
      finish: (_: unknown, report: () => Promise<unknown>) => report(),
    },
  } as unknown as Parts
  const attempt = { incidentId: 'INC-20260501-001', digest: 'd', phase: 'do', step: 0, plugin: 'act' } as const
  const action = { plugin: 'act', parameters: {}, preconditions: {} }
  const deed = { attempt, action, takenAt: TAKEN_AT, approvedAt: TAKEN_AT, signal: new AbortController().signal }
  const [report] = await carryOutActions(parts, [deed])
  return { outcome: report?.outcome, changes }
}

test('the stop switch is the store’s at the moment of the act, whatever was seen of it last', async () => {
  assert.deepEqual(await actUnder(async () => true), { outcome: 'done', changes: 1 })
  assert.deepEqual(await actUnder(async () => false), { outcome: 'skipped', changes: 0 })
  const isAway = () => Promise.reject(new Error('away'))
  assert.deepEqual(await actUnder(isAway), { outcome: 'skipped', changes: 0 })
})

/** A plan of one step that nobody has begun, so long after a person confirmed it. */
async function beginAfter(seconds: number, confirmWithinSeconds = 3600) {
  const asked: string[] = []
  const parts = {
    currentSettings: async () => ({ CONFIRM_WITHIN_SECONDS: confirmWithinSeconds }),
    door: {
      intend: async () => {
        asked.push('intend')
        throw new Error('it is gone.')
      },
    },
    clock: { now: () => new Date(TAKEN_AT.getTime() + seconds * 1000) },
    record: { begun: async () => undefined, finish: (_: unknown, report: () => Promise<unknown>) => report() },
  } as unknown as Parts
  const attempt = { incidentId: 'INC-20260501-001', digest: 'd', phase: 'do', step: 0, plugin: 'act' } as const
  const action = { plugin: 'act', parameters: {}, preconditions: {} }
  const deed = { attempt, action, takenAt: new Date(), approvedAt: TAKEN_AT, signal: new AbortController().signal }
  const [report] = await carryOutActions(parts, [deed])
  return { outcome: report?.outcome, message: report?.message, asked }
}

test('what was confirmed longer ago than a plan may wait is not begun, and says so', async () => {
  const { outcome, message, asked } = await beginAfter(3600)
  assert.deepEqual([outcome, asked], ['skipped', []])
  assert.equal(
    message,
    'Nothing was changed: the plan was confirmed at 2026-05-01T10:00:00.000Z, too long ago to be carried out now. Have the incident diagnosed again.',
  )
})

test('what was confirmed in time is begun, also where people have little time to decide', async () => {
  assert.deepEqual((await beginAfter(3599)).asked, ['intend'])
  assert.deepEqual((await beginAfter(899, 5)).asked, ['intend'])
  assert.deepEqual((await beginAfter(900, 5)).asked, [])
  assert.deepEqual((await beginAfter(7200, 86_400)).asked, ['intend'])
})
