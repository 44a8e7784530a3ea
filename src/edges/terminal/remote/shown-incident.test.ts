import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { components } from '../../client/client.ts'
import { shownIncident } from './shown-incident.ts'

type Incident = components['schemas']['IncidentDetail']

/** As the API tells it; what is not read here is left out. */
function incident(diagnosis: Partial<Incident['diagnosis']>): Incident {
  const nothing = { conclusion: 'Nothing was found.', confidence: 0.2, key_findings: [], suggested_actions: [] }
  const told = { id: 'INC-20261118-001', title: 'slow', status: 'escalated', severity: 'high', created_at: 'now' }
  return { ...told, events: [], diagnosis: { ...nothing, not_seen: [], ...diagnosis } } as unknown as Incident
}

test('what could not be looked at is shown, and no heading where all was seen', () => {
  const shown = shownIncident(incident({ not_seen: ['No Kubernetes cluster is configured.'] }))
  assert.match(shown, /20 % sure\)\nCould not be looked at:\n {2}- No Kubernetes cluster is configured\./)
  assert.doesNotMatch(shownIncident(incident({})), /Could not/)
})
