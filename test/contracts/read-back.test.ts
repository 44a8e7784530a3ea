/**
 * After a lost answer or a crash the word of `readBack` decides whether a deed was done. Each remediation plugin reads worlds
 * in which it was done, was not, or nobody can know; then its answers are broken on purpose, and these worlds must notice.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openClusterAccounts } from '../../src/edges/cluster/cluster-client.ts'
import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'
import { type EndableSession, readSession } from '../../src/plugins/database/endable-session.ts'
import { countEnded } from '../../src/plugins/database/ended-session.ts'
import type { PastAct, Plugin, RemediationPlugin, Tools } from '../../src/plugins/plugin.ts'
import { readBackLostAnswer } from '../../src/story/execution/lost-answer.ts'
import type { ActionOutcome } from '../../src/story/incident/execution.ts'
import { eventually } from '../world/eventually.ts'
import { openDoor } from '../world/hands.ts'
import { type ClusterSimulator, startClusterSimulator } from '../world/kubernetes/cluster-simulator.ts'
import type { KubeObject } from '../world/kubernetes/kube-object.ts'
import { ownDatabase } from '../world/own-postgres.ts'
import { openSession, type TestSession } from '../world/sessions.ts'
import { OLD_TEMPLATE, SHOP, shopObjects } from '../world/shop-cluster.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { openTargets, toolsOver } from '../world/targets.ts'

type Parameters = Record<string, unknown>
type Seen = { tools: Omit<Tools, 'signal'>; parameters: Parameters; past: PastAct }
type World = { plugin: string; where: string; becomes: ActionOutcome; open(t: TestContext): Promise<Seen> }

/** Of a plan that was made, and then the world changed. */
type ClusterPlan = { plugin: string; parameters: Parameters }
type ClusterChange = (simulator: ClusterSimulator) => void

const SCALE = { plugin: 'scale_deployment', parameters: { namespace: SHOP, deployment: 'checkout', replicas: 5 } }
const ROLL_BACK = { plugin: 'rollback_deployment', parameters: { namespace: SHOP, deployment: 'checkout' } }
const RESTART = { plugin: 'restart_pod', parameters: { namespace: SHOP, pod_name: 'checkout-1-aaaaa' } }
const CORDON = { plugin: 'cordon_node', parameters: { node: 'node-a', uncordon: false } }
const UNCORDON = { plugin: 'cordon_node', parameters: { node: 'node-a', uncordon: true } }
const CLEAR = { plugin: 'delete_evicted_pods', parameters: { namespace: SHOP, limit: 50 } }

const edit = (kind: string, name: string, change: (draft: KubeObject) => unknown): ClusterChange => {
  const namespace = kind === 'Node' ? undefined : SHOP
  return ({ store }) => void store.edit(store.find(kind, namespace, name) as KubeObject, (draft) => void change(draft))
}
const remove =
  (kind: string, name: string): ClusterChange =>
  ({ store }) =>
    store.remove(store.find(kind, SHOP, name) as KubeObject)
const unreadable: ClusterChange = ({ faults }) =>
  void faults.add({ method: 'GET', times: 100_000, does: { status: 503, message: 'etcd is away' } })
const untouched: ClusterChange = () => {}
const both =
  (...changes: ClusterChange[]): ClusterChange =>
  (simulator) => {
    for (const change of changes) change(simulator)
  }

const deployment = (change: (draft: KubeObject) => unknown) =>
  edit('Deployment', 'checkout', (draft) => {
    draft.metadata.generation = Number(draft.metadata.generation) + 1
    change(draft)
  })
const templateOf = (image: string) => {
  const template = structuredClone(OLD_TEMPLATE)
  for (const container of template.spec.containers) container.image = image
  return template
}
const rolledBack = deployment((draft) => Object.assign(draft.spec, { template: structuredClone(OLD_TEMPLATE) }))
const scaled = deployment((draft) => Object.assign(draft.spec, { replicas: 5 }))
const anotherOne = (kind: string, name: string) =>
  edit(kind, name, ({ metadata }) => Object.assign(metadata, { uid: 'another' }))

