/** The claims of pods, what is stored in them, and what holds them back from being removed. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import type { ClusterScene, DescribedPod, EventView, Fields, PlainObject, Shown } from '../cluster-scene.ts'
import { sayExpression } from '../placement/placement.ts'
import { record, records, text, time, truth, words } from '../reading/loose-fields.ts'
import { sayTime } from '../saying/say.ts'
import { citeEvent, eventsAbout, logsOfPod } from './workload-pods.ts'

/** A volume claim the alert may be about, with what stands in its way. */
export type ClaimView = ReturnType<typeof readClaim>

/** As describe_pod tells it: the claim, its class and its volume in one. What could not be seen is undefined. */
function readClaim(claim: Fields, namespace: string, exhibit: Exhibit) {
  const volume = record(claim.volume)
  return {
    name: text(claim.name) ?? '',
    namespace,
    exists: truth(claim.exists),
    /** Set where it is being deleted. */
    deletedAt: time(claim.deletionTimestamp),
    finalizers: words(claim.finalizers),
    phase: text(claim.phase),
    requested: text(claim.requested),
    className: text(claim.storageClassName),
    classExists: truth(record(claim.storage_class).exists),
    volumeName: text(claim.volumeName),
    volumeExists: truth(volume.exists),
    /** Where the volume is: `topology.kubernetes.io/zone=eu-1c`. */
    volumePlaces: placesOf(volume.nodeAffinity),
    exhibit,
  }
}

export function claimsOfPod({ claims, exhibit }: { claims: readonly Fields[]; exhibit: Exhibit }, namespace: string) {
  return claims.map((claim) => readClaim(claim, namespace, exhibit))
}

/** As it was read by its name. */
export function claimsRead({ objects }: ClusterScene): ClaimView[] {
  const classes = objects.filter(({ kind }) => kind === 'StorageClass').map(({ name }) => name)
  return objects
    .filter(({ kind }) => kind === 'PersistentVolumeClaim')
    .map(({ name, namespace = '', whole, exhibit }) => {
      const [metadata, spec] = [{ ...whole, ...record(whole.metadata) } as Fields, record(whole.spec)]
      const { deletionTimestamp, finalizers } = metadata
      const { storageClassName, volumeName, resources } = spec
      const isClassKnown = text(storageClassName) !== undefined && classes.length > 0
      const claim = {
        ...{ name, exists: true, deletionTimestamp, finalizers, storageClassName, volumeName },
        phase: record(whole.status).phase,
        requested: record(record(resources).requests).storage,
        ...(isClassKnown && { storage_class: { exists: classes.includes(String(storageClassName)) } }),
      }
      return readClaim(claim, namespace, exhibit)
    })
}

function placesOf(nodeAffinity: unknown): string[] {
  const terms = records(record(record(nodeAffinity).required).nodeSelectorTerms)
  return terms.flatMap(({ matchExpressions }) => records(matchExpressions).map(sayExpression))
}

/** The last thing its controller or provisioner complained of. */
export function lastComplaint(cluster: ClusterScene, { namespace, name }: ClaimView): Shown<EventView> | undefined {
  const events = eventsAbout(cluster, { kind: 'PersistentVolumeClaim', namespace, name })
  return events.filter(({ isWarning, reason }) => isWarning || reason === 'FailedBinding').at(-1)
}

/** Where the trouble with it stands, in one clause; undefined where there is none to be seen. */
export function troubleOf(claim: ClaimView, complaint: Shown<EventView> | undefined): string | undefined {
  const { name, className, classExists, volumeName } = claim
  if (claim.exists === false) return `volume claim ${name} does not exist`
  if (claim.phase === 'Lost' || claim.volumeExists === false)
    return `volume claim ${name} has lost its volume ${volumeName ?? ''}, which does not exist any more`
  if (claim.deletedAt) return `volume claim ${name} is being deleted ${sayLeaving(claim)}`
  if (claim.phase === 'Bound') return undefined
  if (classExists === false)
    return `volume claim ${name} is ${claim.phase} because the storage class ${className} it asks for does not exist (not found)`
  if (complaint) return `volume claim ${name} is ${claim.phase}: ${complaint.reason}, "${complaint.message}"`
  return `volume claim ${name} is ${claim.phase ?? 'not bound'}${className === undefined ? ' and names no storage class' : ` (storage class ${className})`}`
}

