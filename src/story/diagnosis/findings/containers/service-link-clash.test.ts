import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { serviceLinkClash } from './service-link-clash.ts'

const LINES = [
  '    CACHE_PORT = int(os.environ.get("CACHE_PORT", "6379"))',
  "ValueError: invalid literal for int() with base 10: 'tcp://10.96.4.4:6379'",
]

function shop(service: string, env: readonly object[] = []) {
  const spec = { containers: [{ name: 'app', image: 'app:1', env }] }
  return {
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec, status: crashing() }),
      object('Service', service, { spec: { clusterIP: '10.96.4.4', ports: [{ port: 6379 }] } }),
    ],
    logs: [{ pod: 'web-1-aaaaa', previous: true, lines: LINES }],
  }
}

test('a variable the cluster made from a Service is told apart from a setting', async () => {
  const scene = await clusterSceneOf(shop('cache'))
  const found = onlyFinding(serviceLinkClash(scene), scene)
  assert.match(found.statement, /its variable CACHE_PORT: .*because of Service shop\/cache at 10\.96\.4\.4:6379/)
  assert.deepEqual([found.actions, found.confidence], [[], 0.9])
})

test('what stands in the template was written by somebody', async () => {
  const scene = await clusterSceneOf(shop('cache', [{ name: 'CACHE_PORT', value: 'tcp://10.96.4.4:6379' }]))
  assert.deepEqual(serviceLinkClash(scene), [])
})

test('a Service of another name does not make that variable', async () => {
  assert.deepEqual(serviceLinkClash(await clusterSceneOf(shop('ledger'))), [])
})
