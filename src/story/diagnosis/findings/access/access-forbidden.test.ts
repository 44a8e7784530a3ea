import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { accessForbidden } from './credentials.ts'

const labels = { deployment: 'web' }
const FORBIDDEN =
  'E0310 pods is forbidden: User "system:serviceaccount:shop:web-reader" cannot list resource "pods" in API group "" in the namespace "stock"'

function world(line: string, revisions: readonly object[] = [{}]) {
  const owner = `ReplicaSet/web-${revisions.length}`
  return {
    labels,
    alertName: 'HighErrorRate',
    objects: [...deployment('web', { revisions: revisions as never }), pod('web-x-aaaaa', { owner, age: 20 })],
    logs: [{ pod: 'web-x-aaaaa', lines: [line] }],
  }
}

test('what the account lacks is told verb by verb, and no rights are given', async () => {
  const scene = await clusterSceneOf(world(FORBIDDEN))
  const finding = onlyFinding(accessForbidden(scene), scene)
  assert.match(finding.statement, /service account shop\/web-reader may not list pods in namespace stock/)
  assert.deepEqual(finding.actions, [])
})

test('the refusal is read however a logger quotes it', async () => {
  const klog = `E0326 reflector.go:158] "Unhandled Error" err="failed to list: ${FORBIDDEN.replaceAll('"', '\\"')}"`
  const nested = JSON.stringify({ log: JSON.stringify({ level: 'error', error: FORBIDDEN }) })
  const bare = FORBIDDEN.replaceAll('"', '')
  for (const line of [klog, nested, bare, bare.replaceAll(/\s+/g, ' '), FORBIDDEN.replaceAll('"', "'")]) {
    const scene = await clusterSceneOf(world(line))
    const { statement } = onlyFinding(accessForbidden(scene), scene)
    assert.match(statement, /service account shop\/web-reader may not list pods in namespace stock/, line)
  }
  const apps = FORBIDDEN.replace('group ""', 'group "apps"').replace(
    ' in the namespace "stock"',
    ' at the cluster scope',
  )
  const scene = await clusterSceneOf(world(JSON.stringify({ error: apps })))
  const { statement } = onlyFinding(accessForbidden(scene), scene)
  assert.match(statement, /may not list pods of API group apps at the cluster scope/)
})

test('an account that the newest revision exchanged is exchanged back', async () => {
  const account = (serviceAccountName: string) => ({
    containers: [{ name: 'app', image: 'app:1' }],
    serviceAccountName,
  })
  const scene = await clusterSceneOf(
    world(FORBIDDEN, [{ template: account('web-admin') }, { template: account('web-reader'), age: 20 }]),
  )
  assert.equal(onlyFinding(accessForbidden(scene), scene).actions[0]?.plugin, 'rollback_deployment')
})

test('a 403 of some other service says nothing about rights in the cluster', async () => {
  assert.deepEqual(accessForbidden(await clusterSceneOf(world('ERROR partner answered 403 Forbidden'))), [])
})
