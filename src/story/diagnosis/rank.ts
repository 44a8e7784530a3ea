/** Puts findings in order of causality: what explains the rest first, what is explained behind it, asides last. */
import type { EvidenceReference } from '../incident/diagnosis.ts'
import type { ClusterScene } from './cluster/cluster-scene.ts'
import type { Finding, ObjectName } from './finding.ts'
import type { Named } from './label-names.ts'
import { isAkin } from './lenses/entity-of.ts'
import { escaped } from './signals/promql.ts'
import type { Subject } from './subject.ts'

const WEIGHTS = { cause: 2, symptom: 1, context: 0 } as const
/** A guess must not push aside what is known. */
const CONFIDENCE_THAT_COUNTS = 0.5

export function rank(findings: readonly Finding[], subject: Subject): Finding[] {
  const kept = withoutReassurance(withoutRepeats(findings))
  const isExplained = (finding: Finding) =>
    kept.some((one) => kindsExplainedBy(one).includes(finding.kind) && mayExplain(one, finding))
  const demoted = kept.map((finding) =>
    finding.weight === 'cause' && isExplained(finding) ? { ...finding, weight: 'symptom' as const } : finding,
  )
  return demoted.sort((one, other) => scoreOf(other, subject) - scoreOf(one, subject) || earlierFirst(one, other))
}

function kindsExplainedBy({ explains = [], confidence, kind }: Finding): readonly string[] {
  return confidence >= CONFIDENCE_THAT_COUNTS ? explains.filter((one) => one !== kind) : []
}

/** "All is well" is no news where something is wrong now. */
function withoutReassurance(findings: readonly Finding[]): readonly Finding[] {
  const isFaulty = findings.some(
    ({ situation, weight, confidence }) =>
      situation === 'fault' && weight !== 'context' && confidence >= CONFIDENCE_THAT_COUNTS,
  )
  if (!isFaulty) return findings
  return findings.filter(({ situation }) => situation !== 'recovered' && situation !== 'works_as_designed')
}

/** Several replicas tell the same story; the most certain of them speaks. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const best = new Map<string, Finding>()
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.subject.kind} ${finding.subject.namespace} ${finding.subject.name}`
    const known = best.get(key)
    if (!known || known.confidence < finding.confidence) best.set(key, finding)
  }
  return [...best.values()]
}

function scoreOf(finding: Finding, subject: Subject): number {
  return WEIGHTS[finding.weight] * 10 + finding.confidence * 4 + (isAbout(finding.subject, subject) ? 1 : 0)
}

function isAbout({ name }: ObjectName, { pod, workload, service, node, claim, table, database }: Subject): boolean {
  return [pod, workload?.name, service, node, claim, table, database].includes(name)
}

function earlierFirst(one: Finding, other: Finding): number {
  return (one.since?.getTime() ?? Number.POSITIVE_INFINITY) - (other.since?.getTime() ?? Number.POSITIVE_INFINITY) || 0
}

// Whether what one finding tells can be the reason for another. Kinds alone do not say: a container of one workload
// that lacks a variable is no reason for the bad release of another. What happens to callers may come from anybody;
// a fault of a workload's own needs something that ties the two.

const WORKLOADS: readonly string[] = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob', 'Pod']

/** Kinds that lie in the workload itself: its template, its image, its program, its rollout. */
const OF_ITS_OWN: readonly string[] = [
  ...['bad_revision', 'job_failed', 'configuration_error', 'missing_reference', 'image_not_found'],
  ...['cannot_execute', 'wrong_liveness_probe', 'wrong_readiness_probe', 'out_of_memory', 'moved_tag'],
]

/** What lies in a workload whether or not others fail is no news of whoever it is not tied to; what serves the whole cluster is. */
export function isOfItsOwn({ kind, subject: { kind: object, namespace = '' } }: Finding): boolean {
  return WORKLOADS.includes(object) && !SERVING_ALL.test(namespace) && !WEIGHED_BY_TIME.includes(kind)
}

const SERVING_ALL = /^kube-/
/** Whoever was put away is tied by the minute. */
const WEIGHED_BY_TIME: readonly string[] = ['scaled_to_zero', 'on_purpose']

export function mayExplain(one: Finding, other: Finding): boolean {
  if (!OF_ITS_OWN.includes(other.kind) || !areWorkloads(one.subject, other.subject)) return true
  return isSameFamily(one.subject, other.subject) || isSameChain(one, other) || isSameStory(one, other)
}

function areWorkloads(one: ObjectName, other: ObjectName): boolean {
  return WORKLOADS.includes(one.kind) && WORKLOADS.includes(other.kind)
}

type Place = Pick<ObjectName, 'namespace' | 'name'>

/** The same, or a pod or run of the other, which bears its name. */
export function isSameFamily(one: Place, other: Place): boolean {
  if (one.namespace !== other.namespace) return false
  const [short, long] = [one.name, other.name].sort((a, b) => a.length - b.length) as [string, string]
  return short === long || long.startsWith(`${short}-`)
}

