/** The volume a server writes to, where it is known to run out of room: the consequence that a cause of growth is told with. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { claimUsers } from '../../cluster/asking/look-at-surroundings.ts'
import { isSame, subjectPods } from '../../cluster/pods/workload-pods.ts'
import { cite } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import { isFull, isNearlyFull, sayShrinking, type Volume, volumesOf } from '../../signals/node-limits.ts'
import { bytes, percent } from '../../signals/points.ts'
import { citeFigure } from '../../signals/signal-finding.ts'
import { figuresNamed, lastOf } from '../server/figures.ts'
import { fallingDisk } from './disk-space.ts'

type Room = { sentence: string; capacity: number | undefined; evidence: readonly EvidenceReference[] }

/** By the volume of the alert or of its pods, else by what the host measures. */
export function reportedRoom(scene: Scene): Room | undefined {
  const volume = (scene.signals ? volumesOf(scene.signals) : []).find(
    (one) => isConcerned(scene, one) && (isFull(one) || isNearlyFull(one)),
  )
  if (volume) return ofVolume(volume, scene)
  const disk = scene.database && fallingDisk(scene.database)
  if (!disk) return undefined
  const stopped = sayStopped(scene)
  return {
    sentence: `${disk.sentence}${stopped}`,
    capacity: disk.whole,
    evidence: [cite(disk.figure.exhibit, disk.quote)],
  }
}

function ofVolume(volume: Volume, scene: Scene): Room {
  const { claim, free, capacity, available } = volume
  const state = isFull(volume) ? 'is full' : 'fills up'
  return {
    sentence: `The volume of claim ${claim} ${state}: ${bytes(free)} of ${bytes(capacity)} are free (${percent(free / capacity)})${sayShrinking(volume)}.${sayStopped(scene)}`,
    capacity,
    evidence: citeFigure(available),
  }
}

function isConcerned({ subject, cluster }: Scene, { claim }: Volume): boolean {
  if (subject.claim !== undefined) return subject.claim === claim
  const users = cluster ? claimUsers(cluster, claim) : []
  return users.some((pod) => cluster && subjectPods(cluster).some((one) => isSame(one, pod)))
}

function sayStopped({ database }: Scene): string {
  const isDown = figuresNamed(database?.figures ?? [], /^pg_up$/).some((figure) => lastOf(figure) === 0)
  return isDown && !database?.connections ? ' The server has stopped (pg_up is 0).' : ''
}

/** What stands on a full volume is explained by what filled it. */
export const EXPLAINED_BY_GROWTH = [
  ...['growth', 'volume_full', 'volume_filling', 'database_down', 'database_restarted', 'crash_loop'],
  ...['not_ready', 'configuration_error', 'failing_dependency'],
]
