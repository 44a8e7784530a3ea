import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import type { WholeIncident } from './incident.ts'
import { serviceOf } from './service-of.ts'

const ENVIRONMENT = readEnvironment(
  JSON.stringify({
    services: [
      { name: 'api', namespace: 'shop', oncall: 'shop api' },
      { name: 'api', namespace: 'bank', oncall: 'bank api' },
      { name: 'api-gateway', namespace: 'shop', oncall: 'gateway' },
      { name: 'mail', namespace: 'office', oncall: 'mail' },
      { name: '', namespace: 'office', oncall: 'nobody' },
    ],
  }),
)

type About = { labels?: Record<string, string>; title?: string; target?: { name: string; namespace?: string } }

function whoIsOnCall({ labels = {}, title = '', target }: About): string | undefined {
  const member = { key: 'k', state: 'firing', name: 'n', labels, annotations: {}, startsAt: undefined }
  const proposal = target && { actions: [{ targets: [{ system: 'kubernetes', kind: 'Deployment', ...target }] }] }
  const incident = { title, description: '', members: [member], proposal } as unknown as WholeIncident
  return serviceOf(incident, ENVIRONMENT)?.oncall
}

test('labels name the service, and the namespace tells two of one name apart', () => {
  assert.equal(whoIsOnCall({ labels: { service: 'api', namespace: 'bank' } }), 'bank api')
  assert.equal(whoIsOnCall({ labels: { service: 'api' } }), 'shop api')
  assert.equal(whoIsOnCall({ labels: { deployment: 'mail', job: 'api' } }), 'mail')
})

test('a pod belongs to the service whose name it begins with, the longest that fits', () => {
  assert.equal(whoIsOnCall({ labels: { pod: 'api-7d4f-x2x', namespace: 'shop' } }), 'shop api')
  assert.equal(whoIsOnCall({ labels: { pod: 'api-gateway-7d4f-x2x', namespace: 'shop' } }), 'gateway')
  assert.equal(whoIsOnCall({ labels: { pod: 'apiary-1' } }), undefined)
})

test('what the plan would touch outranks what the text says', () => {
  assert.equal(whoIsOnCall({ target: { name: 'mail', namespace: 'office' }, title: 'api is slow' }), 'mail')
  assert.equal(whoIsOnCall({ title: 'the api-gateway is slow' }), 'gateway')
  assert.equal(whoIsOnCall({ title: 'rapid mailing of capital' }), undefined)
})
