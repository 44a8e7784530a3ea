import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { noReplicas } from '../replicas/no-replicas.ts'
import { ingressMisroutes } from './ingress-misroutes.ts'
import { serviceMisroutes } from './service-misroutes.ts'

const PROBE = { alertName: 'ProbeFailed', labels: { instance: 'https://books.example.org/loans/7' } }
const DENIED = '2026-11-15T11:50:00Z WARN 404 Not Found: GET /loans/7'

function workload(name: string) {
  return [...deployment(name), pod(`${name}-1-aaaaa`, { owner: `ReplicaSet/${name}-1`, labels: { app: name } })]
}

function service(name: string, port = 80) {
  return [
    object('Service', name, { spec: { selector: { app: name }, ports: [{ name: 'http', port, targetPort: 8080 }] } }),
    object('Endpoints', name, { subsets: [{ addresses: [{ ip: '10.1.0.4' }] }] }),
  ]
}

type Path = { path: string; service: string; port?: object; pathType?: string }

function ingress(paths: readonly Path[], { host = 'books.example.org', written = 20, namespace = 'shop' } = {}) {
  return object('Ingress', 'door', {
    metadata: {
      namespace,
      managedFields: [
        { manager: 'helm', operation: 'Update', time: minutesAgo(written) },
        { manager: 'nginx', operation: 'Update', subresource: 'status', time: minutesAgo(1) },
      ],
    },
    spec: {
      rules: [
        {
          host,
          http: {
            paths: paths.map(({ path, service: name, port = { number: 80 }, pathType = 'Prefix' }) => ({
              path,
              pathType,
              backend: { service: { name, port } },
            })),
          },
        },
      ],
    },
  })
}

const BOTH = [...workload('catalogue'), ...workload('loan-desk'), ...service('catalogue'), ...service('loan-desk')]

test('a path that leads to another than it is called after, who knows nothing of it, is told with both', async () => {
  const objects = [...BOTH, ingress([{ path: '/loans', service: 'catalogue' }])]
  const scene = await clusterSceneOf({
    ...PROBE,
    objects,
    logs: [{ pod: 'catalogue-1-aaaaa', lines: [DENIED, DENIED] }],
  })
  const found = onlyFinding(ingressMisroutes(scene), scene)
  assert.match(
    found.statement,
    /Ingress shop\/door leads books\.example\.org\/loans to Service catalogue instead of loan-desk/,
  )
  assert.match(found.statement, /catalogue-1-aaaaa knows no \/loans\/7: .* \(2 times\)/)
  assert.match(found.statement, /last written at .* \(20 minutes ago\) with helm/)
  assert.equal(found.confidence, 0.9)
  assert.deepEqual(found.actions, [])
})

test('a name alone, on an Ingress nobody touched, is only a guess', async () => {
  const objects = [...BOTH, ingress([{ path: '/loans', service: 'catalogue' }], { written: 9000 })]
  const scene = await clusterSceneOf({ ...PROBE, objects })
  assert.ok(onlyFinding(ingressMisroutes(scene), scene).confidence <= 0.5)
})

test('a rule that leads where it should says nothing, whatever the pods answer to others', async () => {
  const objects = [...BOTH, ingress([{ path: '/loans', service: 'loan-desk' }])]
  const logs = [{ pod: 'loan-desk-1-aaaaa', lines: ['2026-11-15T11:50:00Z WARN 404 Not Found: GET /robots.txt'] }]
  const scene = await clusterSceneOf({ ...PROBE, objects, logs })
  assert.deepEqual(ingressMisroutes(scene), [])
})

test('the longest path answers, and the exact one before the prefix', async () => {
  const objects = [
    ...BOTH,
    ingress([
      { path: '/', service: 'catalogue' },
      { path: '/loans', service: 'catalogue' },
      { path: '/loans/7', service: 'loan-desk', pathType: 'Exact' },
    ]),
  ]
  assert.deepEqual(ingressMisroutes(await clusterSceneOf({ ...PROBE, objects })), [])
})

