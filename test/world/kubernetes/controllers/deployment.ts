/** The deployment controller: revisions, the rolling update, and what the status says of it. */
import { isSameContent, type Json, type KubeObject, ownerOf } from '../kube-object.ts'
import { type ControlRoom, suffixOf, tellEvent, timeOf } from './control-room.ts'
import { leftOutAtZero } from './replica-set.ts'

const REVISION = 'deployment.kubernetes.io/revision'
const HISTORY = 'deployment.kubernetes.io/revision-history'
const HASH = 'pod-template-hash'

export function keepDeployment(room: ControlRoom, deployment: KubeObject): void {
  const sets = setsOf(room, deployment)
  const current = sets.find((set) => isSameContent(withoutHash(set.spec.template), deployment.spec.template))
  if (current === undefined && deployment.spec.paused === true) return
  const old = sets.filter((set) => set !== current)
  const updated = markRevision(room, deployment, current ?? createSet(room, deployment), old)
  if (deployment.spec.strategy?.type === 'Recreate') recreate(room, deployment, updated, old)
  else roll(room, deployment, updated, old)
  tellStatus(room, deployment, updated.metadata.uid)
}

function setsOf({ store }: ControlRoom, { metadata }: KubeObject): KubeObject[] {
  return store.ofKind('ReplicaSet', metadata.namespace).filter((set) => ownerOf(set)?.uid === metadata.uid)
}

function withoutHash(template: Json): Json {
  const { [HASH]: _hash, ...labels } = template.metadata?.labels ?? {}
  return { ...template, metadata: { ...template.metadata, labels } }
}

function createSet(room: ControlRoom, { metadata, spec }: KubeObject): KubeObject {
  const hash = suffixOf(JSON.stringify(spec.template), 10)
  const labelled = (labels: object = {}) => ({ ...labels, [HASH]: hash })
  const { template, selector } = spec
  const reference = { apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name, uid: metadata.uid }
  return room.store.put({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace ?? 'default',
      labels: labelled(template.metadata?.labels),
      ownerReferences: [{ ...reference, controller: true, blockOwnerDeletion: true }],
    },
    spec: {
      replicas: 0,
      selector: { ...selector, matchLabels: labelled(selector.matchLabels) },
      template: { ...template, metadata: { ...template.metadata, labels: labelled(template.metadata?.labels) } },
    },
    status: { replicas: 0 },
  })
}

/** A template that was there before is not a new set: its set moves to the end of the history, and its old number is gone. */
function markRevision(room: ControlRoom, deployment: KubeObject, set: KubeObject, old: KubeObject[]): KubeObject {
  const next = Math.max(0, ...old.map(revisionOf)) + 1
  const former = revisionOf(set)
  const revision = Math.max(next, former)
  const { annotations: wishes = {} } = deployment.metadata
  const marked = room.store.edit(set, ({ metadata }) => {
    const kept = Object.entries(wishes).filter(([key]) => key !== 'kubectl.kubernetes.io/last-applied-configuration')
    const history = former > 0 && former < next ? { [HISTORY]: historyOf(metadata, former) } : {}
    metadata.annotations = {
      ...metadata.annotations,
      ...Object.fromEntries(kept),
      [REVISION]: String(revision),
      ...history,
    }
  })
  room.store.edit(deployment, ({ metadata }) => {
    metadata.annotations = { ...metadata.annotations, [REVISION]: String(revision) }
  })
  return marked
}

function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.annotations?.[REVISION] ?? 0)
}

function historyOf({ annotations = {} }: KubeObject['metadata'], former: number): string {
  return [...(annotations[HISTORY]?.split(',') ?? []), former].join(',')
}

function recreate(room: ControlRoom, { metadata, spec }: KubeObject, updated: KubeObject, old: KubeObject[]): void {
  for (const set of old) resize(room, metadata.name, set, 0)
  const isCleared = old.every(({ status }) => (status?.replicas ?? 0) + (status?.terminatingReplicas ?? 0) === 0)
  if (isCleared) resize(room, metadata.name, updated, spec.replicas ?? 1)
}

/** Up as far as the surge allows; then down, first what is not available, as far as what is available allows. */
function roll(room: ControlRoom, { metadata, spec }: KubeObject, updated: KubeObject, old: KubeObject[]): void {
  const wanted = spec.replicas ?? 1
  const { surge, unavailable } = margins(spec.strategy?.rollingUpdate, wanted)
  const all = [updated, ...old]
  const headroom = wanted + surge - sum(all, sizeOf)
  const grown = sizeOf(updated) > wanted ? wanted : Math.min(wanted, sizeOf(updated) + Math.max(0, headroom))
  if (grown !== sizeOf(updated)) {
    resize(room, metadata.name, updated, grown)
    return
  }
  const least = wanted - unavailable
  const notYet = sizeOf(updated) - availableOf(updated)
  let spare = sum(all, sizeOf) - least - notYet
  for (const set of old) spare -= shrink(room, metadata.name, set, Math.min(spare, sizeOf(set) - availableOf(set)))
  let surplus = sum(all, availableOf) - least
  for (const set of setsAgain(room, old))
    surplus -= shrink(room, metadata.name, set, Math.min(spare, surplus, availableOf(set), sizeOf(set)))
}

