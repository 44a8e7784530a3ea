import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  exhibit,
  figures,
  HASH,
  listing,
  moved,
  PODS,
  pod,
  said,
  signsIn,
  weighedIn,
} from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

function busy(suffix: string) {
  const labels = { pod: `grinder-${HASH}-${suffix}` }
  return [moved('mill_threads_busy', labels, 4, 64), moved('mill_threads_max', labels, 64, 64, { strength: 0 })]
}

function asked(suffix: string, to: number) {
  return moved('mill_requests_total', { pod: `grinder-${HASH}-${suffix}` }, 40, to, { per_second: true })
}

const ALL = listing(PODS.map((suffix) => pod(suffix)))
const signs = (exhibits: readonly Exhibit[]) => signsIn(exhibits, ['scale_deployment', 'grinder'])

test('hands are the likelier to be missing where all are full and more is asked', () => {
  const worlds = [190, 41].map((to) => [ALL, figures(PODS.flatMap((suffix) => [...busy(suffix), asked(suffix, to)]))])
  assert.deepEqual(
    worlds.map((world) => [signs(world)?.full, signs(world)?.demandOwn]),
    [
      [1, 1],
      [1, 0],
    ],
  )
  const [rush, calm] = worlds.map((world) => weighedIn(world).find(({ candidate }) => candidate.family === 'scale'))
  assert.ok((rush?.chance ?? 0) > (calm?.chance ?? 1))
  assert.deepEqual(rush?.step?.action.parameters, { namespace: 'mill', deployment: 'grinder', replicas: 4 })
})

test('what is full and complains of somebody else is full for another reason', () => {
  const rush = PODS.flatMap((suffix) => [...busy(suffix), asked(suffix, 190)])
  const store = moved('stone_store_sacks', { service: 'stone-store' }, 100, 9)
  const waiting = said('bcdfg', 'ERROR waiting 9s for stone-store')
  assert.equal(signs([ALL, figures([...rush, store])])?.explained, 0)
  assert.equal(signs([ALL, figures([...rush, store]), waiting])?.explained, 1)
})

function filled(suffix: string, from: number) {
  return moved('container_cpu_usage_ratio', { pod: `grinder-${HASH}-${suffix}` }, from, 0.99)
}

test('what was as full before has not filled up', () => {
  const filling = (from: number) => signs([ALL, figures(PODS.map((suffix) => filled(suffix, from)))])
  assert.deepEqual([filling(0.6)?.allRisen, filling(0.6)?.fill], [1, 1])
  assert.deepEqual([filling(0.98)?.allRisen, filling(0.98)?.fill], [0, 0])
})

test('all are full where all say that all there is is taken', () => {
  const say = (words: string) =>
    PODS.map((suffix, index) => ({ ...said(suffix, `INFO slots ${words}, waiting`), id: `C1${index}` }))
  assert.deepEqual([signs([ALL, ...say('8/8')])?.full, signs([ALL, ...say('8/9')])?.full], [1, 0])
})

function held(suffix: string, to: number, from = 2) {
  return moved('mill_hoppers_in_use', { pod: `grinder-${HASH}-${suffix}` }, from, to)
}

test('all are full where they stand at one and the same height, whose bound nobody measures, and not where they only rose', () => {
  assert.equal(signs([ALL, figures(PODS.map((suffix) => held(suffix, 4)))])?.full, 1)
  assert.equal(signs([ALL, figures(PODS.map((suffix, index) => held(suffix, 40 + index)))])?.full, 0)
})

test('somebody behind them who takes longer than he did is told from those who wait for them', () => {
  const full = PODS.map((suffix) => held(suffix, 4))
  assert.equal(signs([ALL, figures([...full, moved('granary_fetch_seconds', {}, 0.1, 9)])])?.slower, 1)
  assert.equal(signs([ALL, figures([...full, moved('grinder_wait_seconds', {}, 0.1, 9)])])?.slower, 0)
})

test('what climbs for an hour asks for more as well as what steps', () => {
  const visitors = (last: number) => moved('visitors_at_the_mill', {}, 107_000, 153_000, { strength: 0.07, last })
  assert.equal(signs([ALL, figures([visitors(172_000)])])?.demandHome, 1)
  assert.equal(signs([ALL, figures([visitors(120_000)])])?.demandHome, 0)
})

