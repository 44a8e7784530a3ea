import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { queriesOf, seriesOf, sessionOf, statementOf } from '../../../../../test/world/scene/database-scene.ts'
import { tracedScene } from '../../../../../test/world/scene/traced-scene.ts'
import { costlyStatement } from './costly-statements.ts'
import { statementOfRelease } from './statement-of-release.ts'

const QUERY = 'SELECT id FROM orders WHERE lower(note) LIKE $1'
const NEW = statementOf(QUERY, { calls: 900, mean_exec_time: 9000, total_exec_time: 8_100_000 })
const ELDER = statementOf('SELECT id FROM orders WHERE customer_id = $1', {
  calls: 4_000_000,
  total_exec_time: 900_000,
})
const LOW_THEN_HIGH = [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.9, 0.98, 0.98, 0.98, 0.98]

type Given = {
  age?: number
  addresses?: readonly string[]
  statements?: readonly object[]
  cpu?: readonly number[]
  /** Transactions of each three minutes, counted up. */
  commits?: readonly number[]
  images?: readonly [string, string]
}

/** Two pods of `orders` run the statement in twenty sessions, of which ten are shown; the processor rose a quarter of an hour ago. */
async function world(given: Given = {}) {
  const { age = 16, addresses = ['10.1.0.1', '10.1.0.2'], statements = [NEW, ELDER], cpu = LOW_THEN_HIGH } = given
  const [first, second] = given.images ?? ['orders:1', 'orders:2']
  const templateOf = (image: string) => ({ containers: [{ name: 'orders', image }] })
  const [before, after] = [templateOf(first), templateOf(second)]
  const objects = [
    ...deployment('orders', {
      replicas: 2,
      revisions: [
        { template: before, age: 9000 },
        { template: after, age },
      ],
    }),
    ...['10.1.0.1', '10.1.0.2'].map((podIP, at) =>
      pod(`orders-2-aaaa${at}`, { owner: 'ReplicaSet/orders-2', spec: after, age, status: { podIP } }),
    ),
  ]
  const seen = await clusterSceneOf({ alertName: 'HighErrorRate', labels: { deployment: 'orders' }, objects })
  const running = Array.from({ length: 10 }, (_, at) =>
    sessionOf(100 + at, 8, {
      query: QUERY,
      application_name: 'unicorn',
      client_addr: addresses[at % addresses.length],
    }),
  )
  const alike = {
    query: QUERY,
    application_name: 'unicorn',
    usename: 'app',
    sessions: 20,
    longest_seconds: 8,
    client_addresses: addresses,
  }
  return tracedScene(seen, {
    alert: 'PostgresHighCPU',
    queries: queriesOf({ running, by_total_time: statements, working_total: 21, running_alike: [alike] }),
    figures: [
      seriesOf('instance:node_cpu_utilisation:rate5m', cpu),
      ...(given.commits ? [seriesOf('pg_stat_database_xact_commit', countedUp(given.commits))] : []),
    ],
    subject: { startedAt: new Date(minutesAgo(5)) },
  })
}

function countedUp(each: readonly number[]): number[] {
  return each.map((_, index) => each.slice(0, index + 1).reduce((sum, one) => sum + one, 1_000_000))
}

const FEW_THEN_MANY = LOW_THEN_HIGH.map((share) => (share < 0.5 ? 900 : 50_000))
const OFTEN = statementOf(QUERY, { calls: 9_400_000, mean_exec_time: 21, total_exec_time: 197_400_000 })

test('an old statement that a release calls far more often is that release’s', async () => {
  const scene = await world({ statements: [OFTEN], commits: FEW_THEN_MANY })
  const finding = onlyFinding(statementOfRelease(scene), scene)
  assert.match(finding.statement, /orders calls a statement so often .*transactions rose from 5 to 278 per second/)
  assert.match(finding.statement, /9400000 times at 21 ms on average, 100 % of the time/)
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
})

test('where the calls did not rise with the release, an old statement is not its', async () => {
  for (const commits of [
    undefined,
    FEW_THEN_MANY.map(() => 50_000),
    LOW_THEN_HIGH.map((_, at) => (at < 3 ? 900 : 50_000)),
  ])
    assert.deepEqual(statementOfRelease(await world({ statements: [OFTEN], ...(commits && { commits }) })), [])
})

test('a new statement whose calls show in the rate needs no elder beside it', async () => {
  const scene = await world({ statements: [NEW], commits: FEW_THEN_MANY })
  assert.equal(onlyFinding(statementOfRelease(scene), scene).actions.length, 1)
})

test('a statement that came with a release of its client is that release’s, and it is returned', async () => {
  const scene = await world()
  const finding = onlyFinding(statementOfRelease(scene), scene)
  assert.match(
    finding.statement,
    /Since its release Deployment shop\/orders runs .*20 of 21 working sessions run it now, all from 2 pods/,
  )
  assert.match(finding.statement, /CPU rose from 20 % to 98 %.*It is new: 900 calls .* beside 4000000 calls/)
  assert.deepEqual(finding.actions[0]?.parameters, { namespace: 'shop', deployment: 'orders' })
  assert.equal(finding.confidence, 0.9)
})

test('without statistics that show it new, or figures that show the rise, it is told and nothing is returned', async () => {
  for (const given of [{ statements: [] }, { statements: [NEW] }, { cpu: LOW_THEN_HIGH.map(() => 0.98) }]) {
    const scene = await world(given)
    const finding = onlyFinding(statementOfRelease(scene), scene)
    assert.deepEqual([finding.confidence, finding.actions], [0.55, []])
    assert.match(finding.noActionReason ?? '', /^No (statistics|figures) show/)
  }
})

test('a statement with more calls than could have been made since the release is older', async () => {
  const many = statementOf(QUERY, { calls: 300_000, mean_exec_time: 220, total_exec_time: 66_000_000 })
  assert.deepEqual(statementOfRelease(await world({ statements: [many, { ...ELDER, calls: 40_000_000 }] })), [])
})

test('a release after the rise or long before it, and a statement older than the release, accuse nobody', async () => {
  assert.deepEqual(statementOfRelease(await world({ age: 3 })), [])
  assert.deepEqual(statementOfRelease(await world({ age: 3000 })), [])
  const old = statementOf(QUERY, { calls: 9_000_000, mean_exec_time: 900, total_exec_time: 8_100_000_000 })
  assert.deepEqual(statementOfRelease(await world({ statements: [old] })), [])
})

test('a statement of several programs, or of a client outside, is no release’s', async () => {
  assert.deepEqual(statementOfRelease(await world({ addresses: ['10.1.0.1', '192.168.7.7'] })), [])
})

test('a release that changed nothing a program is made of is not returned', async () => {
  const scene = await world({ images: ['orders:1', 'orders:1'] })
  assert.deepEqual(
    statementOfRelease(scene).flatMap(({ actions }) => actions),
    [],
  )
})

test('those that run it are counted over all, not over the few that are shown', async () => {
  const [finding] = costlyStatement(await world())
  assert.match(finding?.statement ?? '', /20 of 21 working sessions run it now \(unicorn\)/)
})
