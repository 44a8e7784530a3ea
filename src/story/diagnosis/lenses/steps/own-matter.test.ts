import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  exhibit,
  figures,
  listing,
  moved,
  PODS,
  pod,
  saidBy,
  sceneOf,
} from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import { lookThrough } from '../look-through.ts'
import { isOnlyTrouble, isOwnMatter, whyForeign } from './own-matter.ts'

const BAKER = { namespace: 'mill', name: 'baker', replicas: 1, replicaSets: [{ name: 'baker-7d9f8b6c54' }] }
const LOAF = {
  ...{ namespace: 'mill', name: 'baker-7d9f8b6c54-bcdfg', phase: 'Running', ready: true, nodeName: 'mill-2' },
  ...{ owner: 'ReplicaSet/baker-7d9f8b6c54', 'pod-template-hash': '7d9f8b6c54', podIP: '10.1.0.9' },
}

function world(...more: readonly Exhibit[]): Exhibit[] {
  const { pods = [], deployments = [] } = listing(PODS.map((suffix) => pod(suffix))).result.data as Record<
    string,
    object[]
  >
  return [exhibit('C1', 'list_pods', { pods: [...pods, LOAF], deployments: [...deployments, BAKER] }), ...more]
}

function waitedFor(scene: Scene): Scene {
  const waiter = {
    pid: 8,
    blocked_by: [7],
    application_name: 'loaves',
    client_addr: '10.1.0.9',
    query: '',
    waits_for: null,
  }
  const root = { pid: 7, backend_type: 'client backend', waiters_in_all: 1 }
  const locks = { thing: { roots: [root], waiters: [waiter], waiting: 1 }, exhibit: exhibit('C9', 'lock_waits', {}) }
  return { ...scene, database: { concern: 'possible', locks } as unknown as NonNullable<Scene['database']> }
}

function foreign(plugin: string, parameters: object, exhibits: readonly Exhibit[]): string | undefined {
  const scene = waitedFor(sceneOf(exhibits, {}))
  const { cluster } = scene
  assert.ok(cluster)
  const heard = { isAcquitted: () => false, replicaChangeMax: 0.5 }
  return whyForeign(
    { plugin, parameters: { ...parameters }, why: '' },
    { scene, cluster, seen: lookThrough(scene), heard },
  )
}

const complaint = saidBy('grinder', 'bcdfg', 'ERROR no answer of baker', 'C7')

test('a host is the matter of whoever stands on it or complains of somebody there', () => {
  assert.equal(foreign('cordon_node', { node: 'mill-1' }, world()), undefined)
  assert.match(foreign('cordon_node', { node: 'mill-2' }, world()) ?? '', /runs on mill-2/)
  assert.equal(foreign('cordon_node', { node: 'mill-2' }, world(complaint)), undefined)
})

test('a lock is the matter of whoever waits for it or complains of somebody who does', () => {
  assert.match(foreign('terminate_query', { pid: 7 }, world()) ?? '', /wait for pid 7 \(baker and loaves\)/)
  assert.equal(foreign('terminate_query', { pid: 7 }, world(complaint)), undefined)
})

test('of a host that the alert is about, whoever runs there is the matter, and nobody else', () => {
  const scene = sceneOf(world(), { node: 'mill-2', text: 'the table of mill-2 is full' })
  const { cluster } = scene
  assert.ok(cluster)
  const sight = { scene, cluster, seen: lookThrough(scene), heard: { isAcquitted: () => false, replicaChangeMax: 0.5 } }
  const isOwn = (name: string) => isOwnMatter({ kind: 'Deployment', namespace: 'mill', name }, sight)
  assert.deepEqual(['baker', 'grinder'].map(isOwn), [true, false])
})

test('of a place that is all the labels name, who calls somebody there is the matter as well', () => {
  const silo = { namespace: 'store', name: 'silo', replicas: 1, replicaSets: [{ name: 'silo-7d9f8b6c54' }] }
  const scene = sceneOf(
    world(
      exhibit('C0', 'list_pods', { pods: [], deployments: [silo] }),
      saidBy('baker', 'bcdfg', 'ERROR no answer of silo', 'C7'),
    ),
    {
      ...{ namespace: 'store', text: 'too many sacks' },
    },
  )
  const { cluster } = scene
  assert.ok(cluster)
  const sight = { scene, cluster, seen: lookThrough(scene), heard: { isAcquitted: () => false, replicaChangeMax: 0.5 } }
  const isOwn = (name: string) => isOwnMatter({ kind: 'Deployment', namespace: 'mill', name }, sight)
  assert.deepEqual(['baker', 'grinder'].map(isOwn), [true, false])
})

test('whom somebody that is meant, or is called by him, counts by name is the matter where that count went far', () => {
  const counts = (to: number, figure = 'grinder_sacks_received_total', ...more: readonly Exhibit[]) => {
    const handed = moved(figure, { app: 'baker' }, 20, to, { per_second: true })
    const scene = sceneOf(world(figures([handed]), ...more), {})
    const { cluster } = scene
    assert.ok(cluster)
    const heard = { isAcquitted: () => false, replicaChangeMax: 0.5 }
    return isOwnMatter(
      { kind: 'Deployment', namespace: 'mill', name: 'baker' },
      { scene, cluster, seen: lookThrough(scene), heard },
    )
  }
  assert.deepEqual([counts(22), counts(9000)], [false, true])
  const asked = saidBy('grinder', 'bcdfg', 'ERROR no answer of silo-store', 'C7')
  const silo = { namespace: 'mill', name: 'silo-store', replicas: 1, replicaSets: [{ name: 'silo-store-7d9f8b6c54' }] }
  const beside = exhibit('C0', 'list_pods', { pods: [], deployments: [silo] })
  const stored = (...more: readonly Exhibit[]) => counts(9000, 'silo_store_sacks_total', beside, ...more)
  assert.deepEqual([stored(), stored(asked)], [false, true])
})

test('whose trouble began with that of whom the alert is about is its matter as long as there is no third', () => {
  const isOnly = (...more: readonly Exhibit[]) => {
    const scene = sceneOf(world(saidBy('baker', 'bcdfg', 'ERROR the oven is cold', 'C7'), ...more), {})
    const { cluster } = scene
    assert.ok(cluster)
    const heard = { isAcquitted: () => false, replicaChangeMax: 0.5 }
    return isOnlyTrouble(
      { kind: 'Deployment', namespace: 'mill', name: 'baker' },
      { scene, cluster, seen: lookThrough(scene), heard },
    )
  }
  const miller = { namespace: 'mill', name: 'miller', replicas: 1, replicaSets: [{ name: 'miller-7d9f8b6c54' }] }
  const third = exhibit('C0', 'list_pods', { pods: [], deployments: [miller] })
  const meant = saidBy('grinder', 'bcdfg', 'ERROR flour not taken: the oven is cold', 'C8')
  assert.equal(isOnly(meant), true)
  assert.equal(isOnly(saidBy('grinder', 'bcdfg', 'ERROR the licence has expired', 'C8')), false, 'it says what of')
  assert.equal(isOnly(), false, 'of whom the alert is about nothing is seen')
  assert.equal(isOnly(meant, third, saidBy('miller', 'bcdfg', 'ERROR no wind', 'C9')), false)
})