const WORLDS: readonly World[] = [
  ...onCluster(SCALE, {
    'nobody scaled it': ['failed', untouched],
    'it has the wanted replicas': ['done', scaled],
    'somebody gave it another number': ['failed', deployment((draft) => Object.assign(draft.spec, { replicas: 4 }))],
    'it was made anew with the wanted replicas': ['unknown', both(scaled, anotherOne('Deployment', 'checkout'))],
    'it is gone': ['unknown', remove('Deployment', 'checkout')],
    'the cluster cannot be read': ['unknown', both(scaled, unreadable)],
  }),
  ...onCluster(ROLL_BACK, {
    'nobody touched it': ['failed', untouched],
    'it has the template of the plan': ['done', rolledBack],
    'it has yet another template': [
      'failed',
      deployment((draft) => Object.assign(draft.spec, { template: templateOf('other:1') })),
    ],
    'it was only scaled': ['failed', scaled],
    'what it should go back to is gone': ['unknown', both(rolledBack, remove('ReplicaSet', 'checkout-1'))],
    'it was made anew with that template': ['unknown', both(rolledBack, anotherOne('Deployment', 'checkout'))],
    'the cluster cannot be read': ['unknown', both(rolledBack, unreadable)],
  }),
  ...onCluster(RESTART, {
    'the pod is still there': ['failed', untouched],
    // A node that died, a release and a person with kubectl leave the same behind.
    'the pod is gone': ['unknown', remove('Pod', 'checkout-1-aaaaa')],
    'another pod has its name': ['unknown', anotherOne('Pod', 'checkout-1-aaaaa')],
    'the pod is ending': [
      'unknown',
      edit('Pod', 'checkout-1-aaaaa', ({ metadata }) =>
        Object.assign(metadata, { deletionTimestamp: '2026-11-15T04:00:00Z' }),
      ),
    ],
    'the cluster cannot be read': ['unknown', both(remove('Pod', 'checkout-1-aaaaa'), unreadable)],
  }),
  ...onCluster(CORDON, {
    'the node takes pods': ['failed', untouched],
    'the node takes none': ['done', edit('Node', 'node-a', ({ spec }) => Object.assign(spec, { unschedulable: true }))],
    'another node has its name': [
      'unknown',
      both(
        edit('Node', 'node-a', ({ spec }) => Object.assign(spec, { unschedulable: true })),
        anotherOne('Node', 'node-a'),
      ),
    ],
    'the cluster cannot be read': ['unknown', unreadable],
  }),
  ...onCluster(
    UNCORDON,
    {
      'the node still takes none': ['failed', untouched],
      'the node takes pods again': [
        'done',
        edit('Node', 'node-a', ({ spec }) => Object.assign(spec, { unschedulable: false })),
      ],
    },
    edit('Node', 'node-a', ({ spec }) => Object.assign(spec, { unschedulable: true })),
  ),
  ...onCluster(CLEAR, {
    'all are there': ['failed', untouched],
    // The cluster's own sweep removes records of ended pods as well.
    'one is left': ['unknown', remove('Pod', 'evicted-1')],
    'all are gone': ['unknown', both(remove('Pod', 'evicted-1'), remove('Pod', 'evicted-2'))],
    'others have their names': ['unknown', both(anotherOne('Pod', 'evicted-1'), anotherOne('Pod', 'evicted-2'))],
    'the cluster cannot be read': ['unknown', unreadable],
  }),
  ...['terminate_query', 'kill_deadlock'].flatMap((plugin) => [
    onServer(plugin, 'the session is there', 'failed', holdSession),
    onServer(plugin, 'the session was ended by command', 'done', async (t, urls) => {
      const seen = await holdSession(t, urls)
      await endByCommand(urls, seen)
      return seen
    }),
    onServer(plugin, 'its client has left', 'failed', async (t, urls) => {
      const { session, ...seen } = await holdSession(t, urls)
      await session.leave()
      return seen
    }),
    onServer(plugin, 'it was ended, and nobody counted before', 'unknown', async (t, urls) => {
      const { witness: _, ...seen } = await holdSession(t, urls)
      await endByCommand(urls, seen)
      return seen
    }),
    onServer(plugin, 'it was ended, and the count was begun anew', 'unknown', async (t, urls) => {
      const seen = await holdSession(t, urls)
      await endByCommand(urls, seen)
      await runSql(urls.adminUrl, 'SELECT pg_stat_reset()')
      return seen
    }),
    onServer(plugin, 'its pid belongs to another since a restart', 'unknown', async (t, urls) => {
      const { parameters, preconditions } = await holdSession(t, urls)
      return { parameters, preconditions: { ...preconditions, backend_start: '2020-01-01T00:00:00.000001Z' } }
    }),
    onServer(plugin, 'the server was restarted', 'unknown', afterRestart(restartServer), { isOwn: true }),
    onServer(plugin, 'another process took all down', 'unknown', afterRestart(crashServer), { isOwn: true }),
    onServer(plugin, 'our login may not see whose it is', 'unknown', (t, { adminUrl }) =>
      holdSession(t, { url: adminUrl, adminUrl }),
    ),
    onServer(plugin, 'the database cannot be reached', 'unknown', holdSession, { isAway: true }),
  ]),
  onServer('vacuum_table', 'it was never vacuumed', 'failed', makeTable),
  onServer('vacuum_table', 'it was vacuumed before', 'failed', async (t, urls) => {
    await makeTable(t, urls)
    await runSql(urls.url, 'VACUUM public.orders')
    const [row] = await runSql(urls.url, `SELECT clock_timestamp() + interval '1 second' AS later`)
    return { ...(await planOf(urls.url)), startedAt: row?.later as Date }
  }),
  onServer('vacuum_table', 'it was vacuumed since', 'done', async (t, urls) => {
    const seen = await makeTable(t, urls)
    await runSql(urls.url, 'VACUUM public.orders')
    return seen
  }),
  onServer('vacuum_table', 'another table has its name', 'unknown', async (t, urls) => {
    const seen = await makeTable(t, urls)
    await runSql(urls.url, 'DROP TABLE public.orders; CREATE TABLE public.orders (id int)')
    await runSql(urls.url, 'VACUUM public.orders')
    return seen
  }),
  onServer(
    'vacuum_table',
    'the server was restarted and has forgotten',
    'unknown',
    async (t, urls) => {
      const seen = await makeTable(t, urls)
      await runSql(urls.url, 'VACUUM public.orders')
      await crashServer(urls)
      return seen
    },
    { isOwn: true },
  ),
  onServer('vacuum_table', 'the database cannot be reached', 'unknown', makeTable, { isAway: true }),
]

