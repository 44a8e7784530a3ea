/** ReplicaSets, and the other owners that keep a number of pods: StatefulSets, DaemonSets, Jobs. */
import type { Json, KubeObject } from '../kube-object.ts'
import { type ControlRoom, nextSuffix } from './control-room.ts'
import { createPod, endPod, isActive, isReady, podsOf } from './pod-life.ts'

export function keepReplicaSet(room: ControlRoom, owner: KubeObject): void {
  const active = podsOf(room, owner).filter(isActive)
  const wanted = owner.spec.replicas ?? 1
  for (let missing = wanted - active.length; missing > 0; missing -= 1)
    createPod(room, owner, generatedName(room, owner))
  for (const pod of active.sort(leastWorthFirst).slice(0, Math.max(0, active.length - wanted))) endPod(room, pod)
  tellReplicas(room, owner)
}

/** As the real controller ranks them: without a node, not ready, young. */
function leastWorthFirst(one: KubeObject, other: KubeObject): number {
  const rank = (pod: KubeObject) => (pod.spec.nodeName ? 2 : 0) + (isReady(pod) ? 1 : 0)
  const born = (pod: KubeObject) => Date.parse(pod.metadata.creationTimestamp)
  return rank(one) - rank(other) || born(other) - born(one)
}

function tellReplicas(room: ControlRoom, owner: KubeObject): void {
  const pods = podsOf(room, owner)
  const active = pods.filter(isActive)
  const ready = active.filter(isReady).length
  room.store.edit(owner, (draft) => {
    draft.status = {
      replicas: active.length,
      ...leftOutAtZero({ fullyLabeledReplicas: active.length, readyReplicas: ready, availableReplicas: ready }),
      terminatingReplicas: pods.filter(({ metadata }) => metadata.deletionTimestamp).length,
      observedGeneration: draft.metadata.generation,
    }
  })
}

/** Go's zero is not printed where a field is marked omitempty: a count of none is an absent field. */
export function leftOutAtZero(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))
}

/** Names with a number, so the new pod bears the old one's name, once that is gone. */
export function keepStatefulSet(room: ControlRoom, owner: KubeObject): void {
  const { name, namespace } = owner.metadata
  const wanted = Array.from({ length: owner.spec.replicas ?? 1 }, (_, ordinal) => `${name}-${ordinal}`)
  const pods = podsOf(room, owner)
  for (const missing of wanted.filter((podName) => !room.store.find('Pod', namespace, podName)))
    createPod(room, owner, missing)
  for (const pod of pods.filter(({ metadata }) => !wanted.includes(metadata.name))) endPod(room, pod)
  const active = podsOf(room, owner).filter(isActive)
  const ready = active.filter(isReady).length
  room.store.edit(owner, (draft) => {
    const counts = leftOutAtZero({
      readyReplicas: ready,
      currentReplicas: active.length,
      updatedReplicas: active.length,
    })
    const { readyReplicas, currentReplicas, updatedReplicas, ...kept } = draft.status ?? {}
    draft.status = { ...kept, ...counts, replicas: active.length, availableReplicas: ready }
    draft.status.observedGeneration = draft.metadata.generation
  })
}

/** A lost pod comes back on its own node; where it should run at all is not looked at. */
export function keepDaemonSet(room: ControlRoom, owner: KubeObject): void {
  const pods = podsOf(room, owner)
  const nodeName = (room.lost.get(owner.metadata.uid) ?? pods.find((pod) => !isActive(pod)))?.spec.nodeName
  if (nodeName && !pods.some((pod) => isActive(pod) && pod.spec.nodeName === nodeName))
    createPod(room, owner, generatedName(room, owner), { nodeName })
  const ready = podsOf(room, owner).filter((pod) => isActive(pod) && isReady(pod)).length
  room.store.edit(owner, (draft) => {
    const { numberAvailable, numberUnavailable, ...kept } = draft.status ?? {}
    const desired = kept.desiredNumberScheduled ?? ready
    const counts = leftOutAtZero({ numberAvailable: ready, numberUnavailable: Math.max(0, desired - ready) })
    draft.status = { ...kept, numberReady: ready, ...counts }
  })
}

export function keepJob(room: ControlRoom, owner: KubeObject): void {
  const isOver = (owner.status?.conditions ?? []).some(
    ({ type, status }: Json) => type !== 'Suspended' && status === 'True',
  )
  if (isOver || owner.spec.suspend === true) return
  const active = podsOf(room, owner).filter(isActive)
  const wanted = owner.spec.parallelism ?? 1
  for (let missing = wanted - active.length; missing > 0; missing -= 1)
    createPod(room, owner, generatedName(room, owner))
}

function generatedName(room: ControlRoom, { metadata }: KubeObject): string {
  return `${metadata.name}-${nextSuffix(room)}`
}
