/** How pods are made and ended, and what becomes of a new one. */
import { fieldAt, type Json, type KubeObject, ownerOf } from '../kube-object.ts'
import { apiTime } from '../object-store.ts'
import { apiVersionOf, resourceOfKind } from '../resources.ts'
import { type ControlRoom, type Fate, tellEvent } from './control-room.ts'

export function podsOf({ store }: ControlRoom, owner: KubeObject): KubeObject[] {
  const { namespace, uid } = owner.metadata
  return store.ofKind('Pod', namespace).filter((pod) => ownerOf(pod)?.uid === uid)
}

/** The pods a controller counts: neither ending nor ended. */
export function isActive({ metadata, status }: KubeObject): boolean {
  const hasEnded = status?.phase === 'Failed' || status?.phase === 'Succeeded'
  return metadata.deletionTimestamp === undefined && !hasEnded
}

export function isReady({ status }: KubeObject): boolean {
  return conditionOf(status, 'Ready') === 'True'
}

export function createPod(room: ControlRoom, owner: KubeObject, name: string, spec: object = {}): void {
  const { template } = owner.spec
  const siblings = podsOf(room, owner)
  const apiVersion = apiVersionOf(resourceOfKind(owner.kind))
  const reference = { apiVersion, kind: owner.kind, name: owner.metadata.name, uid: owner.metadata.uid }
  const pod = room.store.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      generateName: `${owner.metadata.name}-`,
      namespace: owner.metadata.namespace ?? 'default',
      labels: { ...template.metadata?.labels },
      ...(template.metadata?.annotations && { annotations: template.metadata.annotations }),
      ownerReferences: [{ ...reference, controller: true, blockOwnerDeletion: true }],
    },
    spec: { ...template.spec, ...spec },
    status: { phase: 'Pending', qosClass: 'Burstable' },
  })
  room.fates.set(pod.metadata.uid, room.foretell(pod) ?? inherited(room, owner, siblings))
  const from = `${owner.kind.toLowerCase()}-controller`
  tellEvent(room, { about: owner, reason: 'SuccessfulCreate', message: `Created pod: ${name}`, from })
}

/**
 * The same template fares as it fared: where a sibling is ready the new one will be, and where all are stuck it will be
 * stuck in the same way. One that only stopped answering is helped by a fresh start.
 */
function inherited(room: ControlRoom, owner: KubeObject, siblings: KubeObject[]): Fate {
  const last = room.lost.get(owner.metadata.uid)
  const known = [...siblings, ...(last === undefined ? [] : [last])]
  if (known.some((pod) => isReady(pod) && pod.status?.phase === 'Running')) return 'ready'
  const stuck = known.find(isStuck)
  return stuck === undefined ? 'ready' : { like: stuck }
}

function isStuck({ status }: KubeObject): boolean {
  if (conditionOf(status, 'PodScheduled') === 'False' || conditionOf(status, 'Initialized') === 'False') return true
  const containers: Json[] = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  return containers.some(({ ready, state = {}, lastState = {} }) => {
    const isStarting = ['ContainerCreating', 'PodInitializing'].includes(state.waiting?.reason)
    return (
      (state.waiting !== undefined && !isStarting) ||
      (!ready && (lastState.terminated ?? state.terminated)?.exitCode > 0)
    )
  })
}

function conditionOf(status: Json, wanted: string): string | undefined {
  const conditions: Json[] = status?.conditions ?? []
  return conditions.find(({ type }) => type === wanted)?.status
}

/** As the API server does for a client: with time to end where the pod sits on a node. */
export function endPod(room: ControlRoom, pod: KubeObject): void {
  if (pod.metadata.deletionTimestamp !== undefined) return
  if (!fieldAt(pod, 'spec.nodeName')) {
    room.store.remove(pod)
    return
  }
  const grace = pod.spec.terminationGracePeriodSeconds ?? 30
  room.store.edit(pod, ({ metadata }) => {
    metadata.deletionTimestamp = apiTime(new Date(room.now().getTime() + grace * 1000))
    metadata.deletionGracePeriodSeconds = grace
  })
}
