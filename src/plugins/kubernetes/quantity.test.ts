import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestsOf } from './pod-requests.ts'
import { readQuantity, writeQuantity } from './quantity.ts'

test('amounts are read as the API writes them', () => {
  const amounts = {
    '250m': 0.25,
    '107400000n': 0.1074,
    '2': 2,
    '1.5': 1.5,
    '254280Ki': 260_382_720,
    '1Gi': 2 ** 30,
    '1G': 1e9,
    '1e3': 1000,
    '12E': 12e18,
  }
  for (const [text, amount] of Object.entries(amounts))
    assert.equal(readQuantity(text)?.toPrecision(12), amount.toPrecision(12), text)
})

test('what is no amount is none, and never zero', () => {
  for (const text of [undefined, null, '', 'many', '1 Gi', '1gi', '--1', 'Infinity'])
    assert.equal(readQuantity(text), undefined)
})

test('amounts are written for people', () => {
  assert.deepEqual(
    [writeQuantity('cpu', 0.6), writeQuantity('memory', 2 ** 27), writeQuantity('pods', 3)],
    ['600m', '128Mi', '3'],
  )
})

test('a pod asks for its containers together, or for its largest init container', () => {
  const asking = (name: string, cpu: string, rest = {}) => ({ name, resources: { requests: { cpu } }, ...rest })
  const cpu = (spec: Parameters<typeof requestsOf>[0]) => requestsOf(spec).get('cpu')
  assert.equal(cpu({ containers: [asking('a', '1'), asking('b', '500m')] }), 1.5)
  assert.equal(cpu({ containers: [asking('a', '1')], initContainers: [asking('i', '3')] }), 3)
  assert.equal(
    cpu({ containers: [asking('a', '1')], initContainers: [asking('s', '3', { restartPolicy: 'Always' })] }),
    4,
  )
  assert.equal(cpu({ containers: [{ name: 'a', resources: { limits: { cpu: '2' } } }], overhead: { cpu: '1' } }), 3)
})
