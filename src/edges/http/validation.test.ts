import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from './contract/schema.ts'
import { createValidatorCompiler } from './validation.ts'

test('what one server of a process compiled another does not compile again', () => {
  const wish = { schema: Type.Object({ name: Type.String() }), method: 'POST', url: '/', httpPart: 'body' }
  assert.equal(createValidatorCompiler()(wish), createValidatorCompiler()(wish))
  const other = { ...wish, schema: Type.Object({ name: Type.Integer() }) }
  assert.notEqual(createValidatorCompiler()(wish), createValidatorCompiler()(other))
})

test('a schema is compiled by the first request that needs it, not by a start', () => {
  const wish = { schema: { type: 'nonsense' }, method: 'POST', url: '/', httpPart: 'body' }
  const check = createValidatorCompiler()(wish)
  assert.throws(() => check('anything'), /nonsense|JSONType/)
})
