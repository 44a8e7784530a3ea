import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { strangerBehindService } from './stranger-behind-service.ts'

function podOf(name: string, owner: string, podIP: string, labels: Readonly<Record<string, string>>) {
  const running = pod(name, { owner: `ReplicaSet/${owner}`, labels })
  return { ...running, status: { ...(running.status as object), podIP } }
}

function shop(label: string) {
  const refused = `${minutesAgo(3)} error GET http://stock:8080/items connect ECONNREFUSED 10.244.2.9:8080`
  return {
    alertName: 'HighErrorRate',
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web'),
      ...deployment('stock'),
      ...deployment('stock-bench'),
      podOf('web-1-aaaaa', 'web-1', '10.244.1.1', { app: 'web' }),
      podOf('stock-1-aaaaa', 'stock-1', '10.244.1.2', { app: 'stock' }),
      podOf('stock-bench-1-aaaaa', 'stock-bench-1', '10.244.2.9', { app: label }),
      object('Service', 'stock', { spec: { selector: { app: 'stock' }, ports: [{ port: 8080, targetPort: 8080 }] } }),
    ],
    logs: [{ pod: 'web-1-aaaaa', lines: [refused, refused] }],
  }
}

test('a pod of another workload that the selector counts in is named, and left to its owner', async () => {
  const scene = await clusterSceneOf(shop('stock'))
  const found = onlyFinding(strangerBehindService(scene), scene)
  assert.match(found.statement, /selector app=stock also selects pod stock-bench-1-aaaaa \(10\.244\.2\.9\)/)
  assert.match(found.statement, /belongs to Deployment stock-bench and not to stock/)
  assert.deepEqual(found.actions, [])
})

test('a pod that the Service does not select is none of its endpoints', async () => {
  assert.deepEqual(strangerBehindService(await clusterSceneOf(shop('bench'))), [])
})
