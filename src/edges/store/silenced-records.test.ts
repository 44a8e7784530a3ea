import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { cleared, firing } from '../../../test/world/alerts.ts'
import { freshRecords, SILENT_LOG, silencesOf } from '../../../test/world/records.ts'
import { readAlert } from '../../story/alert/read-alert.ts'
import { createAlertStore } from './alert-records.ts'
import { IncidentNumbers } from './incident-numbers.ts'
import { NO_HOLD } from './rhythm-records.ts'
import { createSilenceStore } from './silence-records.ts'

/** Alerts that arrive in one group, under a silence of theirs; answers how what is held back stands then. */
async function takeTogether(t: TestContext, bodies: readonly unknown[]): Promise<string[]> {
  const { database } = await freshRecords(t)
  const matchers = [{ name: 'alertname', value: 'Restless', isRegex: false, isEqual: true }]
  const window = { startsAt: new Date(0), endsAt: new Date('2999-01-01T00:00:00Z') }
  const silences = createSilenceStore({ database, log: SILENT_LOG, onCommit: () => {} })
  await silences.add({ matchers, ...window, comment: 'work', createdBy: 'ann' }, 'ann')
  const numbers = new IncidentNumbers(database, { now: () => new Date() })
  const parts = { database, numbers, silences: silencesOf(database), holds: async () => NO_HOLD }
  const alerts = bodies.map((body) => readAlert(body, { senderIsAlertBot: false, via: 'api' }))
  await createAlertStore(parts).accept(alerts)
  const { rows } = await database.query<{ state: string }>('SELECT state FROM silenced_alerts')
  return rows.map(({ state }) => state)
}

test('of what comes in one group, the last word of a silenced alert counts: over and back again, it fires', async (t) => {
  assert.deepEqual(await takeTogether(t, [cleared('Restless'), firing('Restless')]), ['firing'])
})

test('and come and gone, it is over', async (t) => {
  assert.deepEqual(await takeTogether(t, [firing('Restless'), cleared('Restless')]), ['resolved'])
})
