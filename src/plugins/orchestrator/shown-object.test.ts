import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showWhole } from './shown-object.ts'

const NOISE = { fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } }

test('a whole object says when somebody last wrote it, and with what', () => {
  const managedFields = [
    { manager: 'helm', operation: 'Update', time: '2026-11-15T08:00:00Z', ...NOISE },
    { manager: 'kubectl-edit', operation: 'Update', time: '2026-11-15T09:00:00Z', ...NOISE },
    { manager: 'controller', operation: 'Update', subresource: 'status', time: '2026-11-15T09:30:00Z', ...NOISE },
  ]
  assert.deepEqual(showWhole({ kind: 'Ingress', metadata: { name: 'door', managedFields } }), {
    kind: 'Ingress',
    metadata: { name: 'door', last_write: { time: '2026-11-15T09:00:00Z', manager: 'kubectl-edit' } },
  })
})

test('where nobody noted a write, none is told', () => {
  assert.deepEqual(showWhole({ kind: 'Service', metadata: { name: 'web' } }), {
    kind: 'Service',
    metadata: { name: 'web' },
  })
})
