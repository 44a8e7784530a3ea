/** Scheduler and kubelet: a new pod is given a node, is started, becomes ready; an ending one goes. */

import type { Json, KubeObject } from '../kube-object.ts'
import { isLost, isSchedulable } from '../node-health.ts'
import { type ControlRoom, tellEvent, timeOf } from './control-room.ts'

/** One step in the life of one pod. */
export function tendPod(room: ControlRoom, pod: KubeObject): void {
  if (pod.metadata.deletionTimestamp !== undefined) finish(room, pod)
  else if (room.fates.has(pod.metadata.uid)) advance(room, pod)
}

/** Without a living kubelet nobody confirms the end, and the pod stays Terminating. */
function finish(room: ControlRoom, pod: KubeObject): void {
  const node = room.store.find('Node', undefined, pod.spec.nodeName ?? '')
  if ((node !== undefined && isLost(node)) || (pod.metadata.finalizers ?? []).length > 0) return
  room.store.remove(pod)
}

function advance(room: ControlRoom, pod: KubeObject): void {
  const fate = room.fates.get(pod.metadata.uid) ?? 'ready'
  if (typeof fate === 'object') failLike(room, pod, fate.like)
  else if (!pod.spec.nodeName) schedule(room, pod)
  else if (pod.status.phase === 'Pending')
    room.store.edit(pod, (draft) => {
      draft.status = running(room, pod, false)
    })
  else if (fate === 'ready')
    room.store.edit(pod, (draft) => {
      draft.status = running(room, pod, true)
    })
}

function schedule(room: ControlRoom, pod: KubeObject): void {
  const node = chooseNode(room, pod)
  if (node === undefined) {
    refuseScheduling(room, pod)
    return
  }
  room.store.edit(pod, ({ spec }) => {
    spec.nodeName = node
  })
  const { namespace, name } = pod.metadata
  const message = `Successfully assigned ${namespace}/${name} to ${node}`
  tellEvent(room, { about: pod, reason: 'Scheduled', message, from: 'default-scheduler' })
}

/** The emptiest node that takes it. A world without nodes has one that nobody described. */
function chooseNode({ store }: ControlRoom, { spec }: KubeObject): string | undefined {
  const nodes = store.ofKind('Node')
  if (nodes.length === 0) return 'undescribed-node'
  const wanted = Object.entries(spec.nodeSelector ?? {})
  const takes = (node: KubeObject) =>
    isSchedulable(node) && wanted.every(([key, value]) => node.metadata.labels?.[key] === value)
  const load = (node: KubeObject) =>
    store.ofKind('Pod').filter((pod) => pod.spec.nodeName === node.metadata.name).length
  return nodes.filter(takes).sort((one, other) => load(one) - load(other))[0]?.metadata.name
}

function refuseScheduling(room: ControlRoom, pod: KubeObject): void {
  if (pod.status.conditions !== undefined) return
  const count = room.store.ofKind('Node').length
  const message = `0/${count} nodes are available: ${count} node(s) were unschedulable. preemption: 0/${count} nodes are available: ${count} Preemption is not helpful for scheduling.`
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }
  const times = { lastProbeTime: null, lastTransitionTime: timeOf(room) }
  room.store.edit(pod, ({ status }) => {
    status.conditions = [{ ...condition, ...times }]
  })
  tellEvent(room, { about: pod, type: 'Warning', reason: 'FailedScheduling', message, from: 'default-scheduler' })
}

function running(room: ControlRoom, pod: KubeObject, isReady: boolean): Json {
  const time = timeOf(room)
  const names = pod.spec.containers.map(({ name }: Json) => name)
  const unready = { reason: 'ContainersNotReady', message: `containers with unready status: [${names.join(' ')}]` }
  const condition = (type: string, holds: boolean) => ({
    type,
    status: holds ? 'True' : 'False',
    lastProbeTime: null,
    lastTransitionTime: time,
    ...(!holds && unready),
  })
  return {
    phase: 'Running',
    conditions: [
      condition('PodReadyToStartContainers', true),
      condition('Initialized', true),
      condition('Ready', isReady),
      condition('ContainersReady', isReady),
      condition('PodScheduled', true),
    ],
    podIP: addressOf(pod),
    podIPs: [{ ip: addressOf(pod) }],
    startTime: pod.status.startTime ?? time,
    containerStatuses: pod.spec.containers.map((container: Json) => started(container, pod, isReady, time)),
    qosClass: pod.status.qosClass,
  }
}

function started({ name, image }: Json, pod: KubeObject, ready: boolean, time: string): Json {
  const startedAt = pod.status.containerStatuses?.[0]?.state?.running?.startedAt ?? time
  const ids = { image, imageID: image, containerID: `containerd://${pod.metadata.uid.replaceAll('-', '')}` }
  return { name, state: { running: { startedAt } }, lastState: {}, ready, restartCount: 0, ...ids, started: true }
}

/** From the uid, so that no two pods of one test share an address. */
function addressOf({ metadata }: KubeObject): string {
  const serial = Number.parseInt(metadata.uid.slice(-4), 16)
  return `10.250.${serial >> 8}.${serial & 255}`
}

/** The new pod ends up as its sibling did, under its own name, and its log says the same. */
function failLike(room: ControlRoom, pod: KubeObject, sibling: KubeObject): void {
  room.fates.delete(pod.metadata.uid)
  const { name } = pod.metadata
  const copied = JSON.stringify(sibling.status).replaceAll(sibling.metadata.name, name)
  const { hostIP, podIP, podIPs, startTime, ...status } = JSON.parse(copied)
  const own =
    startTime === undefined ? {} : { startTime: timeOf(room), podIP: addressOf(pod), podIPs: [{ ip: addressOf(pod) }] }
  room.store.edit(pod, (draft) => {
    draft.status = { ...status, ...own, ...freshCounts(status) }
    if (sibling.spec.nodeName) draft.spec.nodeName = sibling.spec.nodeName
  })
  const said = room.logs.filter((log) => log.pod === sibling.metadata.name && log.namespace === pod.metadata.namespace)
  room.logs.push(...said.map((log) => ({ ...log, pod: name })))
}

/** It has failed once so far, and not as often as the one before it. */
function freshCounts({ containerStatuses }: Json): Json {
  if (containerStatuses === undefined) return {}
  return {
    containerStatuses: containerStatuses.map((container: Json) => ({
      ...container,
      restartCount: Math.min(1, container.restartCount ?? 0),
    })),
  }
}
