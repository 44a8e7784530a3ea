import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClusterFacts, Facts, NodeFact } from '../gate.ts'
import { cordonGate } from './cordon-gate.ts'

const LOST: NodeFact = { name: 'worker-1', isReady: false, isUnschedulable: false, conditions: [], taints: [] }
const UNREACHABLE = { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' }

type Given = { node?: Partial<NodeFact>; isMeant?: boolean; isProven?: boolean; isOver?: boolean; uncordon?: boolean }

function refusal({ node = {}, isMeant = false, isProven = false, isOver = false, uncordon = false }: Given = {}) {
  const cluster = {
    deployments: [],
    nodes: [{ ...LOST, ...node }],
    isNodeMeant: () => isMeant,
  } as unknown as ClusterFacts
  const facts = { cluster, isProvenAtFault: () => isProven, isWorkOver: () => isOver } as unknown as Facts
  return cordonGate.whyNot({ node: 'worker-1', uncordon }, facts)
}

test('a cordon on top of the taint that closes the node already helps nobody, whoever wants it', () => {
  const words =
    /is closed to new pods already \(taint node\.kubernetes\.io\/unreachable\), so closing it changes nothing/
  assert.match(refusal({ node: { taints: [UNREACHABLE] } }) ?? '', words)
  assert.match(refusal({ node: { taints: [UNREACHABLE] }, isProven: true }) ?? '', words)
  for (const key of ['not-ready', 'disk-pressure', 'memory-pressure', 'pid-pressure', 'network-unavailable'])
    assert.match(
      refusal({ node: { taints: [{ key: `node.kubernetes.io/${key}`, effect: 'NoSchedule' }] } }) ?? '',
      /changes nothing/,
    )
})

test('where the node itself is the matter it is closed, so that it stays closed when it comes back', () => {
  assert.equal(refusal({ node: { taints: [UNREACHABLE] }, isMeant: true }), undefined)
})

test('a taint that only asks, or one of people, closes nothing', () => {
  assert.equal(refusal({ node: { taints: [{ ...UNREACHABLE, effect: 'PreferNoSchedule' }] } }), undefined)
  assert.equal(refusal({ node: { taints: [{ key: 'dedicated', effect: 'NoSchedule' }] } }), undefined)
})

test('a node that is well, one that is closed, and opening one again on nobody’s word are no step of ours', () => {
  assert.match(refusal({ node: { isReady: true } }) ?? '', /is well now/)
  assert.match(refusal({ node: { isUnschedulable: true } }) ?? '', /takes no new pods already/)
  assert.match(refusal({ node: { isReady: true, isUnschedulable: true }, uncordon: true }) ?? '', /Only a person/)
})

test('a closed node is opened again where the work there is over, nothing else closes it and it is well', () => {
  const closed = {
    isReady: true,
    isUnschedulable: true,
    taints: [{ ...UNREACHABLE, key: 'node.kubernetes.io/unschedulable' }],
  }
  const refusalOf = (node: Partial<NodeFact>, isOver = true) =>
    refusal({ node: { ...closed, ...node }, isOver, uncordon: true })
  assert.equal(refusalOf({}), undefined)
  assert.match(refusalOf({}, false) ?? '', /nobody has said that what it was closed for is over/)
  assert.match(refusalOf({ isUnschedulable: false }) ?? '', /takes new pods already/)
  assert.match(refusalOf({ isReady: false }) ?? '', /not well now/)
  assert.match(
    refusalOf({ taints: [{ key: 'evidence', effect: 'NoSchedule' }] }) ?? '',
    /closed by taint evidence as well/,
  )
})
