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
  released,
  releasedWorld,
  said,
  stepIn,
} from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

function busy(suffix: string) {
  const labels = { pod: `grinder-${HASH}-${suffix}` }
  return [moved('mill_threads_busy', labels, 4, 64), moved('mill_threads_max', labels, 64, 64, { strength: 0 })]
}

function asked(suffix: string, to: number) {
  return moved('mill_requests_total', { pod: `grinder-${HASH}-${suffix}` }, 40, to, { per_second: true })
}

test('hands are added where all are full since more is asked, and not where as much is asked as before', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const rush = figures(PODS.flatMap((suffix) => [...busy(suffix), asked(suffix, 190)]))
  assert.deepEqual(stepIn([all, rush])?.parameters, { namespace: 'mill', deployment: 'grinder', replicas: 4 })
  const calm = figures(PODS.flatMap((suffix) => [...busy(suffix), asked(suffix, 41)]))
  assert.equal(stepIn([all, calm]), undefined)
})

test('no hands are added where what is full complains of somebody else', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const store = moved('stone_store_seconds', { service: 'stone-store' }, 0.1, 9)
  const rush = figures([...PODS.flatMap((suffix) => [...busy(suffix), asked(suffix, 190)]), store])
  assert.equal(stepIn([all, rush, said('bcdfg', 'ERROR waiting 9s for stone-store')]), undefined)
})

function filled(suffix: string, from = 0.6) {
  return moved('container_cpu_usage_ratio', { pod: `grinder-${HASH}-${suffix}` }, from, 0.99)
}

test('hands are added where the share of all fills up while more comes in, and not where somebody near was released then', () => {
  const sacks = moved('sacks_published_total', { queue: 'grinder.sacks' }, 6, 16, { per_second: true })
  const rush = figures([...PODS.map((suffix) => filled(suffix)), sacks])
  const wanted = stepIn([listing(PODS.map((suffix) => pod(suffix))), rush])
  assert.deepEqual([wanted?.plugin, wanted?.parameters.replicas], ['scale_deployment', 4])
  assert.match(wanted?.why ?? '', /went from 0\.6 to 0\.99 .* went from 6\/s to 16\/s/)
  const always = figures([...PODS.map((suffix) => filled(suffix, 0.98)), sacks])
  assert.equal(stepIn([listing(PODS.map((suffix) => pod(suffix))), always]), undefined, 'it was as full before')
  const [sifter, sets] = releasedWorld(released('sifter', 17)) as [Exhibit, Exhibit]
  const grinder = (listing(PODS.map((suffix) => pod(suffix))).result.data ?? {}) as Record<string, object[]>
  const sifting = (sifter.result.data ?? {}) as Record<string, object[]>
  const both = exhibit('C1', 'list_pods', {
    pods: [...(grinder.pods ?? []), ...(sifting.pods ?? [])],
    deployments: [...(grinder.deployments ?? []), ...(sifting.deployments ?? [])],
  })
  const calls = said('bcdfg', 'WARN slow answer of sifter')
  assert.notEqual(stepIn([both, sets, rush, calls])?.plugin, 'scale_deployment')
})

test('hands are added where all say that all there is is taken', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const rush = figures([moved('sacks_published_total', { queue: 'grinder.sacks' }, 6, 160, { per_second: true })])
  const say = (words: string) =>
    PODS.map((suffix, index) => ({ ...said(suffix, `INFO slots ${words}, waiting`), id: `C1${index}` }))
  assert.equal(stepIn([all, rush, ...say('8/8')])?.parameters.replicas, 4)
  assert.equal(stepIn([all, rush, ...say('8/9')]), undefined)
})

function held(suffix: string, to: number, from = 2) {
  return moved('mill_hoppers_in_use', { pod: `grinder-${HASH}-${suffix}` }, from, to)
}

test('hands are added where all stand at one and the same height, whose bound nobody measures, and not where they only rose', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const sacks = moved('sacks_delivered_per_minute', {}, 40, 250)
  const full = PODS.map((suffix) => held(suffix, 4))
  assert.equal(stepIn([all, figures([...full, sacks])])?.parameters.replicas, 4)
  const rising = PODS.map((suffix, index) => held(suffix, 40 + index))
  assert.equal(stepIn([all, figures([...rising, sacks])]), undefined)
  const calm = moved('sacks_delivered_per_minute', {}, 40, 41, { strength: 0.01 })
  assert.equal(stepIn([all, figures([...full, calm])]), undefined, 'no more is asked')
})

test('no hands are added where somebody behind them takes longer than he did', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const sacks = moved('sacks_delivered_per_minute', {}, 40, 250)
  const full = PODS.map((suffix) => held(suffix, 4))
  const behind = moved('granary_fetch_seconds', {}, 0.1, 9)
  assert.equal(stepIn([all, figures([...full, sacks, behind])]), undefined)
  const ownWait = moved('grinder_wait_seconds', {}, 0.1, 9)
  assert.equal(stepIn([all, figures([...full, sacks, ownWait])])?.plugin, 'scale_deployment')
})

test('what climbs for an hour asks for more as well as what steps', () => {
  const all = listing(PODS.map((suffix) => pod(suffix)))
  const full = PODS.map((suffix) => held(suffix, 20_000, 14_000))
  const visitors = (last: number) => moved('visitors_at_the_mill', {}, 107_000, 153_000, { strength: 0.07, last })
  assert.equal(stepIn([all, figures([...full, visitors(172_000)])])?.plugin, 'scale_deployment')
  assert.equal(stepIn([all, figures([...full, visitors(120_000)])]), undefined)
})
