import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTools } from '../../src/edges/open-tools.ts'
import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'
import { type Facts, whyNotWanted } from '../../src/plugins/gate.ts'
import { manifestProblem } from '../../src/plugins/manifest.ts'
import type { Plugin } from '../../src/plugins/plugin.ts'
import { openDoor, silentTools } from '../world/hands.ts'

const DIAGNOSTIC = [
  ...['list_pods', 'describe_pod', 'get_pod_logs', 'get_events', 'top_pods'],
  ...['slow_queries', 'lock_waits', 'active_connections', 'replication_lag', 'table_bloat'],
  ...['metrics.query', 'metrics.query_range', 'logs.query', 'errors.get_issue'],
  ...['shell.exec', 'runbook.search', 'llm.orchestrator_action'],
]
const REMEDIATION = [
  ...['restart_pod', 'scale_deployment', 'rollback_deployment', 'cordon_node', 'delete_evicted_pods'],
  ...['kill_deadlock', 'vacuum_table', 'terminate_query', 'shell.exec_write'],
]

/** Something sound for each parameter, by its name. */
const SAMPLES: Record<string, unknown> = {
  namespace: 'default',
  pod_name: 'web-1',
  deployment: 'web',
  replicas: 2,
  node: 'node-1',
  pid: 4711,
  table: 'orders',
  query: 'up',
  issue_id: '1',
  command: 'get pods',
}

test('the built-ins are exactly those of the contract', () => {
  const named = (category: string) =>
    BUILT_IN_PLUGINS.filter((plugin) => plugin.category === category).map(({ name }) => name)
  assert.deepEqual(named('diagnostic').sort(), [...DIAGNOSTIC].sort())
  assert.deepEqual(named('remediation').sort(), [...REMEDIATION].sort())
})

for (const plugin of BUILT_IN_PLUGINS) {
  test(`${plugin.name}: its manifest is sound, and every parameter explains itself`, () => {
    const { name, description, category, parameters } = plugin
    assert.equal(manifestProblem({ name, description, category, parameters }), undefined)
    assert.ok(plugin.description.length >= 60, 'a model has to choose by the description')
    for (const [field, schema] of Object.entries(plugin.parameters.properties)) {
      assert.ok(schema.description.length >= 10, `${field} has no useful description`)
    }
  })

  test(`${plugin.name}: wrong parameters are named and nothing is called`, async () => {
    const { tools, asked } = silentTools()
    const { door } = openDoor({ plugins: [plugin], tools })
    for (const [parameters, field] of wrongParameters(plugin)) {
      const error = await failureOf(
        door.diagnose({ plugin: plugin.name, parameters }, calm()),
        door,
        plugin,
        parameters,
      )
      assert.match(error, new RegExp(`\\b${field}\\b`))
    }
    assert.equal(asked(), 0)
  })

  test(`${plugin.name}: a system that hangs does not hang the caller, and a cancelled call ends`, async () => {
    const hurried = { ...plugin, timeoutSeconds: 0.05 } as Plugin
    const { door } = openDoor({ plugins: [hurried], tools: silentTools().tools })
    const parameters = samplesFor(plugin)
    const hung = await failureOf(door.diagnose({ plugin: plugin.name, parameters }, calm()), door, plugin, parameters)
    const isLocal = plugin.name === 'shell.exec' || plugin.name === 'shell.exec_write'
    if (!isLocal) assert.match(hung, /took longer than|ended/)
    const gone = await failureOf(
      door.diagnose({ plugin: plugin.name, parameters }, AbortSignal.abort()),
      door,
      plugin,
      parameters,
      AbortSignal.abort(),
    )
    assert.match(gone, /cancelled|abort/i)
  })
}

test('a plugin whose system is not configured says what to set', async () => {
  const settings = { current: async () => ({}) }
  const { tools, actingCluster, close } = openTools({
    environment: {},
    settings,
    fetch: never,
    database: never,
    clock: { now: () => new Date() },
    log: QUIET,
  } as never)
  const { door } = openDoor({ plugins: BUILT_IN_PLUGINS, tools, actingCluster })
  const remote = BUILT_IN_PLUGINS.filter(({ name }) => !/^(shell|runbook)\./.test(name))
  for (const plugin of remote) {
    const parameters = samplesFor(plugin)
    const error = await failureOf(door.diagnose({ plugin: plugin.name, parameters }, calm()), door, plugin, parameters)
    assert.match(error, /KUBECONFIG|TARGET_DATABASES|METRICS_URL|LOGS_URL|ERRORS_URL/, plugin.name)
  }
  await close()
})

const never = {} as never
const QUIET = { debug() {}, info() {}, warn() {}, error() {} }

function calm(): AbortSignal {
  return new AbortController().signal
}

function samplesFor({ parameters: { properties, required = [] } }: Plugin): Record<string, unknown> {
  return Object.fromEntries(required.filter((field) => properties[field]).map((field) => [field, SAMPLES[field]]))
}

function wrongParameters(plugin: Plugin): [Record<string, unknown>, string][] {
  const { properties, required = [] } = plugin.parameters
  const sound = samplesFor(plugin)
  const [text] = Object.entries(properties).find(([, { type }]) => type === 'string') ?? []
  return [
    [{ ...sound, surprise: 1 }, 'surprise'],
    ...required.map((field): [Record<string, unknown>, string] => [omit(sound, field), field]),
    ...(text
      ? ([
          [{ ...sound, [text]: 7 }, text],
          [{ ...sound, [text]: 'x'.repeat(100_000) }, text],
        ] as [Record<string, unknown>, string][])
      : []),
  ]
}

function omit(given: Record<string, unknown>, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== field))
}

type Door = ReturnType<typeof openDoor>['door']

/** A diagnostic plugin fails in its answer; a remediation is asked what it intends, and throws. */
async function failureOf(
  called: ReturnType<Door['diagnose']>,
  door: Door,
  { name, category }: Plugin,
  parameters: Record<string, unknown>,
  signal = calm(),
): Promise<string> {
  if (category === 'diagnostic') return (await called).result.error ?? ''
  await called
  return door.intend({ plugin: name, parameters }, signal).then(
    () => '',
    (error: Error) => error.message,
  )
}

const NOTHING_SEEN: Facts = {
  ...{ now: new Date(0), onset: undefined, alertName: 'Trouble', cluster: undefined, sessions: [], tables: [] },
  ...{ meant: { datnames: undefined, table: undefined, pid: undefined }, personSaid: '', replicaChangeMax: 1 },
  ...{ describedAs: () => '', notes: [], heard: [], isProvenAtFault: () => true, isWorkOver: () => false },
}

for (const plugin of BUILT_IN_PLUGINS)
  if (plugin.category === 'remediation')
    test(`${plugin.name}: brings its gate, closed where nothing was seen, its words and its usual time`, () => {
      const facts = { facts: NOTHING_SEEN, tieOf: () => 'everything' }
      assert.match(whyNotWanted(plugin.gate, SAMPLES, facts) ?? '', /^[\s\S]{20,}$/)
      assert.match(plugin.words, /^[A-Z{]/)
      const named = [...plugin.words.matchAll(/\{(\w+)[ |?}]/g)].flatMap(([, field]) => field ?? [])
      assert.ok(named.length > 0)
      assert.deepEqual(
        named.filter((field) => field !== 'targets' && !(field in plugin.parameters.properties)),
        [],
      )
      assert.ok(plugin.usualSeconds > 0)
    })
