/** What the form of a plugin holds before a person types, on the page of an incident. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filledIn, offersOf } from '../../console/src/pages/incident/hands/offers-of.ts'
import { fieldsOf, flawsOf } from '../../console/src/parts/schema-fields.ts'
import type { IncidentDetail } from '../../src/edges/http/contract/incident.ts'
import type { PluginItem } from '../../src/edges/http/contract/plugin.ts'

const parameters = {
  required: ['pod_name', 'database'],
  properties: {
    namespace: { type: 'string', default: 'default' },
    pod_name: { type: 'string' },
    container: { type: 'string' },
    database: { type: 'string' },
    tail_lines: { type: 'integer', default: 200 },
  },
}

function filled(labels: Record<string, string>, known: Record<string, string[]>) {
  const incident = { alerts: [{ labels }], events: [] } as unknown as IncidentDetail
  return filledIn({ parameters } as unknown as PluginItem, incident, offersOf(incident, known))
}

test('what the alert says is filled in, also where the plugin would look elsewhere without it', () => {
  const labels = { namespace: 'shop', pod: 'web-1', container: 'exporter' }
  assert.deepEqual(filled(labels, { namespace: ['bank', 'shop'] }), { namespace: 'shop', pod_name: 'web-1' })
})

test('of what the alert does not say only that is filled in which is needed and there is but one of', () => {
  assert.deepEqual(filled({}, { namespace: ['bank'], database: ['ledger'] }), { database: 'ledger' })
  assert.deepEqual(filled({}, { database: ['ledger', 'orders'] }), {})
})

test('whom the alert names and who is at fault are offered before others, and nobody acts on everybody', () => {
  const looked = { type: 'tool_call', data: { parameters: {}, result: { success: true, data: { deployments: ALL } } } }
  const incident = { alerts: [{ labels: { service: 'seatmap' } }], diagnosis: { at_fault: ['till'] }, events: [looked] }
  const known = { namespace: ['*', 'shop'] }
  const { deployment, namespace } = offersOf(incident as unknown as IncidentDetail, known)
  assert.deepEqual([deployment, namespace], [['seatmap', 'till', 'basket'], ['shop']])
})

const ALL = ['basket', 'seatmap', 'till'].map((name) => ({ name }))

test('what is needed and was not given is told by the form, before anything is asked', () => {
  const flawed = (typed: Record<string, string>) => flawsOf(fieldsOf(parameters), typed).map(({ field }) => field)
  assert.deepEqual(flawed({ pod_name: ' ' }), ['pod_name', 'database'])
  assert.deepEqual(flawed({ pod_name: 'web-1', database: 'ledger' }), [])
})

test('whom the looks of the incident asked about, and who was listed then, is offered as well', () => {
  const look = (parameters: object, data: object, success = true) => ({
    type: 'tool_call',
    data: { parameters, result: { success, data } },
  })
  const events = [
    look({ pod_name: 'web-1' }, { pod: {} }),
    look({}, { pods: [{ name: 'web-1' }, { name: 'web-2' }], deployments: [{ name: 'web' }], nodes: 'none' }),
    look({ pod_name: 'nobody' }, {}, false),
  ]
  const incident = { alerts: [{ labels: { pod: 'web-0' } }], events } as unknown as IncidentDetail
  const offers = offersOf(incident, { deployment: ['ledger'] })
  assert.deepEqual(
    [offers.pod_name, offers.deployment],
    [
      ['web-0', 'web-1', 'web-2'],
      ['web', 'ledger'],
    ],
  )
})
