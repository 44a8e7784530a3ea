/**
 * Nothing of the subject changed, but something it depends on did, shortly before it began to fail: another revision of
 * a dependency, or what somebody wrote into a ConfigMap.
 */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { DescribedPod, ObjectKey, ReferenceView, Shown, WorkloadName } from '../../cluster/cluster-scene.ts'
import { type Gated, noAction, rollbackGate } from '../../cluster/gates.ts'
import { isNamedIn } from '../../cluster/logs/names-in-lines.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { relationOf } from '../../cluster/releases/release-relation.ts'
import { sayReleased } from '../../cluster/releases/released-workload.ts'
import { citeDifference, historyOf } from '../../cluster/releases/revision-history.ts'
import { type Setting, settingInError } from '../../cluster/releases/written-maps.ts'
import { citePart, lineOf, minutesBetween, sayDuration, sayTime } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { involvedPods } from '../../cluster/subject/involved-pods.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { type Onset, onsetsOf } from '../../signals/fault-onset.ts'
import { clockTime } from '../../signals/points.ts'
import { errorsOf, groupLines, type SaidLine, saidLines, wordsOf } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'
import { fault } from '../cluster-fault.ts'

/** What changed earlier than this was survived. */
const BEFORE_MINUTES = 12
/** Clocks differ. */
const AFTER_MINUTES = 1
/** Below it the order in time is all there is. */
const ENOUGH = 0.6

/** `isNamed` where the error is about the very workload that is weighed. */
type Sufferer = { workload: WorkloadName; onset: Onset; error: SaidLine | undefined; isNamed?: true }

export const changedNearby: Analyzer = (scene) => {
  const sufferer = suffererOf(scene)
  const { cluster } = scene
  if (!cluster || !sufferer) return []
  const isFree = !isReleasedThen(scene, sufferer)
  return involvedPods(cluster).flatMap(({ workload, described, isSubject }) => [
    ...(isSubject
      ? []
      : suffersFrom(scene, sufferer, workload).flatMap((one) => changedRevision(scene, one, workload))),
    ...(isFree ? changedConfiguration(scene, sufferer, workload, described) : []),
  ])
}

/** By the errors that name it, which may have begun at another time than the rest; else by the most frequent ones. */
function suffersFrom(scene: Scene, sufferer: Sufferer, workload: WorkloadName): Sufferer[] {
  const { cluster } = scene
  const groups = groupLines(errorsOf(saidLines(scene), [sufferer.workload.name]))
  const naming = groups.find(({ first }) => cluster && isNamedIn(first.said, workload, cluster))?.first
  const own = naming ? { ...sufferer, error: naming, isNamed: true as const } : sufferer
  const at = cluster && historyOf(cluster, workload)?.rolledOutAt
  const later = naming && !isShortlyBefore(at, sufferer.onset) ? { ...own, onset: firstOf(naming, sufferer) } : own
  return isReleasedThen(scene, later) ? [] : [later]
}

function firstOf(line: SaidLine, { onset }: Sufferer): Onset {
  if (!line.at) return onset
  return {
    source: 'log',
    at: line.at,
    clause: `the first such error stands in the log at ${clockTime(line.at)}, which explains only what began then`,
    evidence: [citeLine(line)],
  }
}

function suffererOf(scene: Scene): Sufferer | undefined {
  const { workloads, isNamed } = scene.cluster?.target ?? { workloads: [], isNamed: false }
  const [workload] = workloads
  if (!workload || !isNamed) return undefined
  const [onset] = onsetsOf(scene, { names: [workload.name], isSubject: true })
  const [worst] = groupLines(errorsOf(saidLines(scene), [workload.name]))
  return onset && { workload, onset, error: worst?.first }
}

/** Its own release at that very time is the nearer cause. */
function isReleasedThen({ cluster }: Scene, { workload, onset }: Sufferer): boolean {
  return isShortlyBefore(cluster && historyOf(cluster, workload)?.rolledOutAt, onset)
}

function isShortlyBefore(at: Date | undefined, onset: Onset): boolean {
  const minutes = at ? minutesBetween(at, onset.at) : Number.POSITIVE_INFINITY
  return minutes <= BEFORE_MINUTES && minutes >= -AFTER_MINUTES
}

