/**
 * The two accounts of deploy/kubernetes on a cluster that gives them exactly what their roles say. Every plugin runs; what
 * they were heard to ask for is what the roles give, no more and no less.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  ACTING_RIGHTS,
  type ClusterRight,
  LOOKING_RIGHTS,
  NEVER_NEEDED,
  NODE_RIGHTS,
  SECRET_RIGHTS,
} from '../../src/edges/cluster/cluster-rights.ts'
import { clusterChecksFor } from '../../src/edges/terminal/cluster-checks.ts'
import { examine } from '../../src/edges/terminal/doctor.ts'
import { KUBERNETES_PLUGINS } from '../../src/plugins/kubernetes/kubernetes-plugins.ts'
import { kindWords } from '../../src/plugins/orchestrator/read-request.ts'
import { openHands } from '../world/cluster-hands.ts'
import type { Account } from '../world/kubernetes/access.ts'
import { readApiRequest } from '../world/kubernetes/api-request.ts'
import { startClusterSimulator } from '../world/kubernetes/cluster-simulator.ts'
import type { Json } from '../world/kubernetes/kube-object.ts'
import { type RoleRule, rulesAllow, rulesOf } from '../world/kubernetes/roles.ts'
import { renderManifests } from '../world/kustomize.ts'
import { SHOP, shopObjects } from '../world/shop-cluster.ts'
import type { RecordedRequest } from '../world/wire/recorder.ts'

type Call = [name: string, parameters: Record<string, unknown>]

const LOOKS: Call[] = [
  ['list_pods', { namespace: SHOP }],
  ['describe_pod', { namespace: SHOP, pod_name: 'checkout-2-ccccc' }],
  ['get_events', { namespace: SHOP }],
  ['get_pod_logs', { namespace: SHOP, pod_name: 'checkout-2-ccccc' }],
  ['top_pods', { namespace: SHOP }],
]

const ACTS: Call[] = [
  ['restart_pod', { namespace: SHOP, pod_name: 'checkout-1-aaaaa' }],
  ['scale_deployment', { namespace: SHOP, deployment: 'checkout', replicas: 4 }],
  ['rollback_deployment', { namespace: SHOP, deployment: 'checkout' }],
  ['cordon_node', { node: 'node-b' }],
  ['delete_evicted_pods', { namespace: SHOP }],
]

/** Whatever the model may ask for: each kind, as a list and by name. Whether it is there does not matter to the rights. */
const COMMANDS = [
  ...kindWords().flatMap((kind) => [`get ${kind} -n ${SHOP}`, `get ${kind} some -n ${SHOP}`]),
  'top pods',
]

function accountOf(objects: readonly Json[], name: string): Account & { rules: RoleRule[] } {
  const rules = rulesOf(objects, { name, namespace: 'firebreak' })
  const user = `system:serviceaccount:firebreak:${name}`
  return { token: `token-of-${name}`, user, rules, may: (request) => rulesAllow(rules, request) }
}

async function openAccounts(t: TestContext, objects: readonly Json[]) {
  const [looking, acting] = [accountOf(objects, 'firebreak-look'), accountOf(objects, 'firebreak-act')]
  const simulator = await startClusterSimulator({
    ...{ objects: shopObjects(), podMetrics: [], pace: 'by hand' },
    accounts: [looking, acting],
  })
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-rights-'))
  t.after(async () => {
    await simulator.close()
    await rm(folder, { recursive: true, force: true })
  })
  const KUBECONFIG = join(folder, 'config')
  const contexts = { look: looking.token, act: acting.token }
  await writeFile(KUBECONFIG, JSON.stringify(kubeconfigWith(simulator.url, contexts)))
  const environment = { KUBECONFIG, KUBE_READ_CONTEXT: 'look', KUBE_ACT_CONTEXT: 'act', ALLOWED_NAMESPACES: SHOP }
  return { simulator, looking, acting, environment, ...openHands(t, environment) }
}

function kubeconfigWith(server: string, tokens: Record<string, string>) {
  return {
    clusters: [{ name: 'shop', cluster: { server } }],
    contexts: Object.keys(tokens).map((name) => ({ name, context: { cluster: 'shop', user: name } })),
    users: Object.entries(tokens).map(([name, token]) => ({ name, user: { token } })),
  }
}

function textOf({ group, resource, verb }: ClusterRight): string {
  return `${verb} ${resource}${group === '' ? '' : `.${group}`}`
}

function textsOf(rights: readonly ClusterRight[]): string[] {
  return [...new Set(rights.map(textOf))].toSorted()
}

