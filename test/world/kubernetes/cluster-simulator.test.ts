/** Where the API's behaviour is subtle and no recording speaks of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  PatchStrategy,
  setHeaderOptions,
} from '@kubernetes/client-node'
import { eventually } from '../eventually.ts'
import { ONLY_READING } from './access.ts'
import { askCluster } from './ask-cluster.ts'
import type { Json } from './kube-object.ts'
import { barePod, sampleNode, sampleWorkload } from './sample-workload.ts'

const PODS = '/api/v1/namespaces/default/pods'
const SHOP = '/apis/apps/v1/namespaces/default/deployments/shop'
const JSON_PATCH = 'application/json-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
const ONLY_METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json'

test('the official client reads, scales and sees the errors', async (t) => {
  const cluster = await askCluster(t, { objects: [sampleNode('node-1'), ...sampleWorkload({ name: 'shop' })] })
  const config = new KubeConfig()
  config.loadFromString(cluster.kubeconfig)
  const [core, apps] = [config.makeApiClient(CoreV1Api), config.makeApiClient(AppsV1Api)]
  const named = { name: 'shop', namespace: 'default' }
  assert.equal((await core.listPodForAllNamespaces({ labelSelector: 'app=shop' })).items.length, 2)
  await apps.patchNamespacedDeploymentScale(
    { ...named, body: { spec: { replicas: 3 } } },
    setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
  )
  assert.equal((await apps.readNamespacedDeployment(named)).status?.readyReplicas, 3)
  const refused = apps.patchNamespacedDeploymentScale({ ...named, body: { spec: { replicas: 3 } } })
  await assert.rejects(refused, (error: Json) => error.code === 400 && JSON.parse(error.body).reason === 'BadRequest')
  const metrics = config
    .makeApiClient(CustomObjectsApi)
    .listClusterCustomObject({ group: 'metrics.k8s.io', version: 'v1beta1', plural: 'pods' })
  await assert.rejects(metrics, (error: Json) => error.code === 404)
})

test('pages hold each object once, in order', async (t) => {
  const objects = ['e', 'b', 'd', 'a', 'c'].map((name) => barePod({ name }))
  const cluster = await askCluster(t, { objects })
  const names: string[] = []
  let token = ''
  do {
    const { body } = await cluster.get(`${PODS}?limit=2&continue=${token}`)
    names.push(...body.items.map(({ metadata }: Json) => metadata.name))
    token = body.metadata.continue ?? ''
  } while (token !== '')
  assert.deepEqual(names, ['a', 'b', 'c', 'd', 'e'])
})

const SELECTIONS: Record<string, string[]> = {
  'app=a': ['a'],
  'app!=a': ['b', 'c'],
  'app in (a, b)': ['a', 'b'],
  'app notin (a),app': ['b', 'c'],
  '!app': [],
  'app=a,app=b': [],
}

test('label selectors choose as they do on a real server', async (t) => {
  const cluster = await askCluster(t, { objects: ['a', 'b', 'c'].map((name) => barePod({ name })) })
  for (const [selector, expected] of Object.entries(SELECTIONS)) {
    const { body } = await cluster.get(`${PODS}?labelSelector=${encodeURIComponent(selector)}`)
    assert.deepEqual(
      body.items.map(({ metadata }: Json) => metadata.name),
      expected,
      selector,
    )
  }
  for (const wrong of ['a=b=c', 'a,', '=b', 'a b', 'a in b', '-A'])
    assert.equal((await cluster.get(`${PODS}?labelSelector=${encodeURIComponent(wrong)}`)).status, 400, wrong)
})

test('a field nobody can select by is refused in the words of its kind', async (t) => {
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop' }) })
  const { status, body } = await cluster.get('/apis/apps/v1/deployments?fieldSelector=status.replicas%3D2')
  assert.equal(status, 400)
  assert.equal(
    body.message,
    '"status.replicas" is not a known field selector: only "metadata.name", "metadata.namespace"',
  )
  assert.equal((await cluster.get('/api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1')).body.items.length, 2)
})

test('who asks only for metadata gets no values', async (t) => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db' }, data: { password: 'aHVudGVyMg==' } }
  const cluster = await askCluster(t, { objects: [secret] })
  const list = await cluster.get('/api/v1/namespaces/default/secrets', { accept: ONLY_METADATA })
  assert.equal(list.body.kind, 'PartialObjectMetadataList')
  const one = await cluster.get('/api/v1/namespaces/default/secrets/db', { accept: ONLY_METADATA.replace('List', '') })
  assert.deepEqual(Object.keys(one.body).sort(), ['apiVersion', 'kind', 'metadata'])
  const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
  const table = await cluster.get('/api/v1/namespaces/default/secrets', { accept })
  assert.deepEqual([table.body.kind, table.body.rows[0].object.metadata.name], ['Table', 'db'])
  assert.doesNotMatch(JSON.stringify([list, one, table]), /aHVudGVyMg/)
  const unknown = { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=1' }
  assert.equal((await cluster.get('/api/v1/namespaces/default/secrets/db', unknown)).status, 406)
})

test('a failed test of a JSON patch is 422 with an empty phrase, and a merge body sent as one is 400', async (t) => {
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop' }) })
  const wrong = [
    { op: 'test', path: '/spec/replicas', value: 7 },
    { op: 'replace', path: '/spec/replicas', value: 3 },
  ]
  const failed = await cluster.send('PATCH', SHOP, wrong, JSON_PATCH)
  assert.deepEqual(
    [failed.status, failed.body.reason, failed.body.message],
    [422, 'Invalid', 'the server rejected our request due to an error in our request'],
  )
  const right = [
    { op: 'test', path: '/spec/replicas', value: 2 },
    { op: 'replace', path: '/spec/replicas', value: 3 },
  ]
  assert.equal((await cluster.send('PATCH', SHOP, right, JSON_PATCH)).body.spec.replicas, 3)
  assert.equal((await cluster.send('PATCH', SHOP, { spec: { replicas: 3 } }, JSON_PATCH)).status, 400)
})

test('a strategic merge changes one container where a merge replaces the list, and loses the image', async (t) => {
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop' }), pace: 'by hand' })
  const change = { spec: { template: { spec: { containers: [{ name: 'app', env: [{ name: 'A', value: '1' }] }] } } } }
  const strategic = await cluster.send('PATCH', SHOP, change, STRATEGIC)
  assert.equal(strategic.body.spec.template.spec.containers[0].image, 'registry.example/shop:1.0.0')
  const merged = await cluster.send('PATCH', SHOP, change)
  assert.equal(merged.status, 422)
  assert.match(merged.body.message, /spec\.template\.spec\.containers\[0\]\.image: Required value/)
})

test('a stale resourceVersion or another uid is 409, and a changed selector is 422', async (t) => {
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop' }) })
  const { resourceVersion } = (await cluster.get(SHOP)).body.metadata
  assert.equal(
    (await cluster.send('PATCH', SHOP, { metadata: { resourceVersion }, spec: { paused: true } })).status,
    200,
  )
  assert.equal(
    (await cluster.send('PATCH', SHOP, { metadata: { resourceVersion }, spec: { paused: false } })).status,
    409,
  )
  assert.equal((await cluster.send('PATCH', SHOP, { metadata: { uid: 'another' } })).status, 409)
  assert.equal((await cluster.send('PATCH', SHOP, { spec: { selector: { matchLabels: { app: 'x' } } } })).status, 422)
})

test('only a changed spec is a new generation, and nobody writes status or uid through the object', async (t) => {
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop' }), pace: 'by hand' })
  const labelled = await cluster.send('PATCH', SHOP, { metadata: { labels: { team: 'a' } }, status: { replicas: 99 } })
  assert.deepEqual([labelled.body.metadata.generation, labelled.body.status.replicas], [1, 2])
  const paused = await cluster.send('PATCH', SHOP, { spec: { paused: true } })
  assert.equal(paused.body.metadata.generation, 2)
  assert.ok(Number(paused.body.metadata.resourceVersion) > Number(labelled.body.metadata.resourceVersion))
})

test('a dry run answers as if and changes nothing', async (t) => {
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop' }) })
  const before = cluster.store.version
  assert.equal((await cluster.send('PATCH', `${SHOP}?dryRun=All`, { spec: { replicas: 9 } })).body.spec.replicas, 9)
  assert.equal((await cluster.send('DELETE', `${PODS}/shop-1-1`, { dryRun: ['All'] })).status, 200)
  assert.equal((await cluster.send('PATCH', `${SHOP}?dryRun=yes`, { spec: { replicas: 9 } })).status, 422)
  assert.equal(cluster.store.version, before)
  assert.deepEqual(
    cluster.recorder.effects.map(({ isDryRun, status }) => [isDryRun, status]),
    [
      [true, 200],
      [true, 200],
      [true, 422],
    ],
  )
  assert.deepEqual(cluster.recorder.changes(), [])
})

test('an account that may only read changes nothing, and one without a namespace sees no list over all', async (t) => {
  const cluster = await askCluster(t, {
    objects: sampleWorkload({ name: 'shop' }),
    denials: [ONLY_READING, { kinds: ['Pod'], namespaces: ['prod'] }],
  })
  const refused = await cluster.send('PATCH', `${SHOP}/scale`, { spec: { replicas: 3 } })
  assert.match(
    refused.body.message,
    /^deployments\.apps "shop" is forbidden: User "\S+" cannot patch resource "deployments\/scale" in API group "apps" in the namespace "default"$/,
  )
  assert.equal((await cluster.get('/api/v1/pods')).status, 403)
  assert.equal((await cluster.get(PODS)).status, 200)
  assert.deepEqual(
    cluster.recorder.effects.map(({ verb, kind, name, subresource, status }) => ({
      verb,
      kind,
      name,
      subresource,
      status,
    })),
    [{ verb: 'patch', kind: 'Deployment', name: 'shop', subresource: 'scale', status: 403 }],
  )
})

test('an eviction is refused by a full disruption budget and deletes otherwise', async (t) => {
  const budget = (disruptionsAllowed: number) => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'shop', namespace: 'default' },
    spec: { selector: { matchLabels: { app: 'shop' } } },
    status: { disruptionsAllowed, desiredHealthy: 2, currentHealthy: 2 },
  })
  const cluster = await askCluster(t, { objects: [...sampleWorkload({ name: 'shop' }), budget(0)] })
  const [pod] = (await cluster.get(PODS)).body.items
  const path = `${PODS}/${pod.metadata.name}/eviction`
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pod.metadata.name } }
  const refused = await cluster.send('POST', path, eviction)
  assert.deepEqual(
    [refused.status, refused.body.reason, refused.body.details.causes],
    [
      429,
      'TooManyRequests',
      [
        {
          reason: 'DisruptionBudget',
          message: 'The disruption budget shop needs 2 healthy pods and has 2 currently',
        },
      ],
    ],
  )
  cluster.store.put(budget(1))
  const rehearsed = await cluster.send('POST', `${path}?dryRun=All`, eviction)
  assert.deepEqual([rehearsed.status, rehearsed.body.status], [201, 'Success'])
  const isThere = async () =>
    (await cluster.get(PODS)).body.items.some(
      ({ metadata }: Json) => metadata.uid === pod.metadata.uid && metadata.deletionTimestamp === undefined,
    )
  assert.equal(await isThere(), true)
  assert.equal((await cluster.send('POST', path, eviction)).status, 201)
  assert.equal(await isThere(), false)
})

test('metrics are there, not installed or down', async (t) => {
  const sample = { metadata: { name: 'shop-1-1', namespace: 'default' }, containers: [] }
  const cluster = await askCluster(t, { objects: [], podMetrics: [sample] })
  const path = '/apis/metrics.k8s.io/v1beta1/namespaces/default/pods'
  assert.equal((await cluster.get(path)).body.items.length, 1)
  cluster.metrics.server = 'absent'
  assert.deepEqual(await cluster.get(path), {
    status: 404,
    contentType: 'text/plain; charset=utf-8',
    body: '404 page not found\n',
  })
  cluster.metrics.server = 'down'
  assert.deepEqual(await cluster.get(path), {
    status: 503,
    contentType: 'text/plain; charset=utf-8',
    body: 'service unavailable\n',
  })
})

test('objects of kinds nobody told the simulator of are served as they are', async (t) => {
  const apiVersion = 'birds.example/v1'
  const cluster = await askCluster(t, {
    objects: [
      { apiVersion, kind: 'NestBox', metadata: { name: 'one', namespace: 'garden' }, spec: { holes: 2 } },
      { apiVersion, kind: 'Sanctuary', metadata: { name: 'all' } },
    ],
  })
  const found = await cluster.get('/apis/birds.example/v1/namespaces/garden/nestboxes')
  assert.deepEqual(
    found.body.items.map((one: { spec: unknown }) => one.spec),
    [{ holes: 2 }],
  )
  assert.equal((await cluster.get('/apis/birds.example/v1/sanctuaries/all')).body.metadata.namespace, undefined)
  const { resources } = (await cluster.get('/apis/birds.example/v1')).body
  assert.deepEqual(resources.map(({ name }: { name: string }) => name).sort(), ['nestboxes', 'sanctuaries'])
})

test('a log is cut to its last lines first and then from their beginning to so many bytes', async (t) => {
  const lines = ['one', 'two', 'three']
  const cluster = await askCluster(t, {
    objects: [barePod({ name: 'chatty' })],
    podLogs: [{ namespace: 'default', pod: 'chatty', container: 'app', lines }],
  })
  assert.equal((await cluster.get(`${PODS}/chatty/log?tailLines=2&limitBytes=6`)).body, 'two\nth')
  assert.equal((await cluster.get(`${PODS}/chatty/log?tailLines=0`)).body, '')
  assert.equal((await cluster.get(`${PODS}/chatty/log?limitBytes=0`)).status, 422)
})

test('a watch tells what is there and then what happens, through its selector', async (t) => {
  const cluster = await askCluster(t, { objects: [barePod({ name: 'a' }), barePod({ name: 'b' })] })
  const events = await openWatch(cluster, `${PODS}?watch=true&labelSelector=app%3Da`)
  assert.deepEqual(await events.next(), ['ADDED', 'a'])
  await cluster.send('PATCH', `${PODS}/a`, { metadata: { labels: { team: 'x' } } })
  assert.deepEqual(await events.next(), ['MODIFIED', 'a'])
  await cluster.send('PATCH', `${PODS}/b`, { metadata: { labels: { app: 'a' } } })
  assert.deepEqual(await events.next(), ['ADDED', 'b'])
  await cluster.send('PATCH', `${PODS}/b`, { metadata: { labels: { app: 'b' } } })
  assert.deepEqual(await events.next(), ['DELETED', 'b'])
})

test('a watch from a version hears what it missed, and one from too long ago that it is too old', async (t) => {
  const cluster = await askCluster(t, { objects: [barePod({ name: 'a' })] })
  const { resourceVersion } = (await cluster.get(PODS)).body.metadata
  await cluster.send('PATCH', `${PODS}/a`, { metadata: { labels: { team: 'x' } } })
  const events = await openWatch(cluster, `${PODS}?watch=true&resourceVersion=${resourceVersion}`)
  assert.deepEqual(await events.next(), ['MODIFIED', 'a'])
  const late = await cluster.get(`${PODS}?watch=true&resourceVersion=1`).then(({ body }) => body)
  assert.deepEqual([late.type, late.object.code, late.object.reason], ['ERROR', 410, 'Expired'])
})

test('faults strike as often as they were told to, and a lost answer is still an effect', async (t) => {
  const cluster = await askCluster(t, { objects: sampleWorkload({ name: 'shop' }) })
  const conflict = cluster.faults.add({ method: 'PATCH', path: /deployments/, times: 2, does: { status: 409 } })
  const scale = () => cluster.send('PATCH', `${SHOP}/scale`, { spec: { replicas: 3 } })
  assert.equal((await scale()).body.reason, 'Conflict')
  assert.equal((await scale()).status, 409)
  assert.deepEqual(cluster.recorder.effects, [])
  cluster.faults.add({ method: 'PATCH', does: 'cut after' })
  await assert.rejects(scale())
  assert.equal(cluster.recorder.changes().length, 1)
  assert.equal((await cluster.get(SHOP)).body.spec.replicas, 3)
  assert.equal(conflict.hits(), 2)
})

test('requests hang, are held, or are cut midway', async (t) => {
  const cluster = await askCluster(t, { objects: [] })
  const hang = cluster.faults.add({ path: /pods/, does: 'hang' })
  const patience = new AbortController()
  const hanging = fetch(cluster.url + PODS, {
    headers: { authorization: `Bearer ${cluster.token}` },
    signal: patience.signal,
  })
  const held = cluster.faults.add({ path: /version/, does: 'hold' })
  const waiting = cluster.get('/version')
  cluster.faults.add({ path: /nodes/, does: 'cut midway' })
  await assert.rejects(cluster.get('/api/v1/nodes'))
  held.release()
  assert.equal((await waiting).status, 200)
  await eventually('the request hangs', () => hang.hits() === 1)
  patience.abort()
  await assert.rejects(hanging)
  assert.deepEqual(
    cluster.recorder.requests.filter(({ path }) => path === PODS).map(({ status }) => status),
    [undefined],
  )
})

test('discovery names the kinds and their subresources', async (t) => {
  const cluster = await askCluster(t, { objects: [] })
  const { body } = await cluster.get('/apis/apps/v1')
  const names = body.resources.map(({ name }: Json) => name)
  assert.ok(names.includes('deployments') && names.includes('deployments/scale'))
  assert.equal((await cluster.get('/apis/nobody.example/v1')).status, 404)
  assert.equal((await cluster.get('/apis/apps/v1/namespaces/default/gadgets')).body, '404 page not found\n')
})

async function openWatch(cluster: { url: string; token: string }, path: string) {
  const response = await fetch(cluster.url + path, { headers: { authorization: `Bearer ${cluster.token}` } })
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  const next = async (): Promise<[string, string]> => {
    while (!unread.includes('\n')) unread += (await reader.read()).value ?? ''
    const [line = '', ...rest] = unread.split('\n')
    unread = rest.join('\n')
    const { type, object } = JSON.parse(line)
    return [type, object.metadata.name]
  }
  return { next }
}
