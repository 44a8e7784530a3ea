/** Nodes the alert concerns, and what was seen on and of them. */
import type { Scene } from '../scene.ts'
import type { ClusterScene, ConditionView, EventView, NodeView, PodView, Shown } from './cluster-scene.ts'
import { eventsAbout } from './events-about.ts'
import { unplacedPods } from './placement.ts'
import { hasTrouble, isDone, subjectPods } from './workload-pods.ts'

export type NodeWatch = {
  cluster: ClusterScene
  node: Shown<NodeView>
  /** The alert names the node, its own pods there are in trouble, or its pods wait for a node like this. */
  isConcerned: boolean
  pods: readonly Shown<PodView>[]
  /** Oldest first. */
  events: readonly Shown<EventView>[]
}

export function watchedNodes(scene: Scene): NodeWatch[] {
  const { cluster, now } = scene
  if (!cluster) return []
  const waiting = unplacedPods(scene).some(({ decisive }) => decisive === 'unwell')
  const own = subjectPods(cluster).filter((pod) => hasTrouble(pod, now) && !isDone(pod))
  return cluster.nodes.map((node) => ({
    cluster,
    node,
    isConcerned: cluster.target.node === node.name || waiting || own.some(({ nodeName }) => nodeName === node.name),
    pods: cluster.pods.filter(({ nodeName }) => nodeName === node.name),
    events: eventsAbout(cluster, { kind: 'Node', name: node.name }),
  }))
}

export function readyOf({ conditions }: NodeView): ConditionView | undefined {
  return conditions.find(({ type }) => type === 'Ready')
}

/** Those that say something is short on it now. */
export function pressuresOf({ conditions }: NodeView): ConditionView[] {
  return conditions.filter(({ type, status }) => type.endsWith('Pressure') && status === 'True')
}
