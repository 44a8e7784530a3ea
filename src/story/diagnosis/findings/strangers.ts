/**
 * Whoever is in trouble near the alert and tied to it by nothing is a stranger, even in its own namespace: no call, no
 * complaint, no configuration leads to him, and no finding that is tied rests on him. He is told beside.
 */
import type { ClusterScene, ObjectKey, PodView } from '../cluster/cluster-scene.ts'
import { subjectPods, workloadOf } from '../cluster/pods/workload-pods.ts'
import { neighboursOf } from '../cluster/routes/neighbours.ts'
import { unwellBeside } from '../cluster/routes/unwell-beside.ts'
import type { Finding } from '../finding.ts'
import { bearersOf } from '../gates/bearers.ts'
import { isOfItsOwn, isSameChain, isSameFamily, liesBehind } from '../rank.ts'
import type { Scene } from '../scene.ts'
import { failureChain } from '../signals/failure-chain.ts'
import { aside } from './cluster-fault.ts'
import { isMeantByAlert, meansWhoeverFails, whyLeft } from './nobody-named.ts'

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
  if (meansWhoeverFails(scene.subject)) return findings
  const tied = tiedTo((one) => isMeantByAlert(one, scene), findings)
  return findings.map((one) => (tied.has(one) || one.weight === 'context' ? one : untied(one, scene)))
}

/** What is near, what is nobody's own, and what has to do with either. */
function tiedTo(isNear: (finding: Finding) => boolean, findings: readonly Finding[]): ReadonlySet<Finding> {
  const tied = new Set(findings.filter((one) => !isOfItsOwn(one) || isNear(one)))
  for (let count = -1; count !== tied.size; ) {
    count = tied.size
    for (const one of findings) if ([...tied].some((other) => isJoined(one, other))) tied.add(one)
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

function isJoined(one: Finding, other: Finding): boolean {
  return isSameChain(one, other) || liesBehind(one, other) || liesBehind(other, one)
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
