/**
 * Whoever is in trouble near the alert and tied to it by nothing is a stranger, even in its own namespace: no call, no
 * complaint, no configuration leads to him, and no finding that is tied rests on him. He is told beside.
 */
import { spelled } from '../cluster/asking/look-at-containers.ts'
import { unwellBeside } from '../cluster/asking/look-at-neighbours.ts'
import type { ClusterScene, ObjectKey, PodView, WorkloadName } from '../cluster/cluster-scene.ts'
import { imagesOfWorkload, subjectPods, workloadOf } from '../cluster/pods/workload-pods.ts'
import { neighboursOf } from '../cluster/routes/neighbours.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import type { Finding } from '../finding.ts'
import { bearersOf } from '../gates/bearers.ts'
import { hasName } from '../lenses/candidates/written-signs.ts'
import { isMeantByWords } from '../lenses/meant-by-words.ts'
import { linesOf } from '../lenses/said.ts'
import { COMMON } from '../lenses/whom-to-ask.ts'
import { isOfItsOwn, isSameChain, isSameFamily, liesBehind } from '../rank.ts'
import type { Scene } from '../scene.ts'
import { failureChain } from '../signals/failure-chain.ts'
import { isErrorLine } from '../signals/said-lines.ts'
import { aside } from './cluster-fault.ts'

export function strangersAside(findings: readonly Finding[], scene: Scene): readonly Finding[] {
  const { cluster } = scene
  if (!cluster || cluster.target.node !== undefined) return findings
  const { isNamed, workloads } = cluster.target
  if (!isNamed) return apartFromNobody(findings, { ...scene, cluster })
  return workloads.length === 0 ? findings : apartFromNamed(findings, { ...scene, cluster })
}

type Sight = Scene & { cluster: ClusterScene }

function apartFromNamed(findings: readonly Finding[], scene: Sight): readonly Finding[] {
  const near = nearTo(scene)
  const tied = tiedTo((one) => isAmong(near, one), findings)
  const beside = unwellUnexplained(scene).flatMap((pod) => withOwner(pod, scene.cluster))
  const toldBeside = (one: Finding) =>
    isAmong(beside, one) ? likelyBehind(one, scene) : { ...aside(one), isStranger: true as const }
  return findings.map((one) => (tied.has(one) || one.weight === 'context' ? one : toldBeside(one)))
}

/** Where the alert says only that something does not run, whatever does not run is meant. */
function apartFromNobody(findings: readonly Finding[], scene: Sight): readonly Finding[] {
  if (ABOUT_RUNNING.test(wordsOf(scene.subject))) return findings
  const tied = tiedTo((one) => isMeantByAlert(one, scene), findings)
  return findings.map((one) => (tied.has(one) || one.weight === 'context' ? one : untied(one, scene)))
}

/** What is near, what is nobody's own, and what has to do with either. */
function tiedTo(isNear: (finding: Finding) => boolean, findings: readonly Finding[]): ReadonlySet<Finding> {
  const tied = new Set(findings.filter((one) => !isOfItsOwn(one) || isNear(one)))
  for (let count = -1; count !== tied.size; ) {
    count = tied.size
    for (const one of findings)
      if ([...tied].some((two) => isSameChain(one, two) || liesBehind(one, two) || liesBehind(two, one))) tied.add(one)
  }
  return tied
}

function untied(finding: Finding, scene: Sight): Finding {
  return {
    ...aside(finding),
    statement: `Also failing, not tied to this alert: ${finding.statement}`,
    noActionReason: whyLeft(scene, finding.subject),
    suggestions: finding.suggestions.map((one) => `For ${finding.subject.name}, not tied to this alert: ${one}`),
    isStranger: true,
  }
}

function isAmong(keys: readonly ObjectKey[], { subject }: Finding): boolean {
  return keys.some((key) => isSameFamily(subject, key))
}

function nearTo(scene: Sight): ObjectKey[] {
  const { cluster } = scene
  const owned = subjectPods(cluster).flatMap((pod) => withOwner(pod, cluster))
  const called = neighboursOf(scene).map(({ workload, ...key }) => workload ?? key)
  const chained = failureChain(scene).flatMap(({ workload }) => workload ?? [])
  const bearers = bearersOf(scene, cluster).map(({ workload }) => workload)
  return [...cluster.target.workloads, ...owned, ...called, ...chained, ...bearers]
}

function withOwner(pod: PodView, cluster: ClusterScene): ObjectKey[] {
  return [pod, workloadOf(cluster, pod) ?? pod]
}