function onCluster(
  { plugin, parameters }: ClusterPlan,
  worlds: Record<string, [ActionOutcome, ClusterChange]>,
  before: ClusterChange = untouched,
): World[] {
  return Object.entries(worlds).map(([where, [becomes, change]]) => ({
    ...{ plugin, where, becomes },
    open: async (t) => {
      const simulator = await startClusterSimulator({ objects: shopObjects(), pace: 'by hand' })
      const folder = await mkdtemp(join(tmpdir(), 'firebreak-read-back-'))
      const KUBECONFIG = join(folder, 'config')
      await writeFile(KUBECONFIG, simulator.kubeconfig)
      const accounts = openClusterAccounts({ environment: { KUBECONFIG } })
      t.after(async () => {
        await accounts.close()
        await simulator.close()
        await rm(folder, { recursive: true, force: true })
      })
      const tools = { cluster: accounts.looking, now: () => new Date() } as unknown as Omit<Tools, 'signal'>
      before(simulator)
      const { preconditions } = await planned(plugin, parameters, tools)
      change(simulator)
      return { tools, parameters, past: { preconditions, startedAt: new Date(), before: {} } }
    },
  }))
}

const signal = new AbortController().signal
const HOUR_MS = 3_600_000

function planned(name: string, parameters: Parameters, tools: Omit<Tools, 'signal'>) {
  const plugin = BUILT_IN_PLUGINS.find((one) => one.name === name) as RemediationPlugin
  return plugin.intend(parameters, { ...tools, signal })
}

type Urls = { url: string; adminUrl: string; server?: { readonly pid: number } }
type Planned = { parameters: Parameters; preconditions: Parameters; witness?: Parameters; startedAt?: Date }
type Held = Planned & { parameters: { pid: number }; session: TestSession }

function onServer(
  plugin: string,
  where: string,
  becomes: ActionOutcome,
  arrange: (t: TestContext, urls: Urls) => Promise<Planned>,
  { isAway = false, isOwn = false } = {},
): World {
  return {
    ...{ plugin, where, becomes },
    open: async (t) => {
      const urls = await (isOwn ? ownDatabase(t) : freshDatabase(t))
      const { parameters, preconditions, witness = {}, startedAt = new Date(0) } = await arrange(t, urls)
      const place = isAway ? 'postgresql://nobody@127.0.0.1:1/nowhere' : urls.url
      const tools = { databases: openTargets(t, `shop=${place}`), now: () => new Date() } as unknown as Seen['tools']
      return { tools, parameters, past: { preconditions, witness, startedAt, before: {} } }
    },
  }
}

async function holdSession(t: TestContext, { url, adminUrl }: Urls): Promise<Held> {
  const held = await openSession(t, url)
  const { pid } = held
  const tools = toolsOver(openTargets(t, `shop=${adminUrl}`))
  const { backend_start, datname } = (await readSession(tools, { pid })) as EndableSession
  const witness = await countEnded(tools, {}, datname)
  return { parameters: { pid }, preconditions: { pid, backend_start }, witness, session: held }
}

const endByCommand = ({ adminUrl }: Urls, { parameters: { pid } }: Pick<Held, 'parameters'>) =>
  runSql(adminUrl, 'SELECT pg_terminate_backend($1, 10000)', [pid])

