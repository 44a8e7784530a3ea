import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { runningUnready } from '../../../../../test/world/scene/container-states.ts'
import { authenticationFails } from './authentication-fails.ts'

const reading = (name: string) => ({
  containers: [
    {
      name: 'app',
      image: 'app:1',
      env: [{ name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name, key: 'password' } } }],
    },
  ],
})
const REFUSED = `${minutesAgo(10)} FATAL: password authentication failed for user "orders"`

function world(before: object, after: object, lines: readonly string[], status: object = runningUnready(18)) {
  return {
    labels: { pod: 'web-2-aaaaa' },
    objects: [
      ...deployment('web', { revisions: [{ template: before as never }, { template: after as never, age: 20 }] }),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', spec: after as never, status: status as never, age: 20 }),
      object('Secret', 'db-key'),
      object('Secret', 'db-key-new'),
    ],
    logs: [{ pod: 'web-2-aaaaa', lines }],
  }
}

test('refused credentials are told with the user and the Secret they come from', async () => {
  const scene = await clusterSceneOf(world(reading('db-key'), reading('db-key'), [REFUSED, REFUSED]))
  const finding = onlyFinding(authenticationFails(scene), scene)
  assert.match(finding.statement, /refused as user orders.*Secret db-key, last written at/)
  assert.deepEqual(finding.actions, [])
})

test('a Secret that the newest revision exchanged is exchanged back', async () => {
  const scene = await clusterSceneOf(world(reading('db-key'), reading('db-key-new'), [REFUSED]))
  const finding = onlyFinding(authenticationFails(scene), scene)
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
  assert.match(finding.statement, /went from db-key to db-key-new/)
})

test('one failed login at a service that is well is everyday life', async () => {
  const scene = await clusterSceneOf(
    world(reading('db-key'), reading('db-key'), ['WARN authentication failed', 'INFO ok'], {}),
  )
  assert.deepEqual(authenticationFails(scene), [])
})
