import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exporterNames, plainLabels } from './label-names.ts'

test('what a metric says of its object outranks what Prometheus says of the exporter', () => {
  const labels = { namespace: 'monitoring', pod: 'exporter-1', container: 'exporter', job: 'exporter' }
  const plain = plainLabels({ ...labels, exported_namespace: 'shop', exported_pod: 'cart-7' })
  assert.deepEqual([plain.namespace, plain.pod, plain.container, plain.job], ['shop', 'cart-7', undefined, 'exporter'])
})

test('the spelling of OpenTelemetry and of others is understood, and the plain one counts first', () => {
  const plain = plainLabels({ 'k8s.namespace.name': 'shop', k8s_pod_name: 'cart-7', 'k8s.cluster.name': 'west' })
  assert.deepEqual([plain.namespace, plain.pod, plain.cluster], ['shop', 'cart-7', 'west'])
  assert.equal(plainLabels({ kubernetes_namespace_name: 'a', namespace: 'b' }).namespace, 'b')
  assert.equal(plainLabels({ kube_deployment: 'cart' }).deployment, 'cart')
})

test('labels that need no translation stay as they are', () => {
  const labels = { namespace: 'shop', pod: 'cart-7', exported_job: 'batch', app: 'cart' }
  assert.deepEqual(plainLabels(labels), { ...labels, job: 'batch' })
})

test('the exporter’s names are known, so that a title made of labels does not bring them back', () => {
  const labels = {
    namespace: 'ingress-nginx',
    pod: 'controller-1',
    exported_namespace: 'shop',
    exported_service: 'web',
  }
  assert.deepEqual([...exporterNames(labels)], ['ingress-nginx', 'controller-1'])
  assert.deepEqual([...exporterNames({ namespace: 'shop', pod: 'web-1', exported_job: 'batch' })], [])
})