/** `since 2026-11-15 09:00 UTC, held only by its finalizer kubernetes.io/pvc-protection`. */
function sayLeaving({ deletedAt, finalizers }: ClaimView): string {
  const held = finalizers.length > 0 ? `, held only by its finalizer ${finalizers.join(', ')}` : ''
  return `since ${sayTime(deletedAt)}${held}`
}

export function citeClaim(claim: ClaimView, complaint: Shown<EventView> | undefined): EvidenceReference[] {
  const { exhibit, name, phase, className, finalizers, deletedAt } = claim
  const quotes = [
    cite(exhibit, JSON.stringify(name)),
    deletedAt && finalizers.slice(0, 1).map((one) => cite(exhibit, one)),
    phase !== undefined && citeField(exhibit, 'phase', phase),
    className !== undefined && citeField(exhibit, 'storageClassName', className),
    complaint && citeEvent(complaint),
  ]
  return quotes.flatMap((quote) => quote || [])
}

// What is known of a volume claim that is gone or going: the volume it had, and whether its data is still there.

type ClaimObituary = { sentence: string; cure: readonly string[]; evidence: readonly EvidenceReference[] }

/** Undefined for one that is there to stay, and where nothing tells. */
export function claimRemoval(
  cluster: ClusterScene,
  claim: ClaimView,
  owner: string | undefined,
): ClaimObituary | undefined {
  const volume = claim.exists === false ? volumeLeft(cluster, claim) : undefined
  const anew = `Do not delete the pod before: its StatefulSet would make claim ${claim.name} anew, empty.`
  return volume && left(claim, volume, owner === 'StatefulSet' ? [anew] : [])
}

/** A volume remembers whose it was. */
function volumeLeft({ objects }: ClusterScene, { namespace, name }: ClaimView): Shown<PlainObject> | undefined {
  return objects.find(({ kind, whole }) => {
    const { namespace: place, name: claim } = record(record(whole.spec).claimRef)
    return kind === 'PersistentVolume' && place === namespace && claim === name
  })
}

function left({ name }: ClaimView, volume: Shown<PlainObject>, anew: readonly string[]): ClaimObituary {
  const status: Fields = record(volume.whole.status)
  const since = time(status.lastPhaseTransitionTime)
  const phase = text(status.phase) ?? 'still there'
  const isKept = phase === 'Released' && record(volume.whole.spec).persistentVolumeReclaimPolicy === 'Retain'
  return {
    sentence: `It was there and was deleted: volume ${volume.name} still names it and is ${phase}${since ? ` since ${sayTime(since)}` : ''}, so its data ${isKept ? 'is kept' : 'may still be there'}.`,
    cure: [
      `Create claim ${name} anew with volumeName ${volume.name}, after the old claimRef was taken from that volume, if the data is to be used again.`,
      ...anew,
    ],
    evidence: [cite(volume.exhibit, JSON.stringify(volume.name))],
  }
}

// Advice on a volume by what stands on it: files of a database server are removed by the server alone.

const SERVER_IMAGE = /postgres|pgsql|timescale|spilo|cloudnative-pg|crunchy|patroni|stolon/i
const SERVER_PLACE = /pgdata|postgres|pg_wal/i

export function sayRemoval({ cluster }: Scene, claim: string): string {
  const users = (cluster?.described ?? []).filter(({ claims }) => claims.some(({ name }) => text(name) === claim))
  const speaksOfWal = ({ pod }: DescribedPod) =>
    cluster && logsOfPod(cluster, pod).some(({ lines }) => lines.some((line) => /\bpg_wal\b/.test(line.text)))
  if (!users.some((one) => isDatabaseServer(one) || speaksOfWal(one))) return ', or remove what is not needed from it'
  return '; then look what has grown: WAL kept by a replication slot or by failing archiving, temporary files, tables. Never delete files of the server by hand, least of all in pg_wal'
}

export function isDatabaseServer({ whole }: DescribedPod): boolean {
  const containers = records(record(whole.pod).containers)
  return containers.some(
    ({ image, volumeMounts }) =>
      SERVER_IMAGE.test(text(image) ?? '') ||
      records(volumeMounts).some(({ mountPath }) => SERVER_PLACE.test(text(mountPath) ?? '')),
  )
}
