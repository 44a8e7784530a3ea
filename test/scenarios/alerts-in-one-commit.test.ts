/** Alerts that arrive together are committed together; what they say one after the other must hold all the same. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createAlertStore } from '../../src/edges/store/alert-records.ts'
import { IncidentNumbers } from '../../src/edges/store/incident-numbers.ts'
import { NO_HOLD } from '../../src/edges/store/rhythm-records.ts'
import { createStoreClock } from '../../src/edges/store/store-clock.ts'
import type { Accepted } from '../../src/story/alert/alert-store.ts'
import { readAlert } from '../../src/story/alert/read-alert.ts'
import { cleared, firing, kinds, show, states } from '../world/alerts.ts'
import { openRecords, silencesOf } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

type House = { service: TestService; url: string; takeIn(...bodies: unknown[]): Promise<Accepted[]> }

test('an alert that fires and clears in one commit leaves a resolved incident', async (t) => {
  const { service, url, takeIn } = await openHouse(t)
  const [fired, over] = await takeIn(firing('disk'), cleared('disk'))
  assert.equal(over?.incidentId, fired?.incidentId)
  const incident = await show(service, fired?.incidentId ?? '')
  assert.equal(incident.status, 'resolved')
  assert.equal(incident.resolution, 'alert_cleared')
  assert.deepEqual(states(incident), { disk: 'resolved' })
  assert.deepEqual(kinds(incident), ['alert_received', 'alert_cleared', 'incident_resolved'])
  assert.deepEqual(await runSql(url, 'SELECT FROM alert_keys'), [])
})

test('its next firing is a new incident', async (t) => {
  const { takeIn } = await openHouse(t)
  const [first] = await takeIn(firing('disk'), cleared('disk'))
  const [next] = await takeIn(firing('disk'))
  assert.equal(next?.outcome, 'opened')
  assert.notEqual(next?.incidentId, first?.incidentId)
})

test('an alert that joins and clears in one commit is known as cleared, and the others fire on', async (t) => {
  const { service, takeIn } = await openHouse(t)
  const [opened] = await takeIn(firing('disk'), firing('disk', 'memory'), cleared('memory'))
  const incident = await show(service, opened?.incidentId ?? '')
  assert.equal(incident.status, 'pending')
  assert.deepEqual(states(incident), { disk: 'firing', memory: 'resolved' })
})

test('an alert that clears and fires again in one commit still fires', async (t) => {
  const { service, takeIn } = await openHouse(t)
  const [opened] = await takeIn(firing('disk'))
  const [, again] = await takeIn(cleared('disk'), firing('disk'))
  assert.equal(again?.incidentId, opened?.incidentId)
  const incident = await show(service, opened?.incidentId ?? '')
  assert.equal(incident.status, 'pending')
  assert.deepEqual(states(incident), { disk: 'firing' })
})

test('news that come together with what is known are opened, and what is known joins', async (t) => {
  const { url, takeIn } = await openHouse(t)
  const takeInElsewhere = takerOn(t, url)
  const [known] = await takeIn(firing('disk'))
  const accepted = await takeInElsewhere(firing('memory'), firing('disk'), firing('network'))
  assert.deepEqual(
    accepted.map(({ outcome }) => outcome),
    ['opened', 'joined', 'opened'],
  )
  assert.equal(accepted[1]?.incidentId, known?.incidentId)
  const [stored] = await runSql(
    url,
    'SELECT (SELECT count(*)::int FROM incidents) AS incidents, (SELECT count(*)::int FROM alerts) AS deliveries',
  )
  assert.deepEqual(stored, { incidents: 3, deliveries: 4 })
})

async function openHouse(t: TestContext): Promise<House> {
  const { url } = await migratedDatabase(t)
  // Diagnosis is paused, so that every move is the alert's own.
  const service = await startTestService(t, { environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' } })
  return { service, url, takeIn: takerOn(t, url) }
}

/** An instance that has met no alert yet. */
function takerOn(t: TestContext, url: string): House['takeIn'] {
  const database = openRecords(t, url)
  const numbers = new IncidentNumbers(database, createStoreClock(database))
  const store = createAlertStore({ database, numbers, silences: silencesOf(database), holds: async () => NO_HOLD })
  return (...bodies) => store.accept(bodies.map((body) => readAlert(body, { senderIsAlertBot: false, via: 'api' })))
}
