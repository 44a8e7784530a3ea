import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayPass } from './policy-rules.ts'

const PASSAGE = {
  direction: 'Ingress',
  peer: { namespace: 'web', labels: { app: 'web' } },
  port: 80,
  ownNamespace: 'shop',
} as const

function letsIn(namespaceSelector: object) {
  return [{ name: 'from-web', policyTypes: ['Ingress'], ingress: [{ from: [{ namespaceSelector }] }] }]
}

test('a namespace that is chosen by its name, in whichever form, is judged though nobody read its labels', () => {
  const named = (value: string) => [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: [value] }]
  assert.equal(mayPass(letsIn({ matchExpressions: named('web') }), PASSAGE), true)
  assert.equal(mayPass(letsIn({ matchExpressions: named('other') }), PASSAGE), false)
  assert.equal(mayPass(letsIn({ matchLabels: { 'kubernetes.io/metadata.name': 'other' } }), PASSAGE), false)
})

test('a label of a namespace that nobody read may fit', () => {
  assert.equal(mayPass(letsIn({ matchLabels: { team: 'shop' } }), PASSAGE), true)
})
