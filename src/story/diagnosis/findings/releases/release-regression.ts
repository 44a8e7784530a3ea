/** A service that fails since its newest revision came: pods are ready, but what they answer is wrong or slow. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { ClusterScene, Difference } from '../../cluster/cluster-scene.ts'
import { noAction, rollbackGate } from '../../cluster/gates.ts'
import { readHost } from '../../cluster/logs/log-host.ts'
import { isNamedIn } from '../../cluster/logs/names-in-lines.ts'
import { accusedPod, isSame } from '../../cluster/pods/workload-pods.ts'
import { revisionNameOf, sayReleased } from '../../cluster/releases/released-workload.ts'
import { citeDifferences, type History, historyOf } from '../../cluster/releases/revision-history.ts'
import { minutesBetween, sayAgo, sayDuration } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { allWorkloads } from '../../cluster/subject/resolve-target.ts'
import { cite, type Exhibit, holdsQuote } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain, type Link } from '../../signals/failure-chain.ts'
import { type Onset, onsetsOf } from '../../signals/fault-onset.ts'
import { clockTime } from '../../signals/points.ts'
import { isErrorLine, type SaidLine, saidLines, tellingOf } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'
import type { IssueTag, IssueView } from '../../signals/signal-scene.ts'
import { loadStep, trafficOf } from '../../signals/traffic.ts'
import { sayRevision } from '../cluster-fault.ts'

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
  const differences = history.change?.differences ?? []
  const fitting = onsets.filter(({ at }) => {
    const minutes = minutesAfter(at, history)
    return minutes <= AFTER_MINUTES && showsSoonEnough(differences, minutes)
  })
  if (fitting.length === 0 || isLogAlone(scene, fitting, history)) return []
  if (isOverloaded(scene, names, fitting) || isAnothers(scene, names, history)) return []
  return [regression(scene, { history, names, onsets: fitting, link })]
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
  const worst = tellingOf(linesOf(scene, names), names)
  return Boolean(worst && scene.cluster && accusedPod(scene.cluster, worst.first.said, released.name))
}

function linesOf(scene: Scene, names: readonly string[]): SaidLine[] {
  return saidLines(scene).filter(({ speaker }) => names.includes(speaker))
}

type Guilty = { history: History; names: readonly string[]; onsets: readonly Onset[]; link: Suspect }

function regression(scene: Scene, { history, names, onsets, link }: Guilty): Finding {
  const { released, rolledOutAt, change } = history
  const [first] = onsets as [Onset, ...Onset[]]
  const lines = linesOf(scene, names)
  const worst = tellingOf(lines, names)
  const factor = (link.isSubject && scene.signals?.issue && commonTags(scene.signals.issue)) || commonField(lines)
  const differences = change?.differences ?? []
  const newHost = worst && hostBroughtBy(differences, worst.first.said)
  const isUnreachable = worst !== undefined && newHost === undefined && UNREACHABLE.test(worst.first.said)
  const beside = worst && scene.cluster && releasedBeside(scene.cluster, history, worst.first.said)
  const words = worst ? ` The error is: "${worst.words}" (${worst.count} lines seen).` : ''
  const brought = newHost === undefined ? '' : ` It names ${newHost}, which this revision brought.`
  const shared = factor ? ` Not every request fails: ${factor.clause}.` : ''
  return fault({
    kind: 'release_regression',
    statement: `${released.kind} ${released.name} fails since its release: ${first.clause}, ${sayDistance(first, history)} ${sayNewest(history, scene)} was rolled out at ${sayClock(rolledOutAt)} (${sayAgo(rolledOutAt, scene.now)}). What changed: ${sayChanges(differences) || 'the template, which could not be compared'}.${shared}${words}${brought}${beside ? sayBeside(beside) : ''}`,
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
    explains: ['failing_dependency', 'cpu_throttled'],
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

function sayClock(at: Date | undefined): string {
  return at ? clockTime(at) : 'an unknown time'
}

function sayBeside({ released, newest, rolledOutAt, change }: History): string {
  const changes = sayChanges(change?.differences ?? [])
  return ` It names ${released.name}, whose revision ${newest.revision} was rolled out at ${sayClock(rolledOutAt)}${changes ? ` (${changes})` : ''}: either release may have brought it.`
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

function sayDistance({ at }: Onset, { rolledOutAt }: History): string {
  const after = rolledOutAt ? at.getTime() - rolledOutAt.getTime() : 0
  return after >= 0 ? `${sayDuration(after)} after` : 'just as'
}

function sayNewest(history: History, { cluster }: Scene): string {
  return sayRevision(
    history,
    cluster?.described.find(({ pod }) => revisionNameOf(pod) === history.newest.name),
  )
}

function releaseQuote({ released, newest }: History) {
  return cite(released.exhibit, newest.name)
}

function notGuilty(
  { released, newest, rolledOutAt }: History,
  older: Pick<Onset, 'at' | 'clause' | 'evidence'>,
): Finding {
  return fault({
    kind: 'release_not_guilty',
    statement: `Revision ${newest.revision} of ${sayReleased(released)} is not the cause: it was rolled out at ${sayClock(rolledOutAt)}, and before that ${older.clause}.`,
    evidence: [older.evidence, cite(released.exhibit, newest.name)],
    confidence: 0.4,
    situation: 'unclear',
    subject: { kind: released.kind, namespace: released.namespace, name: released.name },
    since: older.at,
    weight: 'context',
    noActionReason: 'Going back to an earlier revision would not help: the fault is older than the release.',
  })
}

// What all failing requests share: a tag of every event, or a field that only failing lines bear.

type CommonFactor = { clause: string; evidence: readonly EvidenceReference[] }

/** Tags that say where and by what it was caught, and which all requests that come there have by nature; not what the request was. */
const OF_SURROUNDINGS =
  /^(release|dist|environment|level|logger|handled|mechanism|server_name|site|sdk.*|os.*|runtime.*|device.*|browser.*|client_os.*|user|host|hostname|pod|node|region|zone|cluster|namespace|service|app|endpoint|route|url|path|uri|transaction|operation|controller|action|handler|view|module|job|task|queue|(http[._])?(method|route|url|path|target|status([._]code)?)|exception.*|error[._]?(type|class|code))$/i
