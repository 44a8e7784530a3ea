/** A service that fails since its newest revision came: pods are ready, but what they answer is wrong or slow. */

import type { DescribedPod } from '../../cluster/cluster-scene.ts'
import { noAction, rollbackGate } from '../../cluster/gates.ts'
import { accusedPod } from '../../cluster/pods/workload-pods.ts'
import { hostBroughtBy, releasedBeside, showsSoonEnough } from '../../cluster/releases/release-relation.ts'
import { revisionNameOf, sayReleased } from '../../cluster/releases/released-workload.ts'
import { citeDifferences, type History, historyOf } from '../../cluster/releases/revision-history.ts'
import { sayAgo, sayDuration } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain, type Link } from '../../signals/failure-chain.ts'
import { type Onset, onsetsOf } from '../../signals/fault-onset.ts'
import { clockTime } from '../../signals/points.ts'
import { saidLines, tellingOf } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'
import { loadStep, trafficOf } from '../../signals/traffic.ts'
import { type CommonFactor, commonField, commonTags } from './common-factor.ts'

const MINUTE = 60_000
/** A rolling update takes a while, and not every request meets the fault at once. */
const AFTER_MINUTES = 15
/** Metrics have a point every few minutes, and clocks differ. */
const BEFORE_MINUTES = 3

export const releaseRegression: Analyzer = (scene) => {
  const link = suspectOf(scene)
  const history = scene.cluster && historyOf(scene.cluster, link?.workload)
  if (!link || !history?.previous || !history.rolledOutAt) return []
  const names = namesOf(scene, link)
  const onsets = onsetsOf(scene, { names, isSubject: link.isSubject })
  const older = [...onsets, ...alertItself(scene)].find(({ at }) => minutesAfter(at, history) < -BEFORE_MINUTES)
  if (older) return isRecent(history, scene.now) ? [notGuilty(history, older)] : []
  const fitting = onsets.filter(({ at }) => isBroughtBy(history, minutesAfter(at, history)))
  if (fitting.length === 0 || isLogAlone(scene, fitting, history)) return []
  if (isOverloaded(scene, names, fitting) || isAnothers(scene, names, history)) return []
  return [regression(scene, { history, names, onsets: fitting, link })]
}

function isBroughtBy({ change }: History, minutes: number): boolean {
  return minutes <= AFTER_MINUTES && showsSoonEnough(change?.differences ?? [], minutes)
}

/** How long an alert waits before it fires, and a scrape or two. */
const ALERT_MINUTES = 15

/** The log of a new pod begins with the release, whatever was before it: then the alert must have come with it as well. */
function isLogAlone({ subject: { startedAt } }: Scene, onsets: readonly Onset[], history: History): boolean {
  const isAlone = onsets.every(({ source }) => source === 'log')
  return isAlone && startedAt !== undefined && minutesAfter(startedAt, history) > ALERT_MINUTES
}

type Suspect = Link & { isSubject: boolean }

/** The deepest workload that fails: who only passes errors on is not to blame. */
function suspectOf(scene: Scene): Suspect | undefined {
  const chain = failureChain(scene)
  const link = chain.findLast(({ workload }) => workload !== undefined)
  if (!link || link.hasNoReplicas || link.troubled) return undefined
  return { ...link, isSubject: link === chain[0] }
}

function namesOf({ subject }: Scene, { name, isSubject }: Suspect): readonly [string, ...string[]] {
  return isSubject && subject.service !== undefined ? [name, subject.service] : [name]
}

/** It cannot have begun later than the alert. */
function alertItself({ subject: { startedAt } }: Scene): Pick<Onset, 'at' | 'clause' | 'evidence'>[] {
  return startedAt ? [{ at: startedAt, clause: `the alert fired at ${clockTime(startedAt)}`, evidence: [] }] : []
}

function minutesAfter(at: Date, { rolledOutAt }: History): number {
  return rolledOutAt ? (at.getTime() - rolledOutAt.getTime()) / MINUTE : Number.NaN
}

/** A release of today comes to everybody's mind, so it is worth saying that it is innocent. */
function isRecent({ rolledOutAt }: History, now: Date): boolean {
  return rolledOutAt !== undefined && now.getTime() - rolledOutAt.getTime() < 24 * 60 * MINUTE
}

/** Slow because more is asked of it, not because it is new. */
function isOverloaded({ signals }: Scene, names: readonly string[], onsets: readonly Onset[]): boolean {
  const traffic = signals && trafficOf(signals, names)
  return onsets.every(({ source }) => source === 'latency') && traffic !== undefined && loadStep(traffic) !== undefined
}

/** Its error names one pod of somebody else: that one is looked at, and not what was released here. */
function isAnothers(scene: Scene, names: readonly string[], { released }: History): boolean {
  const worst = tellingOf(
    saidLines(scene).filter(({ speaker }) => names.includes(speaker)),
    names,
  )
  if (!worst || !scene.cluster) return false
  return accusedPod(scene.cluster, worst.first.said, released.name) !== undefined
}

type Guilty = { history: History; names: readonly string[]; onsets: readonly Onset[]; link: Suspect }

