/** The ledger: what people and controllers did before the onset, each with the literal difference where one can be seen. */
import { readCounts } from '../../../plugins/kubernetes/scaled-counts.ts'
import type { ClusterScene, EventView } from '../cluster/cluster-scene.ts'
import { record, text, time } from '../cluster/reading/loose-fields.ts'
import { historyOf } from '../cluster/releases/revision-history.ts'
import { citePart } from '../cluster/saying/say.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import { cite, citeField, type Exhibit } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { clockTime } from '../signals/points.ts'
import { ownerName } from './entity-of.ts'
import { clipped, type Deed, type Fact } from './fact.ts'
import { timeFit } from './onset.ts'
import { type Entry, releasesOf, shownObjects } from './released.ts'

const HOUR = 3_600_000
/** What happened earlier than this was survived. */
const LEDGER_MS = 24 * HOUR

export function changedFacts(scene: Scene, onset: Date): Fact[] {
  const { cluster, exhibits } = scene
  const all = [...(cluster ? ofCluster(cluster, exhibits) : []), ...writtenObjects(exhibits)]
  return all
    .filter(({ at }) => at !== undefined && at.getTime() > onset.getTime() - LEDGER_MS)
    .map(({ strength, ...entry }) => ({
      ...entry,
      lens: 'changed' as const,
      strength: strength * timeFit(entry.at, onset),
    }))
}

function ofCluster(cluster: ClusterScene, exhibits: readonly Exhibit[]): Entry[] {
  return [
    ...allWorkloads(cluster).flatMap((workload) => releasesOf(cluster, workload, exhibits)),
    ...writtenReferences(cluster),
    ...eventEntries(cluster),
    ...cluster.jobs.flatMap(({ name, namespace, startedAt, owner, exhibit }) =>
      startedAt && !owner
        ? [
            entry(
              name,
              startedAt,
              0.6,
              `Job ${namespace}/${name} was started at ${clockTime(startedAt)}`,
              citeField(exhibit, 'name', name),
            ),
          ]
        : [],
    ),
  ]
}

function writtenReferences(cluster: ClusterScene): Entry[] {
  const all = cluster.described.flatMap(({ references, exhibit, pod }) =>
    references.map((one) => ({ ...one, exhibit, user: ownerName(pod.name), namespace: pod.namespace })),
  )
  return all.flatMap(({ kind, name, lastWrite, user, exhibit, source, isWrittenAfterPodStart }) =>
    lastWrite
      ? [
          {
            ...entry(
              user,
              lastWrite,
              0.95,
              `${kind} ${name}, which ${user} reads, was written at ${clockTime(lastWrite)}${isWrittenAfterPodStart ? ', after its pod had started' : ''}`,
              citePart(exhibit, source),
            ),
            names: [name],
            deed: { kind: 'written' as const, isUnderPods: isWrittenAfterPodStart },
          },
        ]
      : [],
  )
}

/** Anything that was shown whole tells when somebody wrote it last. */
function writtenObjects(exhibits: readonly Exhibit[]): Entry[] {
  return shownObjects(exhibits, /^(?!ReplicaSet|Pod|Event|Endpoints|EndpointSlice|Lease|Node$)/).flatMap(
    ({ exhibit, whole, name }) => {
      const metadata = record(whole.metadata)
      const written = record(metadata.last_write)
      const at = time(written.time) ?? time(metadata.creationTimestamp)
      if (!at || /kube-root-ca|^sh\.helm/.test(name)) return []
      const by = text(written.manager)
      const held = whole.kind === 'ConfigMap' ? sayData(whole.data) : ''
      return [
        entry(
          name,
          at,
          0.9,
          `${whole.kind} ${name} was written at ${clockTime(at)}${by ? ` by ${by}` : ''}${held}`,
          cite(exhibit, JSON.stringify(name)),
        ),
      ]
    },
  )
}

const DATA_MAX = 150

function sayData(data: unknown): string {
  const lines = Object.entries(record(data)).map(([key, value]) => `${key}: ${String(value).replace(/\s+/g, ' ')}`)
  return lines.length === 0 ? '' : ` (${clipped(lines.join('; '), DATA_MAX)})`
}

const ROUTINE =
  /^(Scheduled|Pulled|Pulling|Created|Started|Killing|SuccessfulCreate|SuccessfulDelete|Completed|SawCompletedJob|SuccessfulAttachVolume|NodeHasSufficient\w+|NodeHasNoDiskPressure|LeaderElection|ProvisioningSucceeded|ExternalProvisioning|WaitForFirstConsumer|EnsuringLoadBalancer|Starting|RegisteredNode|NodeAllocatableEnforced)$/

/** What a controller did on purpose and is not done every day: a scaling, a rescale, a drain. */
function eventEntries(cluster: ClusterScene): Entry[] {
  return cluster.events
    .filter((event) => !event.isWarning && !ROUTINE.test(event.reason) && !isOfRollout(cluster, event))
    .flatMap((event) => {
      const { at, firstAt, kind, name, reason, message, exhibit } = event
      const when = firstAt ?? at
      const deed = scalingIn(event)
      const words = `${reason} of ${kind} ${name} at ${when ? clockTime(when) : ''}: ${message}`
      return when
        ? [{ ...entry(name, when, deed ? 0.9 : 0.6, words, cite(exhibit, message)), ...(deed && { deed }) }]
        : []
    })
}

function scalingIn({ reason, message, name, namespace = '' }: EventView): Deed | undefined {
  const { from, to = 0 } = (reason === 'ScalingReplicaSet' && readCounts(message)) || {}
  return from === undefined ? undefined : { kind: 'scaling', deployment: name, namespace, from, to }
}

/** In a rollout replica sets grow or end at none; one that shrinks and stays, was the last, or is old and grows, was scaled by somebody. */
function isOfRollout(
  cluster: ClusterScene,
  { reason, message, name, namespace = '', firstAt, at }: EventView,
): boolean {
  const counts = reason === 'ScalingReplicaSet' ? readCounts(message) : undefined
  if (!counts || counts.from === undefined) return /from 0 to/.test(message)
  const isLast = cluster.deployments.some((one) => one.name === name && one.replicas === counts.to)
  const when = firstAt ?? at
  const isReleased = when !== undefined && isRollout(cluster, { kind: 'Deployment', namespace, name }, when)
  if (counts.to > counts.from) return counts.from === 0 || isReleased
  return !isLast && (counts.to === 0 || isReleased)
}

const ROLLOUT_MS = 15 * 60_000

/** Not long before, another revision came into force. */
function isRollout(cluster: ClusterScene, workload: Parameters<typeof historyOf>[1], at: Date): boolean {
  const released = historyOf(cluster, workload)?.rolledOutAt
  return released === undefined || Math.abs(at.getTime() - released.getTime()) < ROLLOUT_MS
}

function entry(entity: string, at: Date, strength: number, words: string, evidence: Fact['evidence'][number]): Entry {
  return { entity, names: [], at, strength, text: clipped(words), evidence: [evidence] }
}
