/** What people told us about their environment is in the next diagnosis and on the incident, and nothing is done for it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupOf, idOf, show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { startTestService, type TestService } from '../world/service.ts'

const CONTEXT = {
  services: [
    { name: 'ledger', namespace: 'bank', team: 'Accounts', oncall: 'ruth@bank', dependencies: ['ledger-db'] },
    { name: 'portal', namespace: 'bank', dependencies: ['ledger'] },
  ],
  infrastructure: { databases: [{ name: 'ledger-db', type: 'postgresql', host: 'pg-7' }] },
  alert_definitions: { critical: { description: 'Money does not move', response_time: '5 minutes' } },
  common_issues: [
    {
      issue: 'Booking queue stuck',
      category: 'application',
      description: 'bookings are queued and none is written',
      common_causes: ['a lock held by the nightly report'],
      standard_procedure: ['Look who holds the lock', 'Call on Accounts before ending anything'],
    },
  ],
}

async function diagnosed(service: TestService, fingerprint: string) {
  const id = await idOf(
    service,
    groupOf(
      [
        {
          fingerprint,
          labels: { alertname: 'BookingQueueStuck', namespace: 'bank', service: 'ledger', severity: 'critical' },
          annotations: { summary: 'Bookings are queued and none is written' },
        },
      ],
      `{}:{alertname="${fingerprint}"}`,
    ),
  )
  return eventually('it is diagnosed', async () => {
    const shown = await show(service, id)
    return shown.diagnosis !== null && shown
  })
}

test('the context that is in force when an alert comes is used for it, and stands on the incident', async (t) => {
  const service = await startTestService(t)
  const before = await diagnosed(service, 'first')
  assert.equal(before.context, null)
  assert.deepEqual(before.diagnosis.suggested_actions, [])
  assert.equal((await service.ask('PUT', '/api/environment-context', { body: CONTEXT })).status, 200)
  const { context, diagnosis, proposal, status } = await diagnosed(service, 'second')
  assert.deepEqual(context, {
    service: 'ledger',
    namespace: 'bank',
    team: 'Accounts',
    oncall: 'ruth@bank',
    depends_on: ['ledger-db'],
    depended_on_by: ['portal'],
    databases: [{ name: 'ledger-db', type: 'postgresql', host: 'pg-7', databases: [] }],
    alert_definition: {
      name: 'critical',
      description: 'Money does not move',
      response_time: '5 minutes',
      examples: [],
    },
    common_issues: CONTEXT.common_issues,
    culprits: [],
  })
  assert.deepEqual(diagnosis.suggested_actions, [
    'Standard procedure for the known issue “Booking queue stuck”: 1. Look who holds the lock 2. Call on Accounts before ending anything',
    'Call on those who look after ledger: Accounts, on call: ruth@bank.',
  ])
  assert.deepEqual([status, proposal], ['escalated', null])
})

test('a system that is not there is named once, however many questions it could not answer', async (t) => {
  const service = await startTestService(t)
  const { diagnosis } = await diagnosed(service, 'lonely')
  const sentences = diagnosis.not_seen.map((line: string) => line.replace(/^[^:]*: /, ''))
  assert.equal(new Set(sentences).size, sentences.length)
  assert.equal(sentences.filter((line: string) => /Kubernetes cluster/.test(line)).length, 1)
})
