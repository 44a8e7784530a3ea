import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkParameters } from './check-parameters.ts'
import type { ParameterSchema } from './plugin.ts'

test('each parameter of a schema is held against its own pattern', () => {
  const schema = {
    type: 'object',
    properties: {
      place: { type: 'string', description: '', pattern: '^[a-z]+$' },
      node: { type: 'string', description: '', pattern: '^[a-z0-9.-]+$' },
    },
  } satisfies ParameterSchema
  assert.deepEqual(checkParameters(schema, { place: 'shop', node: 'ip-10-0-3-4.internal' }), {
    parameters: { place: 'shop', node: 'ip-10-0-3-4.internal' },
  })
  assert.match(JSON.stringify(checkParameters(schema, { place: 'shop-1', node: 'a' })), /place: must match pattern/)
})