function expand(rules: readonly Pick<RoleRule, 'apiGroups' | 'resources' | 'verbs'>[]): string[] {
  return textsOf(
    rules.flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => ({ group, resource, verb })))),
    ),
  )
}

function askedFor(requests: readonly RecordedRequest[]): string[] {
  return textsOf(
    requests.map(({ method, path }) => {
      const wire = { method, path, url: new URL(path, 'http://server'), headers: {}, body: '' }
      const asked = readApiRequest(wire) ?? assert.fail(path)
      const { group, plural, subresource, verb } = asked
      return { group, resource: subresource === undefined ? plural : `${plural}/${subresource}`, verb }
    }),
  )
}

test('what the plugins ask for is what the roles give: nothing is missing, nothing is left over', async (t) => {
  const objects = await renderManifests(t, 'overlays/example')
  const secretMetadata = await renderManifests(t, 'secret-metadata')
  if (!objects || !secretMetadata) return
  const names = new Set([...LOOKS, ...ACTS].map(([name]) => name))
  assert.deepEqual(
    KUBERNETES_PLUGINS.filter(({ name }) => !names.has(name)),
    [],
    'a plugin nobody runs here',
  )
  const { simulator, looking, acting, ...hands } = await openAccounts(t, objects)
  for (const [name, parameters] of LOOKS) assert.ok((await hands.ask(name, parameters)).success, name)
  for (const command of COMMANDS) await hands.ask('llm.orchestrator_action', { command })
  for (const [name, parameters] of ACTS) {
    const { preconditions } = await hands.plan(name, parameters)
    const { success, error } = await hands.act(name, parameters, { planned: preconditions, isDryRun: true })
    assert.ok(success, `${name}: ${error}`)
    await hands.lookBack(name, parameters, { preconditions, startedAt: new Date(), before: {} })
  }
  const { requests } = simulator.recorder
  const askedBy = ({ token }: Account) => requests.filter(({ authorization }) => authorization === `Bearer ${token}`)
  const [refused, granted] = [true, false].map((isRefused) =>
    askedBy(looking).filter(({ status }) => (status === 403) === isRefused),
  )
  assert.deepEqual(askedFor(granted ?? []), expand(looking.rules))
  assert.deepEqual(askedFor(askedBy(acting)), expand(acting.rules))
  const secretRole = secretMetadata.find(({ kind }) => kind === 'ClusterRole')
  assert.deepEqual(askedFor(refused ?? []), expand(secretRole?.rules))
  assert.equal(askedBy(acting).filter(({ status }) => status === 403).length, 0)
})

test('the rights that doctor asks about are those of the roles, and none of the ones never needed is among them', async (t) => {
  const objects = await renderManifests(t, 'overlays/example')
  const secretMetadata = await renderManifests(t, 'secret-metadata')
  if (!objects || !secretMetadata) return
  const rulesIn = (name: string) => {
    const role = [...objects, ...secretMetadata].find(
      ({ kind, metadata }) => /Role$/.test(kind) && metadata.name === name,
    )
    return expand(role?.rules)
  }
  assert.deepEqual(rulesIn('firebreak-look'), textsOf(LOOKING_RIGHTS))
  assert.deepEqual(rulesIn('firebreak-act'), textsOf(ACTING_RIGHTS))
  assert.deepEqual(rulesIn('firebreak-act-on-nodes'), textsOf(NODE_RIGHTS))
  assert.deepEqual(rulesIn('firebreak-look-at-secrets'), textsOf(SECRET_RIGHTS))
  const all = objects.filter(({ kind }) => /Role$/.test(kind)).flatMap(({ rules }) => expand(rules))
  assert.deepEqual(
    textsOf(NEVER_NEEDED).filter((right) => all.includes(right)),
    [],
  )
  assert.ok(!all.some((right) => /\*|secrets/.test(right)))
})

test('in a namespace without the role a plan can be made, and the cluster refuses the act', async (t) => {
  const objects = await renderManifests(t, 'overlays/example')
  if (!objects) return
  const elsewhere = objects.map((one) =>
    /^Role/.test(one.kind) ? { ...one, metadata: { ...one.metadata, namespace: 'payments' } } : one,
  )
  const { plan, act, simulator } = await openAccounts(t, elsewhere)
  const [name, parameters] = ['scale_deployment', { namespace: SHOP, deployment: 'checkout', replicas: 4 }] as const
  const { preconditions } = await plan(name, parameters)
  await assert.rejects(act(name, parameters, { planned: preconditions }), /cannot get resource "deployments"/)
  assert.deepEqual(simulator.recorder.changes(), [])
})

