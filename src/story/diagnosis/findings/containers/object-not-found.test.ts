import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { CONTAINER_ANALYZERS } from '../analyzers.ts'
import { objectNotFound } from './object-not-found.ts'

const elsewhere = { namespace: 'shop-test' }

test('a pod that is not there is said so, its namesake elsewhere is named and never touched', async () => {
  const scene = await clusterSceneOf({
    labels: { pod: 'web-1-aaaaa' },
    objects: [pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', metadata: elsewhere, status: crashing() })],
  })
  const finding = onlyFinding(objectNotFound(scene), scene)
  assert.match(finding.statement, /Pod web-1-aaaaa was not found in namespace shop.*shop-test\/web-1-aaaaa/)
  assert.ok(finding.confidence <= 0.6)
  assert.deepEqual(
    CONTAINER_ANALYZERS.flatMap((analyze) => analyze(scene)).flatMap(({ actions }) => actions),
    [],
  )
})

test('a deployment of nearly the same name is offered as a guess', async () => {
  const scene = await clusterSceneOf({
    labels: { deployment: 'chekout' },
    objects: [...deployment('checkout'), pod('checkout-1-aaaaa')],
  })
  const finding = onlyFinding(objectNotFound(scene), scene)
  assert.match(finding.statement, /Deployment chekout was not found.*Deployment shop\/checkout/)
  assert.equal(finding.situation, 'not_found')
})

test('what is there is found', async () => {
  const scene = await clusterSceneOf({
    labels: { deployment: 'web' },
    objects: [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' })],
  })
  assert.deepEqual(objectNotFound(scene), [])
})

test('a list that could not be seen whole proves no absence', async () => {
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects: [], forbidden: ['Deployment'] })
  assert.deepEqual(objectNotFound(scene), [])
})

test('the service a measurement was fetched from is not looked for', async () => {
  const scene = await clusterSceneOf({
    labels: { service: 'kube-state-metrics', job: 'kube-state-metrics' },
    objects: [pod('web-1-aaaaa')],
  })
  assert.deepEqual(objectNotFound(scene), [])
})