// Whether two findings rest on the same words of the same programs: then one lies behind the other, and they are not
// independent.

/** So many characters on end are no chance. */
const SHARED_LEAST = 40

function isSameStory(one: Finding, other: Finding): boolean {
  const [mine, theirs] = [loggedWords(one), loggedWords(other)]
  return mine.some((line) => theirs.some((another) => sharesStretch(line, another)))
}

/** Times, numbers and names of pods differ from line to line where the same is meant. */
function loggedWords({ evidence }: Finding): string[] {
  return evidence.filter(isLogged).map(({ quote }) => quote.replace(/\d+/g, '#'))
}

function isLogged({ plugin }: EvidenceReference): boolean {
  return plugin === 'get_pod_logs' || plugin === 'logs.query'
}

function sharesStretch(one: string, other: string): boolean {
  for (let at = 0; at + SHARED_LEAST <= one.length; at += 1)
    if (other.includes(one.slice(at, at + SHARED_LEAST))) return true
  return false
}

// Whether two findings are about one chain of objects: the same object, or one that the other's statement names.

/** Everything in a database is about that database, and sessions of one program need not have to do with each other. */
const TOO_WIDE = ['Database', 'Target', 'Statement']

export function isSameChain(one: Finding, other: Finding): boolean {
  return isSameObject(one.subject, other.subject) || isNamedIn(other, one.subject) || isNamedIn(one, other.subject)
}

function isSameObject(one: ObjectName, other: ObjectName): boolean {
  if (TOO_WIDE.includes(one.kind)) return false
  return one.kind === other.kind && one.name === other.name && one.namespace === other.namespace
}

/** A short plain word may be any word: it counts behind its kind or its namespace. */
function isNamedIn({ statement }: Finding, { kind, namespace, name }: ObjectName): boolean {
  if (TOO_WIDE.includes(kind) || name.length < LETTERS_MIN) return false
  const isTelling = /[-.\d_]/.test(name)
  const before = isTelling ? '(?<![\\w.-])' : `(?:\\b${kind} |\\b${namespace ?? kind}/)`
  // Its pods are called after it.
  return new RegExp(`${before}${escaped(name)}(?:${POD_SUFFIX})?(?![\\w-])`, 'i').test(statement)
}

const LETTERS_MIN = 2
/** As a ReplicaSet, a DaemonSet or a Job, and a StatefulSet name their pods. */
const POD_SUFFIX = '-[a-z0-9]{6,10}-[a-z0-9]{5}|-[bcdfghjklmnpqrstvwxz2456789]{5}|-\\d{1,3}'

// Which of several causes an incident answers for: a bystander's fault, gone or not, says nothing about what was
// done.

type Meaning = { subject: Subject; cluster?: Pick<ClusterScene, 'target'> | undefined }

/** The first, what has to do with it, and what the alerts themselves are about. */
export function tiedCauses(causes: readonly Finding[], { subject, cluster }: Meaning): Finding[] {
  const [first] = causes
  // Whom its words or addresses led to is as good as named: then its namespace alone means nobody else.
  const meant = cluster?.target.isNamed ? cluster.target.workloads : []
  const named = [...meant.map((workload) => ({ workload, namespace: workload.namespace })), ...(subject.beside ?? [])]
  const whole = meant.length > 0 && namesOf(subject).length === 0 ? named : [subject, ...named]
  return causes.filter(
    (cause) => first === cause || (first && isJoined(first, cause)) || whole.some((one) => isMeant(cause.subject, one)),
  )
}

function isJoined(one: Finding, other: Finding): boolean {
  return liesBehind(one, other) || isSameChain(one, other)
}

/** Whether the second tells the reason of the first. */
export function liesBehind(one: Finding, other: Finding): boolean {
  return isSameStory(one, other) || restsOn(one, other)
}

function restsOn({ restsOn: objects = [] }: Finding, { subject: { kind, namespace, name } }: Finding): boolean {
  return objects.some((one) => one.kind === kind && one.name === name && one.namespace === namespace)
}

/** What has no namespace, such as a node or a database, may bear anybody. An alert that names nobody means its namespace. */
function isMeant({ namespace, name }: ObjectName, named: Named & Partial<Pick<Subject, 'fromText'>>): boolean {
  if (namespace === undefined) return true
  if (named.namespace !== undefined && named.namespace !== namespace) return false
  const names = namesOf(named)
  const isSpoken = named.fromText?.includes('namespace') ?? false
  return names.length === 0 ? !isSpoken && named.namespace === namespace : names.some((one) => isAkin(one, name))
}

function namesOf({ pod, workload, service, node, claim, autoscaler, quota, database, table }: Named): string[] {
  const names = [pod, workload?.name, service, node, claim, autoscaler, quota, database, table]
  return names.filter((name) => name !== undefined)
}