test('a Service that does not exist, and a port it has not, are told', async () => {
  const missing = await clusterSceneOf({
    ...PROBE,
    objects: [...BOTH, ingress([{ path: '/loans', service: 'loans' }])],
  })
  assert.match(
    onlyFinding(ingressMisroutes(missing), missing).statement,
    /to Service loans, which does not exist in namespace shop/,
  )
  const port = { number: 8080 }
  const closed = await clusterSceneOf({
    ...PROBE,
    objects: [...BOTH, ingress([{ path: '/loans', service: 'loan-desk', port }])],
  })
  assert.match(
    onlyFinding(ingressMisroutes(closed), closed).statement,
    /to port 8080 of Service loan-desk, which has only 80 \(http\)/,
  )
})

test('a port by its name is a port', async () => {
  const objects = [...BOTH, ingress([{ path: '/loans', service: 'loan-desk', port: { name: 'http' } }])]
  assert.deepEqual(ingressMisroutes(await clusterSceneOf({ ...PROBE, objects })), [])
})

test('a path that no rule of its host covers is answered by the controller alone', async () => {
  const objects = [...BOTH, ingress([{ path: '/books', service: 'catalogue' }])]
  const scene = await clusterSceneOf({ ...PROBE, objects })
  assert.match(
    onlyFinding(ingressMisroutes(scene), scene).statement,
    /No rule of Ingress shop\/door covers books\.example\.org\/loans\/7: for that host it knows only \/books/,
  )
})

test('a host served in another namespace than the prober is found there', async () => {
  const labels = { ...PROBE.labels, namespace: 'monitoring' }
  const objects = [...BOTH, ingress([{ path: '/loans', service: 'catalogue' }])]
  const logs = [{ pod: 'catalogue-1-aaaaa', lines: [DENIED, DENIED] }]
  const scene = await clusterSceneOf({ ...PROBE, labels, objects, logs })
  assert.match(onlyFinding(ingressMisroutes(scene), scene).statement, /Service catalogue instead of loan-desk/)
})

test('a link for the reader of an alert is not the address it is about', async () => {
  const objects = [...BOTH, ingress([{ path: '/loans', service: 'loans' }], { host: 'runbooks.example.org' })]
  const text = 'Probe failed. See https://runbooks.example.org/loans'
  const scene = await clusterSceneOf({ alertName: 'ProbeFailed', text, objects })
  assert.deepEqual(ingressMisroutes(scene), [])
})

test('an address of another host is no matter of this Ingress', async () => {
  const objects = [...BOTH, ingress([{ path: '/loans', service: 'catalogue' }], { host: 'other.example.org' })]
  assert.deepEqual(ingressMisroutes(await clusterSceneOf({ ...PROBE, objects })), [])
})

test('a Service without endpoints behind the address is told by its selector', async () => {
  const idle = [
    object('Service', 'loan-desk', { spec: { selector: { app: 'desk' }, ports: [{ port: 80, targetPort: 8080 }] } }),
    object('Endpoints', 'loan-desk', { subsets: [] }),
  ]
  const objects = [...workload('loan-desk'), ...idle, ingress([{ path: '/loans', service: 'loan-desk' }])]
  const scene = await clusterSceneOf({ ...PROBE, objects })
  assert.match(onlyFinding(serviceMisroutes(scene), scene).statement, /app=desk is asked for, app=loan-desk is there/)
})

test('whoever stands behind the address and was scaled to nothing is meant by the alert', async () => {
  const step = event({
    about: 'Deployment/loan-desk',
    reason: 'ScalingReplicaSet',
    type: 'Normal',
    age: 17,
    message: 'Scaled down replica set loan-desk-1 from 2 to 0',
  })
  const objects = [
    ...deployment('loan-desk', { replicas: 0 }),
    ...service('loan-desk'),
    ingress([{ path: '/loans', service: 'loan-desk' }], { written: 9000 }),
    step,
  ]
  const scene = await clusterSceneOf({ ...PROBE, objects })
  const found = onlyFinding(noReplicas(scene), scene)
  assert.deepEqual(found.actions[0]?.parameters, { namespace: 'shop', deployment: 'loan-desk', replicas: 2 })
  assert.deepEqual(ingressMisroutes(scene), [])
})
