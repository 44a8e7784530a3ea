/** The volume claims the alert may be about, with what stands in the way of each. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import type { ClusterScene, EventView, Fields, Shown } from '../cluster-scene.ts'
import { sayExpression } from '../placement/node-selection.ts'
import { record, records, text, time, words } from '../reading/loose-fields.ts'
import { sayTime } from '../saying/say-time.ts'
import { citeEvent, eventsAbout } from './events-about.ts'

export type ClaimView = {
  name: string
  namespace: string
  /** Undefined where it could not be seen. */
  exists: boolean | undefined
  /** Set where it is being deleted. */
  deletedAt: Date | undefined
  finalizers: readonly string[]
  phase: string | undefined
  requested: string | undefined
  className: string | undefined
  /** Undefined where it could not be seen, or where none is named. */
  classExists: boolean | undefined
  volumeName: string | undefined
  volumeExists: boolean | undefined
  volumePhase: string | undefined
  /** `Delete`: the data goes with the claim. */
  reclaimPolicy: string | undefined
  /** Where the volume is: `topology.kubernetes.io/zone=eu-1c`. */
  volumePlaces: readonly string[]
  exhibit: Exhibit
}

/** As describe_pod tells it: the claim, its class and its volume in one. */
export function claimsOfPod(
  described: { claims: readonly Fields[]; exhibit: Exhibit },
  namespace: string,
): ClaimView[] {
  return described.claims.map((claim) => {
    const volume = record(claim.volume)
    return {
      name: text(claim.name) ?? '',
      namespace,
      exists: truth(claim.exists),
      deletedAt: time(claim.deletionTimestamp),
      finalizers: words(claim.finalizers),
      phase: text(claim.phase),
      requested: text(claim.requested),
      className: text(claim.storageClassName),
      classExists: truth(record(claim.storage_class).exists),
      volumeName: text(claim.volumeName),
      volumeExists: truth(volume.exists),
      volumePhase: text(volume.phase),
      reclaimPolicy: text(volume.reclaimPolicy),
      volumePlaces: placesOf(volume.nodeAffinity),
      exhibit: described.exhibit,
    }
  })
}

/** As it was read by its name. */
export function claimsRead({ objects }: ClusterScene): ClaimView[] {
  const classes = objects.filter(({ kind }) => kind === 'StorageClass').map(({ name }) => name)
  return objects
    .filter(({ kind }) => kind === 'PersistentVolumeClaim')
    .map(({ name, namespace, whole, exhibit }) => {
      const [metadata, spec] = [{ ...whole, ...record(whole.metadata) } as Fields, record(whole.spec)]
      const className = text(spec.storageClassName)
      const isClassKnown = className !== undefined && classes.length > 0
      return {
        name,
        namespace: namespace ?? '',
        exists: true,
        deletedAt: time(metadata.deletionTimestamp),
        finalizers: words(metadata.finalizers),
        phase: text(record(whole.status).phase),
        requested: text(record(record(spec.resources).requests).storage),
        className,
        classExists: isClassKnown ? classes.includes(className) : undefined,
        volumeName: text(spec.volumeName),
        volumeExists: undefined,
        volumePhase: undefined,
        reclaimPolicy: undefined,
        volumePlaces: [],
        exhibit,
      }
    })
}

function truth(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
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
  return [
    cite(exhibit, JSON.stringify(name)),
    ...(deletedAt ? finalizers.slice(0, 1).map((one) => cite(exhibit, one)) : []),
    ...(phase === undefined ? [] : [citeField(exhibit, 'phase', phase)]),
    ...(className === undefined ? [] : [citeField(exhibit, 'storageClassName', className)]),
    ...(complaint ? [citeEvent(complaint)] : []),
  ]
}
