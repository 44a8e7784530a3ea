/** What is known of a volume claim that is gone or going: the volume it had, and whether its data is still there. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import type { ClusterScene, Fields, PlainObject, Shown } from '../cluster-scene.ts'
import { record, text, time } from '../reading/loose-fields.ts'
import { sayTime } from '../saying/say-time.ts'
import type { ClaimView } from './claims.ts'
import { citeEvent, eventsAbout } from './events-about.ts'

type ClaimObituary = { sentence: string; cure: readonly string[]; evidence: readonly EvidenceReference[] }

/** Undefined for one that is there to stay, and where nothing tells. */
export function claimRemoval(
  cluster: ClusterScene,
  claim: ClaimView,
  owner: string | undefined,
): ClaimObituary | undefined {
  if (claim.deletedAt) return whatGoesWithIt(claim)
  if (claim.exists !== false) return undefined
  const volume = volumeLeft(cluster, claim)
  const anew =
    owner === 'StatefulSet'
      ? [`Do not delete the pod before: its StatefulSet would make claim ${claim.name} anew, empty.`]
      : []
  return volume ? left(claim, volume, anew) : lastSeen(cluster, claim, anew)
}

function whatGoesWithIt({ volumeName, reclaimPolicy, exhibit }: ClaimView): ClaimObituary | undefined {
  if (volumeName === undefined || reclaimPolicy === undefined) return undefined
  const isLost = reclaimPolicy === 'Delete'
  return {
    sentence: `Its volume ${volumeName} has reclaim policy ${reclaimPolicy}: ${isLost ? 'the data goes with the claim' : 'the data stays on it when the claim is gone'}.`,
    cure: isLost
      ? [
          `Set persistentVolumeReclaimPolicy of volume ${volumeName} to Retain before the claim goes, if its data is needed.`,
        ]
      : [],
    evidence: [cite(exhibit, JSON.stringify(volumeName))],
  }
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

/** Events outlive what they tell of by about an hour. */
function lastSeen(
  cluster: ClusterScene,
  { namespace, name }: ClaimView,
  anew: readonly string[],
): ClaimObituary | undefined {
  const last = eventsAbout(cluster, { kind: 'PersistentVolumeClaim', namespace, name }).at(-1)
  if (!last) return undefined
  return {
    sentence: `It was there at ${sayTime(last.at)} (${last.reason}) and was deleted since.`,
    cure: anew,
    evidence: [citeEvent(last)],
  }
}
