import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pod } from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import { Graph } from '../graph.ts'
import type { Scene } from '../scene.ts'
import type { Hypothesis } from '../weigh.ts'
import { keptMap, placesOf, spokenOf, thingsOf } from './keep-map.ts'

function suspected(entity: string, score: number, text = `${entity} is odd`): Hypothesis {
  const fact = { lens: 'moved' as const, entity, names: [], at: undefined, strength: 1, text, evidence: [] }
  return { entity, facts: [{ ...fact, ring: 1, score }], lenses: 1, score, ring: 1 }
}

test('the map leads from the suspected along the shortest way to the subject, whose pods are drawn as itself', () => {
  const graph = new Graph()
  graph.tie('web', 'web-6f7d8c9b5d-x2x9q', 'owns')
  graph.tie('web-6f7d8c9b5d-x2x9q', 'worker-1', 'runs_on')
  graph.tie('batch-6f7d8c9b5d-z4k7m', 'worker-1', 'runs_on')
  graph.tie('Batch', 'batch-6f7d8c9b5d-z4k7m', 'owns')
  graph.tie('web', 'ledger', 'calls')
  const map = keptMap({ graph, starts: ['web'], hypotheses: [suspected('Batch', 0.9)] }, [])
  assert.deepEqual(
    map?.entities.map(({ name, isSubject, isSuspect }) => [name, isSubject, isSuspect]),
    [
      ['Batch', false, true],
      ['web', true, false],
      ['worker-1', false, false],
    ],
  )
  assert.deepEqual(map?.ties, [
    { from: 'Batch', to: 'worker-1', tie: 'runs_on' },
    { from: 'web', to: 'worker-1', tie: 'runs_on' },
  ])
  assert.deepEqual(map?.entities[0]?.findings, ['Batch is odd'])
})

test('two whose log lines share a word are not tied by it: only things stand on the map', async () => {
  const graph = new Graph()
  graph.tie('web', 'java.net.SocketTimeoutException', 'calls')
  graph.tie('batch', 'java.net.SocketTimeoutException', 'calls')
  graph.tie('web', 'orders-db', 'calls')
  graph.tie('ledger', 'orders-db', 'calls')
  const scene = await clusterSceneOf({ objects: [pod('web-1', { owner: 'ReplicaSet/web-1' })] })
  const hypotheses = [suspected('batch', 0.9), suspected('ledger', 0.8)]
  const facts = hypotheses.flatMap((one) => one.facts)
  const map = keptMap({ graph, starts: ['web'], hypotheses }, [], thingsOf(scene, { facts, starts: ['web'] }))
  assert.deepEqual(
    map?.entities.map(({ name }) => name),
    ['batch', 'ledger', 'web', 'orders-db'],
  )
  const isThing = thingsOf(scene, { facts, starts: ['web'] })
  for (const name of ['order_id', 'main.go', 'level', 'Timeout']) assert.equal(isThing(name), false, name)
  for (const name of ['web-1', 'api.partner.example', 'pay-gateway']) assert.equal(isThing(name), true, name)
})

test('who runs on a node does not call it, however often its lines name it', async () => {
  const [web, batch] = ['web-6f7d8c9b5d-x2x9q', 'batch-6f7d8c9b5d-z4k7m']
  const scene = await clusterSceneOf({ objects: [pod(web, { node: 'worker-1' }), pod(batch, { node: 'worker-2' })] })
  const graph = new Graph()
  graph.tie('web', 'worker-1', 'calls')
  graph.tie('worker-1', 'batch', 'calls')
  const sight = { graph, starts: ['web'], hypotheses: [suspected('worker-1', 0.9), suspected('batch', 0.8)] }
  const everything = () => true
  assert.deepEqual(keptMap(sight, [], everything, placesOf(scene))?.ties, [
    { from: 'web', to: 'worker-1', tie: 'runs_on' },
    { from: 'worker-1', to: 'batch', tie: 'calls' },
  ])
})

test('who calls whom leads from the suspected to the subject, rather than a node that both happen to run on', () => {
  const graph = new Graph()
  for (const name of ['cache', 'web']) graph.tie(name, 'worker-1', 'runs_on')
  for (const [from, to] of [
    ['web', 'orders'],
    ['orders', 'stock'],
    ['stock', 'cache'],
  ] as const)
    graph.tie(from, to, 'calls')
  const map = keptMap({ graph, starts: ['web'], hypotheses: [suspected('cache', 0.9)] }, [])
  assert.deepEqual(map?.ties.map(({ from, tie, to }) => `${from} ${tie} ${to}`).sort(), [
    'orders calls stock',
    'stock calls cache',
    'web calls orders',
  ])
})

test('what was proven stands before what is likely, and whom nothing ties stands apart', () => {
  const graph = new Graph()
  graph.tie('web', 'orders-db', 'calls')
  const faults = [{ kind: 'full', object: 'Database orders-db', statement: '' }]
  const map = keptMap(
    { graph, starts: ['web'], hypotheses: [suspected('stranger', 0.9), suspected('web', 0.8)] },
    faults,
  )
  assert.deepEqual(
    map?.entities.map(({ name, isSubject, isSuspect }) => [name, isSubject, isSuspect]),
    [
      ['orders-db', false, true],
      ['stranger', false, true],
      ['web', true, true],
    ],
  )
  assert.deepEqual(map?.ties, [{ from: 'web', to: 'orders-db', tie: 'calls' }])
})

test('nothing that points to anybody, or ties anybody, is no map, and a crowd is cut to what can be read', () => {
  const graph = new Graph()
  assert.equal(keptMap({ graph, starts: ['web'], hypotheses: [suspected('faint', 0.01)] }, []), undefined)
  assert.equal(keptMap({ graph, starts: ['web'], hypotheses: [suspected('stranger', 0.9)] }, []), undefined)
  const chain = Array.from({ length: 40 }, (_, at) => `hop${at}x`)
  for (const [at, name] of chain.entries()) graph.tie(name, chain[at + 1] ?? 'web', 'calls')
  const map = keptMap({ graph, starts: ['web'], hypotheses: [suspected('hop0x', 0.9)] }, [])
  assert.deepEqual([map?.entities.length, map?.entities.some(({ isSubject }) => isSubject)], [12, true])
  const names = map?.entities.map(({ name }) => name) ?? []
  assert.ok(map?.ties.every(({ from, to }) => names.includes(from) && names.includes(to)))
})

test('who is in trouble where the alert points to is not told to be spoken of by it', () => {
  const graph = new Graph()
  graph.tie('web', 'ledger', 'calls')
  graph.tie('batch', 'ledger', 'calls')
  const subject = {
    labels: { namespace: 'shop', service: 'web-svc' },
    text: 'web is slow',
  } as unknown as Scene['subject']
  const sight = { graph, starts: ['web', 'batch'], hypotheses: [suspected('ledger', 0.9), suspected('batch', 0.5)] }
  const map = keptMap(sight, [], undefined, undefined, spokenOf({ subject } as Scene))
  assert.deepEqual(
    map?.entities.map(({ name, isSubject }) => [name, isSubject]),
    [
      ['ledger', false],
      ['batch', false],
      ['web', true],
    ],
  )
})
