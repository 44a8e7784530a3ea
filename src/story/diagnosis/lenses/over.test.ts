/** What is said beside a conclusion: that it is over, that a counter began anew, that somebody wrote of it beforehand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_CONTEXT } from '../../../guidance/environment/environment-context.ts'
import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import { readClusterScene } from '../cluster/reading/read-cluster-scene.ts'
import type { Exhibit } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { lookThrough } from './look-through.ts'
import { countedAnew } from './temper.ts'
import { voicesOf } from './voices.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ENVIRONMENT = readEnvironment(EMPTY_CONTEXT)
const BARE = { alertName: 'Alert', severityWord: '', isResolved: false, fromText: [] }

function at(minutesAgo: number): string {
  return new Date(NOW.getTime() - minutesAgo * 60_000).toISOString()
}

function figures(changes: readonly object[]): Exhibit {
  return { id: 'C1', plugin: 'metrics.query_range', parameters: {}, result: { success: true, data: { changes } } }
}

function written(streams: readonly object[], field = 'last_words'): Exhibit {
  return { id: 'C2', plugin: 'logs.query', parameters: {}, result: { success: true, data: { [field]: streams } } }
}

function sceneOf(subject: Partial<Scene['subject']>, exhibits: readonly Exhibit[]): Scene {
  const startedAt = new Date(NOW.getTime() - 30 * 60_000)
  return {
    now: NOW,
    environment: ENVIRONMENT,
    exhibits,
    subject: { ...BARE, labels: {}, text: '', startedAt, ...subject },
  }
}

const AGE = {
  metric: { __name__: 'parcel_age_seconds', queue: 'inbound' },
  ...{ from: 4, to: 500, at: at(50), strength: 0.8, last: 4, passed: { level: 610, from: at(50), until: at(20) } },
}
const HOURLY = {
  metric: { __name__: 'parcel_age_seconds:avg1h', queue: 'inbound' },
  ...{ from: 4, to: 300, at: at(45), strength: 0.9, last: 300 },
}
const SPOKEN = { labels: { queue: 'inbound' }, text: 'parcel_age_seconds:avg1h is 300' }

test('it is over where the figure of the alert came back, though its average over the hour still rings', () => {
  const scene = sceneOf(SPOKEN, [figures([AGE, HOURLY])])
  const { sentence = '' } = lookThrough(scene).over ?? {}
  assert.match(
    sentence,
    /parcel_age_seconds\{queue=inbound\} is back to normal at 4 since 11:40 UTC \(.*at worst 610\)/,
  )
  assert.match(sentence, /looks further back/)
})

test('it is not over while a pod of whom the alert is about does not begin', () => {
  const over = (phase: string) => {
    const workload = { kind: 'Deployment', name: 'inbound' } as const
    const pod = { namespace: 'depot', name: 'inbound-6c885549d-bcdfg', phase, owner: 'ReplicaSet/inbound-6c885549d' }
    const data = {
      pods: [{ ...pod, 'pod-template-hash': '6c885549d' }],
      deployments: [{ namespace: 'depot', name: 'inbound', replicas: 1, replicaSets: [{ name: 'inbound-6c885549d' }] }],
    }
    const list = { id: 'C3', plugin: 'list_pods', parameters: { namespace: 'depot' }, result: { success: true, data } }
    const scene = sceneOf({ ...SPOKEN, namespace: 'depot', workload }, [figures([AGE, HOURLY]), list])
    const cluster = readClusterScene(scene.exhibits, scene.subject)
    return lookThrough({ ...scene, ...(cluster && { cluster }) }).over
  }
  assert.equal(over('Pending'), undefined)
  assert.notEqual(over('Running'), undefined)
})

test('it is not over while another figure of the alert stays away, or somebody near goes on complaining', () => {
  const depth = {
    metric: { __name__: 'parcel_depth', queue: 'inbound' },
    from: 0,
    to: 90,
    at: at(50),
    strength: 0.9,
    last: 90,
  }
  const lasting = sceneOf({ ...SPOKEN, text: `${SPOKEN.text}, parcel_depth 90` }, [figures([AGE, depth])])
  assert.equal(lookThrough(lasting).over, undefined)
  const lines = [{ at: at(5), line: 'ERROR cannot take parcel' }]
  const complained = sceneOf(SPOKEN, [
    figures([AGE, HOURLY]),
    written([{ labels: { app: 'inbound' }, lines }], 'streams'),
  ])
  assert.equal(lookThrough(complained).over, undefined)
})

test('what a maximum over the hour looks back at is over where the figure itself stands within the bound', () => {
  const [inner, outer] = [
    { metric: { __name__: 'dead_shards' }, from: 0, to: 0, strength: 0, last: 0 },
    { metric: {}, from: 0, to: 64, at: at(40), strength: 1, last: 64 },
  ]
  const scene = sceneOf({ expressions: ['max_over_time(dead_shards[1h]) > 0'] }, [figures([inner, outer])])
  assert.match(lookThrough(scene).over?.sentence ?? '', /dead_shards is back to normal at 0; what it fires on/)
})

test('a counter that began anew has lost nothing, unless the expression forgives that anyhow', () => {
  const counter = {
    metric: { __name__: 'seeds_total' },
    from: 1,
    to: 1,
    strength: 0,
    last: 1,
    per_second: true,
    reset_at: at(12),
  }
  const exhibits = [figures([counter])]
  assert.match(
    countedAnew(sceneOf({ expressions: ['delta(seeds_total[30m]) < 0'] }, exhibits)) ?? '',
    /from zero at 11:48 UTC/,
  )
  assert.equal(countedAnew(sceneOf({ expressions: ['rate(seeds_total[5m]) < 1'] }, exhibits)), undefined)
})

test('who wrote days ago of what the alert speaks of is quoted, and that it was announced; who speaks of other things is not', () => {
  const day = 24 * 60
  const calendar = {
    labels: { job: 'calendar' },
    lines: [{ at: at(4 * day), line: 'FX-12 exercise on parcel-belt, planned by the fire brigade' }],
  }
  const other = { labels: { job: 'kitchen' }, lines: [{ at: at(day), line: 'soup of lentils' }] }
  const scene = sceneOf({ labels: { service: 'parcel-belt' }, text: 'parcel-belt stands still' }, [
    written([calendar, other]),
  ])
  const [first, ...others] = voicesOf(scene, lookThrough(scene))
  assert.match(first?.text ?? '', /^calendar wrote at 2026-02-25 12:00 UTC: "FX-12 exercise/)
  assert.deepEqual([first?.isAnnounced, others.length], [true, 0])
})