/** The restart took the session along, although our own step would have ended it as well. */
function afterRestart(restart: (urls: Urls) => Promise<unknown>) {
  return async (t: TestContext, urls: Urls) => {
    const seen = await holdSession(t, urls)
    await restart(urls)
    return seen
  }
}

/** As with `kill -9` of the service: its own PostgreSQL goes down with it, and another one takes its place. */
async function restartServer({ adminUrl, server }: Urls): Promise<unknown> {
  const before = server?.pid as number
  process.kill(before, 'SIGQUIT')
  return eventually('another server answers', async () => server?.pid !== before && answers(adminUrl))
}

/** One process that is killed takes all sessions down; the server that started them stays the same. */
async function crashServer({ adminUrl }: Urls): Promise<unknown> {
  const [writer] = await runSql(adminUrl, `SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'`)
  process.kill(Number(writer?.pid), 'SIGKILL')
  const isAnother = `SELECT pid <> ${writer?.pid} AS is_another FROM pg_stat_activity WHERE backend_type = 'walwriter'`
  return eventually('it has recovered', () =>
    runSql(adminUrl, isAnother).then(
      ([row]) => row?.is_another,
      () => false,
    ),
  )
}

const answers = (url: string) =>
  runSql(url, 'SELECT').then(
    () => true,
    () => false,
  )

async function makeTable(_: TestContext, { url }: Urls): Promise<Planned> {
  await runSql(url, 'CREATE TABLE public.orders (id int) WITH (autovacuum_enabled = off)')
  return planOf(url)
}

async function planOf(url: string): Promise<Planned> {
  const [row] = await runSql(url, `SELECT 'public.orders'::regclass::oid AS oid`)
  const preconditions = { oid: row?.oid, table: 'public.orders' }
  return { parameters: { table: 'orders' }, preconditions, startedAt: new Date() }
}

/** By the way the service goes when the answer to an act was lost, with all the time in the world. */
async function outcomeOf(plugin: Plugin, { tools, parameters, past }: Seen): Promise<ActionOutcome> {
  const { door } = openDoor({ plugins: [plugin], tools })
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  const parts = { door, clock: { now: () => new Date(pauses * HOUR_MS) }, pause }
  const call = { plugin: plugin.name, parameters }
  return (await readBackLostAnswer(parts, { call, past, message: '', signal })).outcome
}

type Break = (plugin: RemediationPlugin) => RemediationPlugin

/** Every answer it could wrongly give. */
const BREAKS: Record<string, Break> = {
  'always says done': (plugin) => ({ ...plugin, readBack: async () => true }),
  'always says not done': (plugin) => ({ ...plugin, readBack: async () => false }),
  'never knows': (plugin) => ({ ...plugin, readBack: async () => undefined }),
  'says the opposite': (plugin) => ({
    ...plugin,
    readBack: async (...given) => {
      const was = await plugin.readBack?.(...given)
      return was === undefined ? undefined : !was
    },
  }),
  'takes what it cannot know for done': (plugin) => ({
    ...plugin,
    readBack: async (...given) => (await plugin.readBack?.(...given).catch(() => undefined)) ?? true,
  }),
  'takes what it cannot know for not done': (plugin) => ({
    ...plugin,
    readBack: async (...given) => (await plugin.readBack?.(...given).catch(() => undefined)) ?? false,
  }),
}

const readers = BUILT_IN_PLUGINS.filter(
  (plugin): plugin is RemediationPlugin => plugin.category === 'remediation' && plugin.readBack !== undefined,
)

test('every remediation whose deed can be read back has worlds here; a command of the shell has none', () => {
  const others = BUILT_IN_PLUGINS.filter((one) => one.category === 'remediation' && !readers.includes(one))
  assert.deepEqual(new Set(WORLDS.map(({ plugin }) => plugin)), new Set(readers.map(({ name }) => name)))
  assert.deepEqual(
    others.map(({ name }) => name),
    ['shell.exec_write'],
  )
})

for (const plugin of readers)
  test(`${plugin.name} reads back what became of its deed, and a wrong answer would be noticed`, async (t) => {
    const noticed = new Set<string>()
    for (const { where, becomes, open } of WORLDS.filter((world) => world.plugin === plugin.name)) {
      const seen = await open(t)
      assert.equal(await outcomeOf(plugin, seen), becomes, where)
      for (const [how, broken] of Object.entries(BREAKS))
        if ((await outcomeOf(broken(plugin), seen)) !== becomes) noticed.add(how)
    }
    assert.deepEqual([...noticed].sort(), Object.keys(BREAKS).sort())
  })