function changedRevision(scene: Scene, sufferer: Sufferer, workload: WorkloadName): Finding[] {
  const { cluster, now } = scene
  const history = cluster && historyOf(cluster, workload)
  if (!cluster || !history?.change || !isShortlyBefore(history.rolledOutAt, sufferer.onset)) return []
  const guilty = history.change.differences
  const { error, isNamed = false } = sufferer
  const confidence = relationOf(error?.said, { name: workload.name, isNamed }, guilty)
  const why = `${sufferer.workload.name} fails since this revision of ${workload.name}: ${sayChanges(guilty)}.`
  return [
    nearbyFinding(sufferer, {
      kind: 'dependency_changed',
      what: `its dependency ${workload.name} was changed ${sayGap(history.rolledOutAt, sufferer)}: revision ${history.newest.revision} of ${sayReleased(history.released)} was rolled out at ${sayTime(history.rolledOutAt)} (${sayChanges(guilty)})`,
      evidence: guilty.slice(0, 2).flatMap((difference) => citeDifference(history, difference)),
      confidence,
      subject: workload,
      gate:
        confidence < ENOUGH
          ? noAction(
              `That ${workload.name} changed just before is too little: nothing in the change speaks of this error.`,
            )
          : rollbackGate({ cluster, now }, { workload, since: sufferer.onset.at, guilty, why }),
      cure: `Bring ${sufferer.workload.name} and ${workload.name} together before revision ${history.newest.revision} is rolled out again.`,
    }),
  ]
}

function changedConfiguration(
  scene: Scene,
  sufferer: Sufferer,
  workload: WorkloadName,
  described: Shown<DescribedPod>,
): Finding[] {
  return described.references
    .filter(({ kind, lastWrite }) => kind === 'ConfigMap' && isShortlyBefore(lastWrite, sufferer.onset))
    .map((reference) => {
      const said = saidThen(scene, described, reference)
      const setting = settingOf(scene, sufferer, { namespace: workload.namespace, name: reference.name })
      const words = `${said ? `; ${workload.name} said then: "${lineOf(said)}"` : ''}${setting ? `; the error speaks of ${setting.name}, which is set there: ${setting.excerpt}` : ''}`
      return nearbyFinding(sufferer, {
        kind: 'configuration_changed',
        what: `ConfigMap ${reference.name}, which ${workload.name} reads, was changed ${sayGap(reference.lastWrite, sufferer)}, at ${sayTime(reference.lastWrite)}${words}`,
        evidence: [
          citePart(described.exhibit, reference.source),
          ...(said ? [cite(said.log.exhibit, said.line.text)] : []),
          ...(setting ? [cite(setting.exhibit, setting.name)] : []),
        ],
        confidence: said && setting ? 0.85 : said || setting ? 0.8 : 0.65,
        subject: workload,
        gate: noAction(
          'No revision changed, so there is none to return to, and a restart reads the same ConfigMap; a person must correct it.',
        ),
        cure: `See what was changed in ConfigMap ${reference.name}${setting ? ` (${setting.name})` : ''}, and undo it if it was not meant.`,
      })
    })
}

function settingOf({ cluster }: Scene, { error }: Sufferer, map: ObjectKey): Setting | undefined {
  return cluster && error ? settingInError(cluster, map, error.said) : undefined
}

const SPOKE_MINUTES = 3

/** What the program itself logged about it. */
function saidThen({ cluster }: Scene, { pod }: Shown<DescribedPod>, { lastWrite }: ReferenceView) {
  const logs = cluster?.logs.filter((log) => isSame(log, pod)) ?? []
  const lines = logs.flatMap((log) => log.lines.map((line) => ({ log, line })))
  return lines.findLast(
    ({ line: { at, text } }) =>
      lastWrite && at && Math.abs(minutesBetween(lastWrite, at)) < SPOKE_MINUTES && /chang|updat|reload|->/i.test(text),
  )
}

function sayGap(at: Date | undefined, { onset }: Sufferer): string {
  const minutes = at ? minutesBetween(at, onset.at) : 0
  return minutes < 1 ? 'just when it began' : `${sayDuration(minutes * 60_000)} before`
}

type FindingParts = Pick<Finding, 'kind' | 'confidence'> & {
  what: string
  evidence: readonly EvidenceReference[]
  subject: WorkloadName
  gate: Gated
  cure: string
}

function nearbyFinding(
  { workload, onset, error }: Sufferer,
  { kind, what, evidence, confidence, subject, gate, cure }: FindingParts,
): Finding {
  const words = error ? ` It says: "${wordsOf(error)}".` : ''
  return fault({
    kind,
    statement: `${workload.name} itself did not change, but ${what}. Since then ${workload.name} fails: ${onset.clause}.${words}`,
    evidence: [...evidence, ...onset.evidence, ...(error ? [citeLine(error)] : [])],
    confidence,
    subject,
    since: onset.at,
    weight: confidence > ENOUGH ? 'cause' : 'symptom',
    explains: ['failing_service', 'failing_dependency', 'authentication_fails', 'dependency_unreachable', 'not_ready'],
    ...gate,
    suggestions: [cure],
  })
}
