import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/world/chance.ts'
import { fromWire, toWire } from './tool-name.ts'

const tool = (name: string) => ({ name, description: '', parameters: {} })

test('a dot travels as two underscores and back', () => {
  assert.equal(toWire('metrics.query_range'), 'metrics__query_range')
  assert.equal(fromWire('metrics__query_range', []), 'metrics.query_range')
  assert.equal(toWire('list_pods'), 'list_pods')
})

test('whatever a tool is called, its name on the wire is one both protocols take, and is known again', () => {
  const name = fc.oneof(
    fc.stringMatching(/^[a-z][a-z0-9_]{0,20}(\.[a-z0-9_]{1,40}){0,3}$/),
    fc.stringMatching(/^[ab_.]{1,8}$/),
    fc.string({ minLength: 1, maxLength: 200 }),
  )
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), (names) => {
      const wireNames = names.map(toWire)
      for (const wireName of wireNames) assert.match(wireName, /^[a-zA-Z0-9_-]{1,64}$/)
      assert.equal(new Set(wireNames).size, names.length)
      assert.deepEqual(
        wireNames.map((wireName) => fromWire(wireName, names.map(tool))),
        names,
      )
    }),
  )
})