test('hands that were taken away come back as far as may be added at once, and their going explains nothing else', () => {
  const scaled = moved('kube_deployment_spec_replicas', { deployment: 'grinder' }, 8, 3)
  const world = [ALL, figures([scaled, ...PODS.map((suffix) => held(suffix, 4))])]
  assert.deepEqual([signs(world)?.fewer, signs(world)?.explained], [1, 0])
  const wanted = weighedIn(world).find(({ candidate }) => candidate.family === 'scale')
  assert.equal(wanted?.step?.action.parameters.replicas, 4)
})

test('nobody gets hands because one program alone asks for more', () => {
  const asks = (client: string, to: number) =>
    moved('mill_requests_per_second', { deployment: 'grinder', client }, 40, to)
  const world = (browsers: number) => [
    ALL,
    figures([...PODS.flatMap(busy), asks('soak', 190), asks('browser', browsers)]),
  ]
  assert.equal(signs(world(41)), undefined)
  assert.equal(signs(world(160))?.demandOwn, 1)
})

test('all stand at their processor limit while what waits for them grows, however long they have', () => {
  const described = (cpu: string) => {
    const containers = [{ name: 'grinder', resources: { limits: { cpu } } }]
    return exhibit('C7', 'describe_pod', { pod: { ...pod('bcdfg'), containers } })
  }
  const cores = PODS.map((suffix, at) =>
    moved('container_cpu_usage_cores', { pod: `grinder-${HASH}-${suffix}` }, 0.98, 0.97 + at / 100, { strength: 0 }),
  )
  const sacks = moved('mill_queue_sacks', { deployment: 'grinder' }, 20, 900)
  const behind = (cpu: string, ...more: readonly object[]) => {
    const found = signs([ALL, described(cpu), figures([...cores, ...more])])
    return [found?.behind, found?.full, found?.allRisen]
  }
  assert.deepEqual(behind('1', sacks), [1, 1, 1])
  assert.deepEqual(behind('2', sacks), [0, 0, 0], 'there is room')
  assert.deepEqual(behind('1'), [0, 0, 0], 'nothing waits')
  const called = (name: string) => moved(name, {}, 20, 900)
  assert.deepEqual(behind('1', called('grinder_queue_depth')), [1, 1, 1], 'it is called by its work')
  assert.deepEqual(behind('1', called('bakery_queue_depth')), [0, 0, 0], 'it is somebody else’s')
  const asked = PODS.map((suffix) =>
    moved('mill_requests_total', { pod: `grinder-${HASH}-${suffix}` }, 200, 500, { per_second: true }),
  )
  assert.deepEqual(behind('1', ...asked), [1, 1, 1], 'more is asked of each')
  assert.deepEqual(behind('1', ...asked.slice(1)), [0, 0, 0], 'one of them is asked no more than before')
})

test('of whom one customer alone asks for more, no more hands are given', () => {
  const full = PODS.flatMap((suffix) => busy(suffix))
  const customers = (...rates: number[]) =>
    rates.map((to, index) =>
      moved('mill_jobs_enqueued_total', { tenant: `t${index}` }, 2, to, {
        per_second: true,
        strength: to > 2 ? 0.9 : 0,
      }),
    )
  assert.equal(signs([ALL, figures([...full, ...customers(150, 2, 2)])]), undefined)
  assert.equal(signs([ALL, figures([...full, ...customers(150, 140, 120)])])?.full, 1)
})

test('those who take up the same few again and again and finish less need no more hands, and no new ones', () => {
  const queue = { queue: 'sacks' }
  const circle = (done: number) => [
    moved('broker_sacks_redelivered_total', queue, 0, 260, { per_second: true }),
    moved('broker_sacks_acked_total', queue, 40, done, { per_second: true }),
  ]
  const full = PODS.flatMap((suffix) => busy(suffix))
  assert.equal(signs([ALL, figures([...full, ...circle(2)])]), undefined)
  assert.equal(signs([ALL, figures([...full, ...circle(38)])])?.full, 1)
  const renewed = (done: number) =>
    weighedIn([ALL, figures([...full, ...circle(done)])]).some(({ candidate }) => candidate.family === 'restart')
  assert.deepEqual([renewed(2), renewed(38)], [false, true])
})