/** Whoever is unwell beside the subject is a guess, and none where complaints lead to somebody else. */
function unwellUnexplained(scene: Scene): readonly PodView[] {
  const { cluster } = scene
  return cluster === undefined || failureChain(scene).length > 1 ? [] : unwellBeside({ ...scene, cluster })
}

const LIKELY = 0.55

/** Nothing names it, but it is unwell beside a subject that only passes errors on. */
function likelyBehind(finding: Finding, { cluster, subject }: Scene): Finding {
  const caller = cluster?.target.workloads[0]?.name ?? subject.service
  const { name } = finding.subject
  return {
    ...finding,
    statement: `${finding.statement} No log of ${caller} names ${name}, but it is unwell beside it, so the errors of ${caller} probably come from there.`,
    weight: 'cause',
    confidence: Math.min(finding.confidence, LIKELY),
    actions: [],
    noActionReason: `Nothing shows that ${caller} depends on ${name}, so nothing is changed there.`,
  }
}

// Of an alert that names nobody: whom it means all the same. Its words may say a name, what is wrong with him, or that
// programs do not run, which means whichever does not; all else that fails, in its place or anywhere, is nobody's whom
// it tells of.

/** Programs that do not start, live or serve, whichever they are. */
const ABOUT_RUNNING =
  /\b(?:pods?|containers?|replicas?|deployments?|statefulsets?|daemonsets?|workloads?|rollouts?|crash\w*|restart\w*|oom\w*|evict\w*|back ?-?off|image ?pull\w*|not ?ready|unready|pending|unschedulable|killed|out of memory|(?:cron)?jobs? (?:fail|not|miss|run|did)\w*)\b/i

function isMeantByAlert(finding: Finding, scene: Sight): boolean {
  const words = wordsOf(scene.subject)
  const meant = [...bearersOf(scene, scene.cluster).map(({ workload }) => workload), ...calledByWords(words, scene)]
  const isMeant = meant.some((one) => isSameFamily(finding.subject, one)) || isSaidIn(words, finding.kind)
  return isMeant || isMeasured(finding) || isComplainedOf(finding.subject, scene)
}

const OF_LISTINGS = /^(?:list_pods|describe_pod|get_events|get_pod_logs|top_pods|logs\.query|llm\.orchestrator_action)$/

/** A figure or a database shows it as well, and those were asked for what the alert tells. */
function isMeasured({ evidence }: Finding): boolean {
  return evidence.some(({ plugin }) => !OF_LISTINGS.test(plugin))
}

/** In the place that the alert names, others fail for his sake. */
function isComplainedOf({ namespace, name }: Finding['subject'], scene: Sight): boolean {
  if (namespace === undefined || namespace !== scene.subject.namespace) return false
  const own = { namespace, name }
  return linesOf(scene).some(
    (line) => isErrorLine(line) && !isSameFamily({ namespace, name: line.speaker }, own) && hasName(line.said, name),
  )
}

/** By his name, or by the program he runs: `RedisDown`. */
function calledByWords(words: string, { cluster }: Sight): WorkloadName[] {
  return allWorkloads(cluster).filter((one) => {
    const programs = imagesOfWorkload(cluster, one).map((image) => image.replace(/^.*\//, '').replace(/[:@].*$/, ''))
    return [one.name, ...programs].some((name) => isMeantByWords(words, name))
  })
}

const EVERYDAY_FAULT = /^(?:fails?|failed|failing|wrong|unknown|node|state|error|found)$/
const WORD_LEAST = 4

/** The fault by its own name: forbidden access, a stale credential. */
function isSaidIn(words: string, kind: string): boolean {
  const said = new Set(words.toLowerCase().match(/[a-z]{3,}/g))
  return kind
    .split('_')
    .some((word) => word.length >= WORD_LEAST && !EVERYDAY_FAULT.test(word) && !COMMON.test(word) && said.has(word))
}

function wordsOf({ alertName, text }: Scene['subject']): string {
  return `${spelled(alertName)}\n${spelled(text)}`
}

/** Why nothing is done for whoever fails and is not meant. */
export function whyLeft({ subject }: Scene, { namespace, name }: Finding['subject']): string {
  const said = [subject.text, ...Object.values(subject.labels)]
    .join('\n')
    .toLowerCase()
    .split(/[^\w-]+/)
  const isPlaceSaid = namespace !== undefined && said.includes(namespace.toLowerCase())
  return isPlaceSaid
    ? `The alert speaks of ${namespace} and names nobody there; nothing ties ${name} to it, so nothing is done for ${name}.`
    : `The alert names neither ${name} nor its namespace, so nothing is done for it.`
}
