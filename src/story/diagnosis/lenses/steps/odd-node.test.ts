import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  at,
  exhibit,
  figures,
  HASH,
  listing,
  moved,
  PODS,
  pod,
  released,
  releasedWorld,
  saidBy,
  slowSince,
  stepIn,
} from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

test('a host is closed that speaks of itself where only the pods on it suffer, and not where others suffer as well', () => {
  const [first = '', second = ''] = PODS
  const nodes = ['mill-1', 'mill-2', 'mill-3'].map((name) => ({ name, ready: true }))
  const pods = [pod(first), pod(second, { nodeName: 'mill-2' })]
  const list = exhibit('C1', 'list_pods', { ...(listing(pods).result.data as object), nodes })
  const lines = [14, 12].map((ago) => ({ at: at(ago), line: 'kernel: ERROR the clock of this board is unstable' }))
  const speaks = exhibit('C3', 'logs.query', { streams: [{ labels: { node: 'mill-1' }, lines }] })
  const slow = (suffix: string) => moved('mill_grind_seconds', { pod: `grinder-${HASH}-${suffix}` }, 1, 40)
  const busy = moved('node_cpu_system_ratio', { node: 'mill-1', namespace: undefined }, 0.05, 0.6)
  const closed = stepIn([list, speaks, figures([slow(first), busy])])
  assert.deepEqual([closed?.plugin, closed?.parameters.node], ['cordon_node', 'mill-1'])
  assert.equal(stepIn([list, speaks, figures([slow(first), slow(second), busy])]), undefined)
  assert.equal(stepIn([list, figures([slow(first), busy])]), undefined, 'it says nothing')
})

test('the host is closed and no release undone where two workloads suffer on one host and nowhere else', () => {
  const nodes = ['mill-1', 'mill-2', 'mill-3'].map((name) => ({ name, ready: true }))
  const world = (elsewhere: string) => {
    const two = [released('grinder', 17), released('sifter', 9000)].map((one) => ({
      ...one,
      pods: one.pods.map((each, index) => (index === 0 ? each : { ...each, nodeName: elsewhere })),
    }))
    const [list, sets] = releasedWorld(...two) as [Exhibit, Exhibit]
    const listed = exhibit('C1', 'list_pods', { ...(list.result.data as object), nodes })
    const busy = moved('rules_failed_total', { node: 'mill-1', namespace: undefined }, 0, 2)
    const slow = figures([...slowSince('grinder', ['bcdfg']), ...slowSince('sifter', ['bcdfg']), busy])
    const well = saidBy('grinder', 'hjklm', 'INFO ground a sack', 'C9')
    return [listed, sets, slow, saidBy('grinder', 'bcdfg', 'ERROR no route to host'), well]
  }
  const closed = stepIn(world('mill-2'))
  assert.deepEqual([closed?.plugin, closed?.parameters.node], ['cordon_node', 'mill-1'])
  assert.equal(stepIn(world('mill-1'))?.plugin, 'rollback_deployment', 'nobody stands elsewhere')
})
