import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import type { Finding } from '../finding.ts'
import { apart } from './cluster-fault.ts'

const OTHER: Finding = {
  kind: 'out_of_memory',
  statement: 'Container app of pod checkout-1-aaaaa is killed for want of memory.',
  evidence: [],
  facts: [],
  confidence: 0.9,
  situation: 'fault',
  weight: 'cause',
  subject: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
  actions: [{ plugin: 'rollback_deployment', parameters: {}, why: 'It began with revision 2.' }],
  suggestions: [],
}

type Logs = NonNullable<Parameters<typeof clusterSceneOf>[0]['logs']>

async function sceneOf(suspected: readonly string[], logs: Logs = []) {
  const objects = [
    ...[...deployment('web'), ...deployment('checkout')],
    ...['web', 'checkout'].map((name) => pod(`${name}-1-aaaaa`, { owner: `ReplicaSet/${name}-1` })),
  ]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects, logs })
  const keys = suspected.map((name) => ({ namespace: 'shop', name }))
  return { ...scene, ...(scene.cluster && { cluster: { ...scene.cluster, suspected: keys } }) }
}

test('whom only the facts led to is told beside, and nothing is done to it', async () => {
  const { weight, actions, confidence } = apart(OTHER, await sceneOf(['checkout-1-aaaaa']))
  assert.deepEqual([weight, actions, confidence], ['context', [], 0.4])
})

test('whom the subject complains of, and who was looked at for its own sake, may be the cause', async () => {
  const line = 'ERROR cannot reach http://checkout:8080/pay: connection refused'
  const logs = [{ pod: 'web-1-aaaaa', lines: [line] }]
  assert.equal(apart(OTHER, await sceneOf(['checkout-1-aaaaa'], logs)), OTHER)
  assert.equal(apart(OTHER, await sceneOf([])), OTHER)
})

test('the subject itself is no other', async () => {
  const own = { ...OTHER, subject: { kind: 'Deployment', namespace: 'shop', name: 'web' } }
  assert.equal(apart(own, await sceneOf(['web-1-aaaaa'])), own)
})
