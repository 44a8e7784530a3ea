import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTargetNamed } from './target.ts'

test('the target is whom the case states, in whatever form, or else whom its step would touch', () => {
  const said = 'Deployment shop/web was changed.'
  assert.equal(isTargetNamed(said, { target: { kind: 'Deployment', name: 'web' } }), true)
  assert.equal(isTargetNamed(said, { target: 'db' }), false)
  assert.equal(isTargetNamed(said, { target: ['db', 'WEB'] }), true)
  const remediation = { plugin: 'restart_pod', parameters_contains: { namespace: 'shop', pod: 'web-7d9f8b6c54-x2x9q' } }
  assert.equal(isTargetNamed(said, { remediation }), true)
  assert.equal(isTargetNamed(said, { remediation: null }), undefined)
})
