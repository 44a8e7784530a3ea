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

export function strangersAside(findings: readonly Finding[], scene: Scene): readonly Finding[] {
  const { cluster } = scene
  if (!cluster?.target.isNamed || cluster.target.workloads.length === 0 || cluster.target.node !== undefined)
    return findings
  const near = nearTo({ ...scene, cluster })
  const tied = new Set(findings.filter((one) => !isOfItsOwn(one) || isAmong(near, one)))
  for (let count = -1; count !== tied.size; ) {
    count = tied.size
    for (const one of findings) if ([...tied].some((other) => isJoined(one, other))) tied.add(one)
  }
  const beside = unwellUnexplained(scene).flatMap((pod) => withOwner(pod, cluster))
  const toldBeside = (one: Finding) => (isAmong(beside, one) ? likelyBehind(one, scene) : aside(one))
  return findings.map((one) => (tied.has(one) || one.weight === 'context' ? one : toldBeside(one)))
}

function isAmong(keys: readonly ObjectKey[], { subject }: Finding): boolean {
  return keys.some((key) => isSameFamily(subject, key))
}

function isJoined(one: Finding, other: Finding): boolean {
  return isSameChain(one, other) || liesBehind(one, other) || liesBehind(other, one)
}

function nearTo(scene: Scene & { cluster: ClusterScene }): ObjectKey[] {
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
