/** Nodes the alert concerns, and what was seen on and of them. */
import type { Scene } from '../../scene.ts'
import type { ClusterScene, ConditionView, EventView, NodeView, PodView, Shown } from '../cluster-scene.ts'
import { unplacedPods } from '../placement/placement.ts'
import { eventsAbout } from '../pods/events-about.ts'
import { victimsOn } from './node-victims.ts'

export type NodeWatch = {
  cluster: ClusterScene
  node: Shown<NodeView>
  /** The alert names the node, pods it may mean are in trouble there, or pods of its own wait for a node like this. */
  isConcerned: boolean
  /** Those pods. */
  victims: readonly Shown<PodView>[]
  pods: readonly Shown<PodView>[]
  /** Oldest first. */
  events: readonly Shown<EventView>[]
}

export function watchedNodes(scene: Scene): NodeWatch[] {
  const { cluster } = scene
  if (!cluster) return []
  const isOpen = !cluster.target.isNamed && cluster.target.absent.length === 0
  const waiting = unplacedPods(scene).some(({ decisive, isSubject }) => decisive === 'unwell' && (isSubject || isOpen))
  return cluster.nodes.map((node) => {
    const victims = victimsOn(node, { ...scene, cluster })
    return {
      cluster,
      node,
      isConcerned: isNamed(cluster, node) || waiting || victims.length > 0,
      victims,
      pods: cluster.pods.filter(({ nodeName }) => nodeName === node.name),
      events: eventsAbout(cluster, { kind: 'Node', name: node.name }),
    }
  })
}

/** By any alert of the notification. */
export function isNamed({ target }: ClusterScene, { name }: NodeView): boolean {
  return target.node === name || target.nodesBeside.includes(name)
}

export function readyOf({ conditions }: NodeView): ConditionView | undefined {
  return conditions.find(({ type }) => type === 'Ready')
}

/** Those that say something is short on it now. */
export function pressuresOf({ conditions }: NodeView): ConditionView[] {
  return conditions.filter(({ type, status }) => type.endsWith('Pressure') && status === 'True')
}
