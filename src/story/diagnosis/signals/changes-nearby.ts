/** What changed on those the subject depends on, shortly before it began to fail. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { ClusterScene, Difference, WorkloadName } from '../cluster/cluster-scene.ts'
import { type Neighbour, neighboursOf } from '../cluster/neighbours.ts'
import { citePart } from '../cluster/quote.ts'
import { citeDifference, historyOf } from '../cluster/revision-history.ts'
import { isSame, podsOf } from '../cluster/workload-pods.ts'
import { citeField } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { type SaidLine, saidLines } from './said-lines.ts'
import { citeLine } from './signal-finding.ts'

/**
 * release        another revision was rolled out
 * configuration  what its pods read was written anew
 * notice         it says itself that something it was told has changed
 */
export type NearbyChange = {
  kind: 'release' | 'configuration' | 'notice'
  /** The dependency that changed. */
  workload: WorkloadName
  at: Date
  /** Of a release, where it can be told. */
  differences: readonly Difference[]
  /** Of a configuration: `ConfigMap web-settings`. */
  name: string | undefined
  line: SaidLine | undefined
  evidence: readonly EvidenceReference[]
}

const MINUTE = 60_000
const BEFORE_MINUTES = 15
const AFTER_MINUTES = 2

/** Those it needs that a listing shows. */
export function dependenciesOf(scene: Scene): (Neighbour & { workload: WorkloadName })[] {
  const { cluster } = scene
  if (!cluster) return []
  const all = neighboursOf({ ...scene, cluster, isAside: false })
  return all.flatMap((one) => (one.workload ? [{ ...one, workload: one.workload }] : []))
}

export function changesNearby(scene: Scene, onset: Date): NearbyChange[] {
  const { cluster } = scene
  if (!cluster) return []
  const all = dependenciesOf(scene).flatMap(({ workload }) => [
    ...releaseOf(cluster, workload),
    ...noticesOf(scene, workload),
    ...configurationsOf(cluster, workload),
  ])
  return all.filter(({ at }) => isShortlyBefore(at, onset))
}

function isShortlyBefore(at: Date, onset: Date): boolean {
  const minutes = (onset.getTime() - at.getTime()) / MINUTE
  return minutes >= -AFTER_MINUTES && minutes <= BEFORE_MINUTES
}

const NOTHING = { differences: [], name: undefined, line: undefined }

function releaseOf(cluster: ClusterScene, workload: WorkloadName): NearbyChange[] {
  const history = historyOf(cluster, workload)
  if (!history?.previous || !history.rolledOutAt) return []
  const differences = history.change?.differences ?? []
  const evidence = [
    citeField(history.deployment.exhibit, 'name', history.newest.name),
    ...differences.slice(0, 2).flatMap((one) => citeDifference(history, one)),
  ]
  return [{ ...NOTHING, kind: 'release', workload, at: history.rolledOutAt, differences, evidence }]
}

/** What its pods read, and when it was last written. */
function configurationsOf(cluster: ClusterScene, workload: WorkloadName): NearbyChange[] {
  const pods = podsOf(cluster, workload)
  const described = cluster.described.filter(({ pod }) => pods.some((one) => isSame(one, pod)))
  return described.flatMap(({ references, exhibit }) =>
    references.flatMap(({ kind, name, lastWrite: at, source }) =>
      at === undefined
        ? []
        : [
            {
              ...NOTHING,
              kind: 'configuration',
              workload,
              at,
              name: `${kind} ${name}`,
              evidence: [citePart(exhibit, source)],
            },
          ],
    ),
  )
}

const NOTICE =
  /\b(?:config(?:uration)?|settings?|rules?|flags?|feature)\w*\b[^\n]{0,60}\b(?:chang|updat|reload|loaded|replac|enabled|disabled)|\b(?:chang|updat|reload)\w*\b[^\n]{0,60}\b(?:config(?:uration)?|settings?|rules?|flags?|feature)/i

/** Starting up it tells the same words, and then nothing has changed. */
function noticesOf(scene: Scene, workload: WorkloadName): NearbyChange[] {
  const own = saidLines(scene).filter(({ speaker }) => speaker === workload.name)
  const told = own.filter(({ said, at }, index) => at !== undefined && index > 0 && NOTICE.test(said))
  return told.flatMap((line) =>
    line.at ? [{ ...NOTHING, kind: 'notice', workload, at: line.at, line, evidence: [citeLine(line)] }] : [],
  )
}