function regression(scene: Scene, { history, names, onsets, link }: Guilty): Finding {
  const { released, rolledOutAt, change } = history
  const [first] = onsets as [Onset, ...Onset[]]
  const lines = saidLines(scene).filter(({ speaker }) => names.includes(speaker))
  const worst = tellingOf(lines, names)
  const factor = factorOf(scene, link, lines)
  const differences = change?.differences ?? []
  const newHost = worst && hostBroughtBy(differences, worst.first.said)
  const isUnreachable = worst !== undefined && newHost === undefined && UNREACHABLE.test(worst.first.said)
  const beside = worst && scene.cluster && releasedBeside(scene.cluster, history, worst.first.said)
  const words = worst ? ` The error is: "${worst.words}" (${worst.count} lines seen).` : ''
  const brought = newHost === undefined ? '' : ` It names ${newHost}, which this revision brought.`
  const shared = factor ? ` Not every request fails: ${factor.clause}.` : ''
  return fault({
    kind: 'release_regression',
    statement: `${released.kind} ${released.name} fails since its release: ${first.clause}, ${sayDistance(first, history)} ${sayRevision(history, scene)} was rolled out at ${rolledOutAt ? clockTime(rolledOutAt) : 'an unknown time'} (${sayAgo(rolledOutAt, scene.now)}). What changed: ${sayChanges(differences) || 'the template, which could not be compared'}.${shared}${words}${brought}${beside ? sayBeside(beside) : ''}`,
    facts: onsets.slice(1).map(({ clause: text, evidence }) => ({ text: `In agreement with it, ${text}.`, evidence })),
    evidence: [
      first.evidence,
      releaseQuote(history),
      citeDifferences(history, differences),
      worst && citeLine(worst.first),
      factor?.evidence,
      beside && releaseQuote(beside),
    ],
    confidence: isUnreachable ? 0.5 : beside ? 0.55 : confidenceOf(onsets, scene),
    subject: { kind: released.kind, namespace: released.namespace, name: released.name },
    since: first.at,
    weight: isUnreachable ? 'symptom' : 'cause',
    explains: ['failing_dependency', 'errors_without_cause', 'cpu_throttled'],
    ...(beside &&
      noAction(
        `${released.name} and ${beside.released.name} were released at the same time, and the error is about both; a person must see which of them to return.`,
      )),
    ...(!beside &&
      rollbackGate(scene, {
        workload: link.workload,
        since: first.at,
        guilty: differences.length > 0 ? differences : [UNSEEN],
        why: `The errors began with revision ${history.newest.revision}; revision ${history.previous?.revision} did not have them.`,
      })),
    suggestions: [`Reproduce the error of revision ${history.newest.revision} before it is rolled out again.`],
  })
}

function sayBeside({ released, newest, rolledOutAt, change }: History): string {
  const changes = sayChanges(change?.differences ?? [])
  return ` It names ${released.name}, whose revision ${newest.revision} was rolled out at ${rolledOutAt ? clockTime(rolledOutAt) : 'an unknown time'}${changes ? ` (${changes})` : ''}: either release may have brought it.`
}

/** What cannot be reached or does not let us in may have changed by itself, at the same moment; then others have to tell. */
const UNREACHABLE =
  /connection refused|ECONNREFUSED|no such host|ENOTFOUND|NXDOMAIN|SERVFAIL|EAI_AGAIN|i\/o timeout|ETIMEDOUT|no route to host|x509|authentication failed|28P01|cannot \w+ resource|forbidden/i

/** The log of a new pod begins with the release, whatever was before; then the time of the alert is some help. */
function confidenceOf(onsets: readonly Onset[], { subject }: Scene): number {
  const has = (...sources: readonly Onset['source'][]) => onsets.some(({ source }) => sources.includes(source))
  if (has('issue', 'errors')) return 0.9
  if (has('latency')) return 0.8
  return subject.startedAt ? 0.65 : 0.55
}

/** Two revisions always differ, even where nobody could compare them. */
const UNSEEN = { field: 'spec', from: null, to: null }

function factorOf(
  { signals }: Scene,
  { isSubject }: Suspect,
  lines: Parameters<typeof commonField>[0],
): CommonFactor | undefined {
  return (isSubject && signals?.issue && commonTags(signals.issue)) || commonField(lines)
}

function sayDistance({ at }: Onset, { rolledOutAt }: History): string {
  const after = rolledOutAt ? at.getTime() - rolledOutAt.getTime() : 0
  return after >= 0 ? `${sayDuration(after)} after` : 'just as'
}

function sayRevision({ newest, released }: History, { cluster }: Scene): string {
  const described = cluster?.described.find(({ pod }) => revisionNameOf(pod) === newest.name)
  const images = imagesOf(described) ?? released.images
  return `revision ${newest.revision}${images.length > 0 ? ` (image ${images.join(', ')})` : ''}`
}

function imagesOf(described: DescribedPod | undefined): string[] | undefined {
  return described?.containers.flatMap(({ image }) => image ?? [])
}

function releaseQuote({ released, newest }: History) {
  return [cite(released.exhibit, newest.name)]
}

function notGuilty(
  { released, newest, rolledOutAt }: History,
  older: Pick<Onset, 'at' | 'clause' | 'evidence'>,
): Finding {
  return fault({
    kind: 'release_not_guilty',
    statement: `Revision ${newest.revision} of ${sayReleased(released)} is not the cause: it was rolled out at ${rolledOutAt ? clockTime(rolledOutAt) : 'an unknown time'}, and before that ${older.clause}.`,
    evidence: [older.evidence, cite(released.exhibit, newest.name)],
    confidence: 0.4,
    situation: 'unclear',
    subject: { kind: released.kind, namespace: released.namespace, name: released.name },
    since: older.at,
    weight: 'context',
    noActionReason: 'Going back to an earlier revision would not help: the fault is older than the release.',
  })
}
