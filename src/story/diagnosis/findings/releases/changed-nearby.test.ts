import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { changedNearby } from './changed-nearby.ts'

const CALLER = { containers: [{ name: 'app', image: 'app:1', env: [{ name: 'CACHE', value: 'cache:6379' }] }] }
const OPEN = { containers: [{ name: 'app', image: 'valkey:8', args: ['--save', ''] }] }
const CLOSED = { containers: [{ name: 'app', image: 'valkey:8', args: ['--save', '', '--requirepass', '$(KEY)'] }] }
const NOAUTH = 'ERROR NOAUTH Authentication required.'

type Given = {
  cacheAge?: number
  webAge?: number
  error?: string
  more?: readonly object[]
  cacheLines?: readonly string[]
}

function world({ cacheAge = 22, webAge = 5000, error = NOAUTH, more = [], cacheLines = [] }: Given = {}) {
  return {
    alertName: 'HighErrorRate',
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web', {
        revisions: [
          { template: CALLER, age: 9000 },
          { template: CALLER, age: webAge },
        ],
      }),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', spec: CALLER }),
      ...deployment('cache', {
        revisions: [
          { template: OPEN, age: 9000 },
          { template: CLOSED, age: cacheAge },
        ],
      }),
      pod('cache-2-aaaaa', { owner: 'ReplicaSet/cache-2', spec: CLOSED, age: 22 }),
      ...(more as never[]),
    ],
    logs: [
      {
        pod: 'web-2-aaaaa',
        lines: [`${minutesAgo(40)} INFO ok`, `${minutesAgo(20)} ${error}`, `${minutesAgo(2)} ${error}`],
      },
      { pod: 'cache-2-aaaaa', lines: cacheLines },
    ],
  }
}

test('a dependency whose new revision demands what its callers never had is returned', async () => {
  const scene = await clusterSceneOf(world())
  const finding = onlyFinding(changedNearby(scene), scene)
  assert.match(finding.statement, /web itself did not change, but its dependency cache was changed 2 minutes before/)
  assert.match(finding.statement, /args got "--requirepass", "\$\(KEY\)"/)
  assert.deepEqual(finding.actions[0]?.parameters, { namespace: 'shop', deployment: 'cache' })
})

test('a change that the error does not speak of is too little to act on', async () => {
  const scene = await clusterSceneOf(world({ error: 'ERROR index out of range' }))
  const finding = onlyFinding(changedNearby(scene), scene)
  assert.ok(finding.confidence < 0.6)
  assert.equal(finding.weight, 'symptom')
})

test('a dependency that changed hours before was survived', async () => {
  assert.deepEqual(changedNearby(await clusterSceneOf(world({ cacheAge: 300 }))), [])
})

test('the subject’s own release at that time is the nearer cause', async () => {
  assert.deepEqual(changedNearby(await clusterSceneOf(world({ webAge: 22 }))), [])
})

test('a ConfigMap that a dependency reads and somebody changed is told with what the dependency said', async () => {
  const flags = { ...OPEN, volumes: [{ name: 'flags', configMap: { name: 'flags' } }] }
  const written = object('ConfigMap', 'flags', {
    metadata: { managedFields: [{ time: minutesAgo(21), fieldsV1: { 'f:data': { 'f:flags.json': {} } } }] },
    data: { 'flags.json': '{}' },
  })
  const picture = world({
    error: 'ERROR payment request failed',
    cacheLines: [`${minutesAgo(21)} INFO configuration change for flag failPayments: off -> on`],
  })
  const scene = await clusterSceneOf({
    ...picture,
    objects: [
      ...deployment('web', { revisions: [{ template: CALLER, age: 9000 }] }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: CALLER }),
      ...deployment('cache', { revisions: [{ template: flags, age: 9000 }] }),
      pod('cache-2-aaaaa', { owner: 'ReplicaSet/cache-1', spec: flags }),
      written,
    ],
    logs: picture.logs.map((log) => ({ ...log, pod: log.pod.replace('web-2', 'web-1') })),
  })
  const finding = onlyFinding(changedNearby(scene), scene)
  assert.match(finding.statement, /ConfigMap flags, which cache reads, was changed .*failPayments: off -> on/)
  assert.deepEqual(finding.actions, [])
})

const READER = {
  containers: [{ name: 'app', image: 'app:1' }],
  volumes: [{ name: 'settings', configMap: { name: 'settings' } }],
}

/** A ConfigMap the subject itself reads, written under it one minute before it fails. */
function rewritten(data: Readonly<Record<string, string>>, error: string, written = 21) {
  return {
    alertName: 'HighErrorRate',
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web', { revisions: [{ template: READER, age: 9000 }] }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: READER, age: 5000 }),
      object('ConfigMap', 'settings', {
        metadata: { managedFields: [{ time: minutesAgo(written), fieldsV1: { 'f:data': { 'f:app.yaml': {} } } }] },
        data,
      }),
    ],
    logs: [
      {
        pod: 'web-1-aaaaa',
        lines: [`${minutesAgo(40)} INFO ok`, `${minutesAgo(20)} ${error}`, `${minutesAgo(2)} ${error}`],
      },
    ],
  }
}

test('the setting an error speaks of is named, with what it is set to', async () => {
  const data = { 'app.yaml': 'pageSize: 20\ndiscountCeiling: 0\n' }
  const scene = await clusterSceneOf(rewritten(data, 'ERROR order refused: discount above the ceiling'))
  const finding = onlyFinding(changedNearby(scene), scene)
  assert.match(
    finding.statement,
    /ConfigMap settings, which web reads, .*speaks of discountCeiling, .*discountCeiling: 0/,
  )
  assert.equal(finding.confidence, 0.8)
  assert.deepEqual(finding.actions, [])
})

test('a setting that shares only one word with the error is not named', async () => {
  const data = { 'app.yaml': 'orderPageSize: 20\n' }
  const scene = await clusterSceneOf(rewritten(data, 'ERROR order refused: no such item'))
  const finding = onlyFinding(changedNearby(scene), scene)
  assert.doesNotMatch(finding.statement, /orderPageSize/)
  assert.equal(finding.confidence, 0.65)
})

test('a ConfigMap written hours before it began is not to blame', async () => {
  const scene = await clusterSceneOf(rewritten({ 'app.yaml': 'discountCeiling: 0' }, 'ERROR discount ceiling', 170))
  assert.deepEqual(changedNearby(scene), [])
})
