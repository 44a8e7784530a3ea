import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { connectionsOf, groupOf, lineOf, secondsAgo } from '../../../../../test/world/scene/database-scene.ts'
import { tracedScene } from '../../../../../test/world/scene/traced-scene.ts'
import type { Scene } from '../../scene.ts'
import { connectionsExhausted } from './connections-exhausted.ts'
import { slotsTaken } from './slots-taken.ts'

const REFUSED = 'FATAL:  sorry, too many clients already'
const template = (image: string, env: readonly object[] = [], more: object = {}) => ({
  containers: [{ name: 'mailer', image, env, ...more }],
})
const SMALL = template('mailer:1', [{ name: 'DB_POOL_SIZE', value: '5' }])
const LARGE = template('mailer:1', [{ name: 'DB_POOL_SIZE', value: '40' }])

type Template = Readonly<Record<string, unknown>>

type Given = {
  before?: Template
  after?: Template
  age?: number
  refusedAgo?: number
  opened?: number
  sizes?: readonly number[]
  /** How old the second pod is. */
  secondAge?: number
}

/** Two pods of `mailer` hold most of 97 connections; the alert is about somebody else. */
async function world({
  before = SMALL,
  after = LARGE,
  age = 20,
  refusedAgo = 15,
  opened = 19,
  sizes = [40, 40],
  secondAge = age,
}: Given = {}) {
  const objects = [
    ...deployment('mailer', {
      replicas: 2,
      revisions: [
        { template: before, age: 9000 },
        { template: after, age },
      ],
    }),
    ...['10.1.0.1', '10.1.0.2'].map((podIP, at) =>
      pod(`mailer-2-aaaa${at}`, {
        owner: 'ReplicaSet/mailer-2',
        spec: after,
        age: at === 0 ? age : secondAge,
        status: { podIP },
      }),
    ),
  ]
  const cluster = await clusterSceneOf({ alertName: 'HighErrorRate', labels: { deployment: 'mailer' }, objects })
  return sceneOf(
    cluster,
    sizes.map((size, at) => ofMailer(`10.1.0.${at + 1}`, size, opened)),
    refusedAgo,
  )
}

function ofMailer(address: string, size: number, opened: number) {
  return groupOf(address, size, {
    application_name: '',
    usename: 'mail',
    oldest_backend_start: secondsAgo(opened * 60),
    unchanged_for_5_minutes: 0,
  })
}

function sceneOf(seen: Scene, groups: readonly object[], refusedAgo: number): Scene {
  return tracedScene(seen, {
    alert: 'HighErrorRate',
    text: 'shop errors',
    concern: 'dependency',
    connections: connectionsOf({ groups: [...groups, groupOf('10.9.0.1', 10)], usable: 97, saturation: 0.95 }),
    lines: [lineOf(refusedAgo * 60, REFUSED)],
    subject: { startedAt: new Date(minutesAgo(5)) },
  })
}

test('the program that took most connections with its larger pool is returned, though it bears no application name', async () => {
  const scene = await world()
  const finding = onlyFinding(slotsTaken(scene), scene)
  assert.match(
    finding.statement,
    /Deployment shop\/mailer holds 80 of 97 usable connections \(82 %; 2 pods, role mail\)/,
  )
  assert.match(finding.statement, /DB_POOL_SIZE went from 5 to 40.*first connection was refused at 11:45 UTC/)
  assert.deepEqual(finding.actions[0]?.parameters, { namespace: 'shop', deployment: 'mailer' })
  assert.equal(finding.confidence, 0.9)
})

test('a limit inside an address or among arguments counts as well, and another image alone counts less', async () => {
  const url = (limit: number) =>
    template('mailer:1', [{ name: 'DATABASE_URL', value: `postgresql://db/shop?connection_limit=${limit}` }])
  const args = (count: number) => template('mailer:1', [], { args: ['serve', `--workers=${count}`] })
  for (const [before, after] of [
    [url(5), url(40)],
    [args(2), args(40)],
  ] as const) {
    const scene = await world({ before, after })
    assert.equal(onlyFinding(slotsTaken(scene), scene).confidence, 0.9)
  }
  const scene = await world({ before: template('mailer:1'), after: template('mailer:2') })
  const finding = onlyFinding(slotsTaken(scene), scene)
  assert.deepEqual([finding.confidence, finding.actions.length], [0.75, 1])
})

test('pods that came after the release, and a variable that speaks of no connections, return nothing', async () => {
  const others = { before: template('mailer:1'), after: template('mailer:2'), secondAge: 11 }
  const variable = (value: string) => template('mailer:1', [{ name: 'LOG_LEVEL', value }])
  for (const given of [others, { before: variable('info'), after: variable('warn') }]) {
    const scene = await world(given)
    const finding = onlyFinding(slotsTaken(scene), scene)
    assert.deepEqual([finding.confidence, finding.actions], [0.55, []])
  }
  const scene = await world({ secondAge: 11 })
  assert.equal(onlyFinding(slotsTaken(scene), scene).actions.length, 1)
})

test('a shortage older than the release, sessions older than it, and a change that opens nothing accuse nobody', async () => {
  assert.deepEqual(slotsTaken(await world({ refusedAgo: 60 })), [])
  assert.deepEqual(slotsTaken(await world({ opened: 600 })), [])
  const limits = template('mailer:1', [{ name: 'DB_POOL_SIZE', value: '5' }], {
    resources: { limits: { memory: '1Gi' } },
  })
  assert.deepEqual(slotsTaken(await world({ after: limits })), [])
  assert.deepEqual(slotsTaken(await world({ before: LARGE, after: SMALL })), [])
})

test('who holds less than half is not accused, and one who holds most is named although nothing changed', async () => {
  assert.deepEqual(slotsTaken(await world({ sizes: [4, 4] })), [])
  const [finding] = connectionsExhausted(await world({ age: 5000, opened: 4000 }))
  assert.match(finding?.statement ?? '', /One client, mailer, holds most of them/)
  assert.match(finding?.noActionReason ?? '', /Nothing shows that mailer was changed/)
})

test('a run of a Job that began just before is told, and nothing is stopped', async () => {
  const objects = [
    object('Job', 'backfill', {
      spec: {},
      status: { active: 1, startTime: minutesAgo(18) },
      metadata: { creationTimestamp: minutesAgo(18) },
    }),
    pod('backfill-x1', { owner: 'Job/backfill', age: 18, status: { podIP: '10.1.0.1' } }),
  ]
  const seen = await clusterSceneOf({ alertName: 'HighErrorRate', objects })
  const scene = sceneOf(seen, [ofMailer('10.1.0.1', 80, 17)], 15)
  const finding = onlyFinding(slotsTaken(scene), scene)
  assert.match(finding.statement, /Job shop\/backfill holds 80 of 97 .* since its run began/)
  assert.deepEqual(finding.actions, [])
})
