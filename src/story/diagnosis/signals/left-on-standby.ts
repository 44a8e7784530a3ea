/**
 * After a fail-over one process may go on writing to the server that was the primary before: it holds its old connection, or
 * the old address, while its siblings of the same template have gone over.
 */
import type { PodView, Shown } from '../cluster/cluster-scene.ts'
import { type Clue, cluesOf } from '../cluster/logs/log-clues.ts'
import { isSame } from '../cluster/pods/workload-pods.ts'
import type { Exhibit } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { replicasOf } from './odd-replica.ts'

export type LeftOnStandby = {
  pod: Shown<PodView>
  siblings: readonly Shown<PodView>[]
  clues: readonly [Clue, ...Clue[]]
  /** What shows that a sibling does write; without it their silence proves nothing. */
  proof: { clause: string; exhibit: Exhibit; quote: string } | undefined
}

const FRESH = 15 * 60_000
const LINES_MIN = 2

export function leftOnStandby(scene: Scene): LeftOnStandby | undefined {
  const { cluster, now } = scene
  if (!cluster) return undefined
  const logs = cluster.logs.filter(({ isPrevious }) => !isPrevious)
  const read = replicasOf(cluster).filter((pod) => pod.isReady && logs.some((log) => isSame(log, pod)))
  const refused = read.map((pod) => ({ pod, clues: refusalsIn(logs.filter((log) => isSame(log, pod))) }))
  const [only, another] = refused.filter(({ clues }) => clues.length > 0)
  const [first, ...others] = only?.clues ?? []
  if (!only || another || !first || !isGoingOn([first, ...others], now)) return undefined
  const siblings = read.filter((pod) => !isSame(pod, only.pod) && pod.owner?.name === only.pod.owner?.name)
  if (siblings.length === 0) return undefined
  return { pod: only.pod, siblings, clues: [first, ...others], proof: proofOf(scene, siblings) }
}

function refusalsIn(logs: readonly Clue['log'][]): Clue[] {
  return logs.flatMap(cluesOf).filter(({ kind }) => kind === 'read_only_server')
}

function isGoingOn(clues: readonly Clue[], now: Date): boolean {
  const last = clues.at(-1)?.line.at
  return clues.length >= LINES_MIN && last !== undefined && now.getTime() - last.getTime() < FRESH
}

function proofOf(scene: Scene, siblings: readonly Shown<PodView>[]): LeftOnStandby['proof'] {
  return bySessions(scene, siblings) ?? byWork(scene, siblings)
}

/** The server that was asked is the primary where it says so itself. */
function bySessions({ database }: Scene, siblings: readonly PodView[]): LeftOnStandby['proof'] {
  const { connections } = database ?? {}
  if (!connections || database?.replication?.thing.role === 'standby') return undefined
  const group = connections.thing.groups.find(({ client_addr }) => siblings.some(({ podIP }) => podIP === client_addr))
  const sibling = siblings.find(({ podIP }) => podIP !== undefined && podIP === group?.client_addr)
  return sibling?.podIP === undefined
    ? undefined
    : {
        clause: `its sibling ${sibling.name} has sessions on the primary`,
        exhibit: connections.exhibit,
        quote: sibling.podIP,
      }
}

/** Who only waits for his turn, or answers probes, serves nobody. */
const IDLE = /\blease|\bleader|\belect|standby|follower|health|readyz|livez|\bprobe|reconnect|listening|started/i

function byWork({ cluster, now }: Scene, siblings: readonly PodView[]): LeftOnStandby['proof'] {
  const logs = (cluster?.logs ?? []).filter((log) => !log.isPrevious && siblings.some((pod) => isSame(pod, log)))
  const [found] = logs.flatMap((log) => {
    const line = log.lines.findLast(
      ({ at, text }) => at !== undefined && now.getTime() - at.getTime() < FRESH && !IDLE.test(text),
    )
    return line ? [{ clause: `its sibling ${log.name} works`, exhibit: log.exhibit, quote: line.text }] : []
  })
  return found
}
