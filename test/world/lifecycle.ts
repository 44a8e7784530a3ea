/** The whole way of an incident on a cluster: an alert arrives, is diagnosed, a plan is confirmed, carried out and verified. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { post } from './alerts.ts'
import { eventually } from './eventually.ts'
import type { Json } from './kubernetes/kube-object.ts'
import { startTestService, type TestService } from './service.ts'

type Lifecycle = {
  service: TestService
  /** The incident once its diagnosis is there, with the plan that waits, if any. */
  diagnose(labels: Record<string, string>, startsAt?: Date): Promise<Json>
  /** Confirms the plan that waits, and answers the incident at its end. */
  carryOut(incident: Json): Promise<Json>
  /** What the status warns of. */
  warnings(): Promise<readonly string[]>
}

const SETTLED = ['awaiting_approval', 'escalated', 'resolved', 'suppressed']

export async function openLifecycle(
  t: TestContext,
  KUBECONFIG: string,
  more: Record<string, string> = {},
): Promise<Lifecycle> {
  const service = await startTestService(t, {
    environment: { KUBECONFIG, ALLOWED_NAMESPACES: 'shop,production,default', HOURLY_QUOTA: '100', ...more },
  })
  const reach = (id: string, statuses: readonly string[]) =>
    eventually(`incident ${id} is ${statuses.join(' or ')}`, async () => {
      const shown = (await service.get(`/api/incidents/${id}`)).body.data as Json
      return statuses.includes(shown.status) && shown
    })
  return {
    service,
    diagnose: async (labels, startsAt = new Date()) => {
      const alert = { status: 'firing', labels, annotations: {}, startsAt, fingerprint: randomUUID().slice(0, 16) }
      const { incident_id: id } = await post(service, { version: '4', status: 'firing', alerts: [alert] })
      return reach(id, SETTLED)
    },
    carryOut: async ({ id, proposal }) => {
      const body = { decision: 'confirm', digest: proposal.digest }
      const answer = await service.ask('POST', `/api/incidents/${id}/decision`, { body })
      assert.equal(answer.status, 200, answer.text)
      return reach(id, ['resolved', 'escalated'])
    },
    warnings: async () => (await service.get('/api/status')).body.data.warnings,
  }
}
