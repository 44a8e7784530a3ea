/** deploy/kubernetes: it renders, the API knows every field, and what the service promises fits what the cluster is told. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ENVIRONMENT_KEYS } from '../../src/guidance/settings/environment.ts'
import { resolveSettings } from '../../src/guidance/settings/resolve-settings.ts'
import type { Json } from '../world/kubernetes/kube-object.ts'
import { faultsOf } from '../world/kubernetes/model-check.ts'
import { findKubectl, renderManifests } from '../world/kustomize.ts'

const KUBECONFIG = process.env.FIREBREAK_TEST_KUBECONFIG

function only(objects: readonly Json[], kind: string, name = 'firebreak'): Json {
  const found = objects.filter((one) => one.kind === kind && one.metadata.name.startsWith(name))
  assert.equal(found.length, 1, `${kind} ${name}`)
  return found[0] as Json
}

for (const folder of ['base', 'acting', 'nodes', 'secret-metadata', 'overlays/example']) {
  test(`${folder} renders, and the API's models know every field of it`, async (t) => {
    const objects = await renderManifests(t, folder)
    if (!objects) return
    assert.ok(objects.length > 0)
    assert.deepEqual(objects.flatMap(faultsOf), [])
  })
}

test('a field that does not exist, one that is missing and one of the wrong type are all found', () => {
  const service = { apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: '80' }, {}], selektor: {} } }
  assert.deepEqual(faultsOf(service).toSorted(), [
    'Service.spec.ports[0].port is "80" and no number',
    'Service.spec.ports[1].port is missing',
    'Service.spec.selektor is no field of V1ServiceSpec',
  ])
})

test('the pods run with the fewest rights a pod can have', async (t) => {
  const objects = await renderManifests(t, 'base')
  if (!objects) return
  const { spec } = only(objects, 'Deployment').spec.template
  assert.deepEqual([spec.automountServiceAccountToken, spec.hostNetwork, spec.hostPID], [false, undefined, undefined])
  assert.equal(spec.securityContext.runAsNonRoot, true)
  assert.equal(spec.securityContext.seccompProfile.type, 'RuntimeDefault')
  for (const { securityContext, resources } of spec.containers) {
    assert.deepEqual(securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.ok(resources.requests.cpu && resources.requests.memory && resources.limits.memory)
  }
  const labels = only(objects, 'Namespace').metadata.labels
  assert.equal(labels['pod-security.kubernetes.io/enforce'], 'restricted')
})

test('a pod is given the time a drain takes, and two are never away at once', async (t) => {
  const objects = await renderManifests(t, 'base')
  if (!objects) return
  const { replicas, strategy, template } = only(objects, 'Deployment').spec
  const source = await readFile(new URL('../../src/service.ts', import.meta.url), 'utf8')
  const drainSeconds = Number(/DRAIN_MS = ([\d_]+)/.exec(source)?.[1]?.replaceAll('_', '')) / 1000
  const [{ lifecycle }] = template.spec.containers
  assert.ok(template.spec.terminationGracePeriodSeconds >= lifecycle.preStop.sleep.seconds + drainSeconds + 10)
  assert.deepEqual([replicas, strategy.rollingUpdate.maxUnavailable], [2, 0])
  assert.equal(only(objects, 'PodDisruptionBudget').spec.maxUnavailable, 1)
})

test('everything that selects, selects the pods, and every name that is used is there', async (t) => {
  const objects = await renderManifests(t, 'overlays/example')
  if (!objects) return
  const { template, selector } = only(objects, 'Deployment').spec
  const selectors = [
    selector.matchLabels,
    only(objects, 'Service').spec.selector,
    only(objects, 'PodDisruptionBudget').spec.selector.matchLabels,
    ...objects.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
  ]
  for (const labels of selectors)
    for (const [name, value] of Object.entries(labels)) assert.equal(template.metadata.labels[name], value)
  const [{ envFrom, ports, volumeMounts }] = template.spec.containers
  for (const { configMapRef, secretRef } of envFrom)
    only(objects, configMapRef ? 'ConfigMap' : 'Secret', (configMapRef ?? secretRef).name)
  only(objects, 'ServiceAccount', template.spec.serviceAccountName)
  assert.ok(ports.some(({ name }: Json) => name === only(objects, 'Service').spec.ports[0].targetPort))
  const volumes = template.spec.volumes.map(({ name }: Json) => name)
  assert.deepEqual(
    volumeMounts.map(({ name }: Json) => name),
    volumes,
  )
})

test('the example can be applied as it is: every namespace it names is made by it', async (t) => {
  const objects = await renderManifests(t, 'overlays/example')
  if (!objects) return
  const made = objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name)
  const used = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))
  assert.deepEqual([...used].toSorted(), made.toSorted())
})

test('each token lies where its setting looks for it, with the authority beside it', async (t) => {
  const objects = await renderManifests(t, 'base')
  if (!objects) return
  const { serviceAccountName, containers, volumes } = only(objects, 'Deployment').spec.template.spec
  const { env, volumeMounts } = containers[0]
  const [{ projected }] = volumes.filter(({ name }: Json) => name === 'tokens')
  const { mountPath } = volumeMounts.find(({ name }: Json) => name === 'tokens')
  const paths = projected.sources
    .flatMap(({ serviceAccountToken, configMap, secret }: Json) => [
      serviceAccountToken,
      ...((configMap ?? secret)?.items ?? []),
    ])
    .flatMap((item: Json | undefined) => (item ? [`${mountPath}/${item.path}`] : []))
  for (const name of ['KUBE_READ_TOKEN_FILE', 'KUBE_ACT_TOKEN_FILE']) {
    const { value } = env.find((one: Json) => one.name === name)
    assert.ok(paths.includes(value) && paths.includes(value.replace(/token$/, 'ca.crt')), name)
  }
  // The pod's own account is the one whose token is short-lived; the other comes from a Secret that names it.
  assert.equal(serviceAccountName, 'firebreak-act')
  const { secret } = projected.sources.find((source: Json) => source.secret)
  const { metadata } = only(objects, 'Secret', secret.name)
  assert.equal(metadata.annotations['kubernetes.io/service-account.name'], 'firebreak-look')
})

test('every value is of a setting that exists, and readable', async (t) => {
  const objects = await renderManifests(t, 'overlays/example')
  if (!objects) return
  const [{ env }] = only(objects, 'Deployment').spec.template.spec.containers
  const secret = objects.find(({ kind, type }) => kind === 'Secret' && type === 'Opaque')
  const environment = {
    ...Object.fromEntries(env.map(({ name, value }: Json) => [name, value])),
    ...only(objects, 'ConfigMap').data,
    ...Object.fromEntries(
      Object.entries(secret?.data as Record<string, string>).map(([name, value]) => [name, atob(value)]),
    ),
  }
  const { values, warnings } = resolveSettings(environment, new Map())
  assert.deepEqual(warnings, [])
  const unknown = Object.keys(environment).filter((name) => !(name in ENVIRONMENT_KEYS) && !(name in values))
  assert.deepEqual(unknown, [])
  assert.deepEqual([values.CHAT_MAX_SKEW_SECONDS, values.ALLOWED_NAMESPACES], [300, ['shop']])
})

const skip = KUBECONFIG ? false : 'FIREBREAK_TEST_KUBECONFIG names no cluster that could check the manifests.'

/** The first that knows `preStop.sleep` without being asked to. */
const OLDEST_MINOR = 30

test('a real API server would take every object', { skip }, async (t) => {
  const [kubectl, objects] = [await findKubectl(t), await renderManifests(t, 'overlays/example')]
  if (!kubectl || !objects) return
  const version = await promisify(execFile)(kubectl, ['--kubeconfig', KUBECONFIG ?? '', 'version', '--output', 'json'])
  const { minor, gitVersion } = JSON.parse(version.stdout).serverVersion
  if (Number.parseInt(minor, 10) < OLDEST_MINOR)
    return t.skip(
      `The server is ${gitVersion}; the manifests ask for v1.${OLDEST_MINOR}, which waits before it ends a pod.`,
    )
  // A dry run makes no namespace, so each object is tried in one that is there.
  const items = objects.map((one) =>
    one.metadata.namespace ? { ...one, metadata: { ...one.metadata, namespace: 'default' } } : one,
  )
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
  const options = ['--kubeconfig', KUBECONFIG ?? '', 'apply', '--dry-run=server', '--filename', '-']
  await new Promise<void>((resolve, reject) => {
    const child = execFile(kubectl, options, (error) => (error ? reject(error) : resolve()))
    child.stdin?.end(list)
  })
})