/** Nearly all is enough beside one that holds for all. */
const NEARLY = 0.9
/** A value is somebody's input; only what looks like a plain word is repeated. */
const PLAIN = /^[\w.:@/+-]{1,40}$/

function commonTags(issue: IssueView): CommonFactor | undefined {
  const { tags, count, exhibit } = issue
  const telling = tags.filter(({ key }) => !OF_SURROUNDINGS.test(key) && count > 0)
  const always = telling.filter((tag) => tag.count >= count)
  if (always.length === 0) return undefined
  const mostly = telling.filter((tag) => tag.count < count && tag.count >= count * NEARLY)
  const also = mostly.length > 0 ? ` (and ${mostly.map((tag) => `${nameOf(tag)} in ${tag.count}`).join(', ')})` : ''
  return {
    clause: `all ${count} events have ${always.map(nameOf).join(' and ')} in common${also}`,
    evidence: always.slice(0, 2).flatMap((tag) => citeTag(exhibit, tag)),
  }
}

/** Trackers write a tag as one entry, or as a key with its values. */
function citeTag(exhibit: Exhibit, { key, value }: IssueTag): EvidenceReference[] {
  const [said, held] = [`"key":${JSON.stringify(key)}`, `"value":${JSON.stringify(value)}`]
  const quote = [`${said},${held}`, held, said].find((one) => holdsQuote(exhibit.result, one))
  return quote === undefined ? [] : [cite(exhibit, quote)]
}

function nameOf({ key, value }: IssueTag): string {
  return PLAIN.test(value) ? `${key}=${value}` : key
}

const FIELD = /\b([a-zA-Z_][\w.-]{1,30})=("[^"]*"|[^\s,;:"]+)/g
const LINES_MIN = 2

/** A field that every failing line bears and no other. */
function commonField(lines: readonly SaidLine[]): CommonFactor | undefined {
  const failing = lines.filter(isErrorLine)
  const others = lines.filter((line) => !isErrorLine(line) && fieldsOf(line).length > 0)
  const [first] = failing
  if (!first || failing.length < LINES_MIN || others.length < LINES_MIN) return undefined
  const fields = fieldsOf(first).filter(
    (field) =>
      failing.every((line) => fieldsOf(line).includes(field)) &&
      others.every((line) => !fieldsOf(line).includes(field)),
  )
  if (fields.length === 0) return undefined
  return {
    clause: `every failing line bears ${fields.map((field) => `“${field}=”`).join(' and ')}, and none of those that succeed`,
    evidence: [citeLine(first)],
  }
}

function fieldsOf({ said }: SaidLine): string[] {
  return [...said.matchAll(FIELD)].flatMap(([, name]) => name ?? [])
}

// How far an error, by its host and its time, speaks of what a release changed.

/** New code is met by every request: what it breaks is seen within the minutes of the update and those of a scrape. */
const OF_CODE_MINUTES = 6
/** A setting may bite only when something fills up or runs out. */
const OF_SETTING_MINUTES = 30

/** A release of nothing but an image that ran well for longer is innocent of what began then. */
export function showsSoonEnough(differences: readonly Difference[], minutesAfter: number): boolean {
  const isCodeAlone = differences.length > 0 && differences.every(({ field }) => field.endsWith('.image'))
  return minutesAfter <= (isCodeAlone ? OF_CODE_MINUTES : OF_SETTING_MINUTES)
}

/** The host an error names, where the newest revision is what brought it: then the error came with the revision. */
export function hostBroughtBy(differences: readonly Difference[], said: string): string | undefined {
  const host = readHost(said)
  if (!host || host.isWord) return undefined
  // As a whole: `pg` does not stand in `pgbouncer`.
  const whole = new RegExp(`(?<![a-z0-9_.-])${host.name.replaceAll('.', '\\.')}(?![a-z0-9_-]|\\.[a-z0-9])`)
  const isIn = (value: unknown) => whole.test(JSON.stringify(value ?? '').toLowerCase())
  const isNew = differences.some(({ from, to }) => isIn(to) && !isIn(from))
  return isNew && !differences.some(({ from }) => isIn(from)) ? host.name : undefined
}

/** As far apart the faults of the two cannot be told from each other by their beginning. */
const APART_MINUTES = 10

/** Somebody an error names who was released at the same time: either of the two may have brought it. */
function releasedBeside(cluster: ClusterScene, own: History, said: string): History | undefined {
  return allWorkloads(cluster)
    .filter((one) => !isSame(one, own.released) && isNamedIn(said, one, cluster))
    .flatMap((one) => historyOf(cluster, one) ?? [])
    .find(({ previous, rolledOutAt: at }) => {
      const apart = at && own.rolledOutAt ? Math.abs(minutesBetween(at, own.rolledOutAt)) : Number.POSITIVE_INFINITY
      return previous && apart <= APART_MINUTES
    })
}