test('doctor tells what each account may and may not do, in the server’s own word', async (t) => {
  const objects = await renderManifests(t, 'overlays/example')
  if (!objects) return
  const { environment } = await openAccounts(t, objects)
  const [reach, looks, acts] = await examine(clusterChecksFor(environment))
  assert.equal(looks?.about, 'cluster account that looks (KUBE_READ_CONTEXT=look)')
  assert.equal(acts?.about, 'cluster account that acts (KUBE_ACT_CONTEXT=act)')
  assert.deepEqual([reach?.state, reach?.sentence], ['good', 'answers, with 1 namespaces'])
  assert.deepEqual(
    [looks?.state, looks?.sentence],
    ['good', 'may look at everything the plugins ask for; may change nothing; may read no Secret.'],
  )
  assert.deepEqual([acts?.state, acts?.sentence], ['good', `may act in ${SHOP}; may cordon nodes.`])
})

test('doctor names what is missing, and what would be better taken away', async (t) => {
  const objects = await renderManifests(t, 'overlays/example')
  if (!objects) return
  const exchanged = objects.map((one) => {
    if (one.kind !== 'ClusterRoleBinding' || one.metadata.name !== 'firebreak-act-on-nodes') return one
    return { ...one, subjects: [{ kind: 'ServiceAccount', name: 'firebreak-look', namespace: 'firebreak' }] }
  })
  const { environment } = await openAccounts(t, exchanged)
  const checks = clusterChecksFor({ ...environment, ALLOWED_NAMESPACES: `${SHOP},payments` })
  const [, looks, acts] = await examine(checks)
  assert.match(looks?.sentence ?? '', /may patch nodes, which it never needs: take that away/)
  assert.match(acts?.sentence ?? '', /may not delete pods in payments, .* and 1 more, so such actions will be refused/)
  assert.match(acts?.sentence ?? '', /may not cordon nodes/)
  assert.deepEqual([looks?.state, acts?.state], ['advice', 'advice'])
  const [half, ...none] = await examine(clusterChecksFor({ KUBECONFIG: '/some', KUBE_ACT_CONTEXT: 'act' }))
  assert.match(half?.sentence ?? '', /^KUBE_ACT_CONTEXT is set without KUBE_READ_CONTEXT/)
  assert.deepEqual([half?.state, none], ['bad', []])
})

function bound(account: string, role: { name: string; rules: object[] }, namespace?: string): Json[] {
  const subjects = [{ kind: 'ServiceAccount', name: account, namespace: 'firebreak' }]
  const kind = namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding'
  return [
    { kind: 'ClusterRole', metadata: { name: role.name }, rules: role.rules },
    {
      kind,
      metadata: { name: role.name, ...(namespace && { namespace }) },
      roleRef: { kind: 'ClusterRole', name: role.name },
      subjects,
    },
  ]
}

const DELETES_PODS = { name: 'wide', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['delete', 'get'] }] }

test('doctor finds a role bound in one namespace to the account that should only look', async (t) => {
  const objects = await renderManifests(t, 'overlays/example')
  if (!objects) return
  const { environment } = await openAccounts(t, [...objects, ...bound('firebreak-look', DELETES_PODS, SHOP)])
  const [, looks] = await examine(clusterChecksFor(environment))
  assert.equal(looks?.state, 'advice')
  assert.match(looks?.sentence ?? '', /may change things: delete pods in shop; an account that looks needs none of it/)
  assert.doesNotMatch(looks?.sentence ?? '', /may change nothing/)
})

test('doctor tells that an account acts beyond the namespaces it is meant for', async (t) => {
  const objects = await renderManifests(t, 'overlays/example')
  if (!objects) return
  const everywhere = await openAccounts(t, [...objects, ...bound('firebreak-act', DELETES_PODS)])
  const [, , wide] = await examine(clusterChecksFor(everywhere.environment))
  assert.equal(wide?.state, 'advice')
  assert.match(wide?.sentence ?? '', /may delete pods in every namespace, beyond ALLOWED_NAMESPACES/)
  const elsewhere = await openAccounts(t, [...objects, ...bound('firebreak-act', DELETES_PODS, 'payments')])
  elsewhere.simulator.store.put({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'payments' },
  } as Json as Parameters<typeof elsewhere.simulator.store.put>[0])
  const [, , beyond] = await examine(clusterChecksFor(elsewhere.environment))
  assert.equal(beyond?.state, 'advice')
  assert.match(beyond?.sentence ?? '', /may change things beyond ALLOWED_NAMESPACES: delete pods in payments/)
})