function setsAgain({ store }: ControlRoom, sets: KubeObject[]): KubeObject[] {
  return sets.map((set) => store.find('ReplicaSet', set.metadata.namespace, set.metadata.name) ?? set)
}

function shrink(room: ControlRoom, deployment: string, set: KubeObject, by: number): number {
  if (by <= 0) return 0
  resize(room, deployment, set, sizeOf(set) - by)
  return by
}

function sizeOf({ spec }: KubeObject): number {
  return spec.replicas ?? 1
}

function availableOf({ status }: KubeObject): number {
  return status?.availableReplicas ?? 0
}

function sum(sets: KubeObject[], count: (set: KubeObject) => number): number {
  return sets.reduce((total, set) => total + count(set), 0)
}

/** Percentages are rounded up for the surge and down for what may be missing; both at none would never move. */
function margins({ maxSurge = '25%', maxUnavailable = '25%' }: Json = {}, wanted: number) {
  const share = (given: string | number, round: (share: number) => number) =>
    typeof given === 'number' ? given : round((Number.parseInt(given, 10) * wanted) / 100)
  const surge = share(maxSurge, Math.ceil)
  const unavailable = share(maxUnavailable, Math.floor)
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : Math.min(unavailable, wanted) }
}

function resize(room: ControlRoom, deployment: string, set: KubeObject, replicas: number): void {
  const from = sizeOf(set)
  if (from === replicas) return
  room.store.edit(set, ({ spec, metadata }) => {
    spec.replicas = replicas
    metadata.generation = (metadata.generation ?? 1) + 1
  })
  const about = room.store.find('Deployment', set.metadata.namespace, deployment)
  if (about === undefined) return
  const way = replicas > from ? 'up' : 'down'
  const message = `Scaled ${way} replica set ${set.metadata.name} from ${from} to ${replicas}`
  tellEvent(room, { about, reason: 'ScalingReplicaSet', message, from: 'deployment-controller' })
}

function tellStatus(room: ControlRoom, deployment: KubeObject, updatedUid: string): void {
  const sets = setsOf(room, deployment)
  const updated = sets.find(({ metadata }) => metadata.uid === updatedUid)
  const wanted = deployment.spec.replicas ?? 1
  const total = sum(sets, ({ status }) => status?.replicas ?? 0)
  const ready = sum(sets, ({ status }) => status?.readyReplicas ?? 0)
  const available = sum(sets, availableOf)
  const updatedReplicas = updated?.status?.replicas ?? 0
  const { unavailable } = margins(deployment.spec.strategy?.rollingUpdate, wanted)
  const isComplete = updatedReplicas === wanted && total === wanted && available === wanted
  const counts = { replicas: total, updatedReplicas, readyReplicas: ready, availableReplicas: available }
  const conditions = conditionsOf(room, deployment, {
    isAvailable: available >= wanted - unavailable,
    isComplete,
    hasMoved: hasMoved(deployment.status ?? {}, counts),
    set: updated?.metadata.name ?? '',
  })
  const unavailableReplicas = Math.max(0, total - available)
  room.store.edit(deployment, (draft) => {
    draft.status = {
      observedGeneration: draft.metadata.generation,
      ...leftOutAtZero({ ...counts, unavailableReplicas }),
      terminatingReplicas: sum(sets, ({ status }) => status?.terminatingReplicas ?? 0),
      conditions,
    }
  })
}

/** What the real controller calls progress; without it a rollout that was given up stays given up, whatever was written. */
function hasMoved(before: Json, now: { [count: string]: number }): boolean {
  const more = (count: string) => (now[count] ?? 0) > (before[count] ?? 0)
  const oldOnes = ({ replicas = 0, updatedReplicas = 0 }: Json) => replicas - updatedReplicas
  return more('updatedReplicas') || more('readyReplicas') || more('availableReplicas') || oldOnes(now) < oldOnes(before)
}

type Progress = { isAvailable: boolean; isComplete: boolean; hasMoved: boolean; set: string }

function conditionsOf(
  room: ControlRoom,
  { status }: KubeObject,
  { isAvailable, isComplete, hasMoved, set }: Progress,
): Json[] {
  const available = isAvailable
    ? { status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
    : {
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      }
  const progressing = isComplete
    ? { reason: 'NewReplicaSetAvailable', message: `ReplicaSet "${set}" has successfully progressed.` }
    : { reason: 'ReplicaSetUpdated', message: `ReplicaSet "${set}" is progressing.` }
  const known: Json[] = status?.conditions ?? []
  const givenUp = known.find(({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded')
  const changed = [
    { type: 'Available', ...available },
    givenUp !== undefined && !isComplete && !hasMoved
      ? givenUp
      : { type: 'Progressing', status: 'True', ...progressing },
  ].map((condition) => timed(room, known, condition))
  return [...changed, ...known.filter(({ type }) => type !== 'Available' && type !== 'Progressing')]
}

/** Times move only with what they are times of, or the controllers would never come to rest. */
function timed(room: ControlRoom, known: Json[], condition: Json): Json {
  const before = known.find(({ type }) => type === condition.type)
  const isSame = before?.status === condition.status && before?.reason === condition.reason
  if (isSame) return { ...before, message: condition.message }
  const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : timeOf(room)
  return { ...condition, lastUpdateTime: timeOf(room), lastTransitionTime }
}
