/**
 * Whoever is in trouble near the alert and tied to it by nothing is a stranger, even in its own namespace: no call, no
 * complaint, no configuration leads to him, and no finding that is tied rests on him. He is told beside.
 */
import type { ObjectKey, PodView } from '../cluster/cluster-scene.ts'
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
  const tied = new Set(findings.filter((one) => !isOfItsOwn(one) || near.some((key) => isSameFamily(one.subject, key))))
  for (let count = -1; count !== tied.size; ) {
    count = tied.size
    for (const one of findings) if ([...tied].some((other) => isJoined(one, other))) tied.add(one)
  }
  return findings.map((one) => (tied.has(one) || one.weight === 'context' ? one : aside(one)))
}

function isJoined(one: Finding, other: Finding): boolean {
  return isSameChain(one, other) || liesBehind(one, other) || liesBehind(other, one)
}

function nearTo(scene: Scene & { cluster: NonNullable<Scene['cluster']> }): ObjectKey[] {
  const { cluster } = scene
  const owned = [...subjectPods(cluster), ...unwellUnexplained(scene)].flatMap((pod) => [
    pod,
    workloadOf(cluster, pod) ?? pod,
  ])
  const called = neighboursOf(scene).map(({ workload, ...key }) => workload ?? key)
  const chained = failureChain(scene).flatMap(({ workload }) => workload ?? [])
  const bearers = bearersOf(scene, cluster).map(({ workload }) => workload)
  return [...cluster.target.workloads, ...owned, ...called, ...chained, ...bearers]
}

/** Whoever is unwell beside the subject is a guess, and none where complaints lead to somebody else. */
export function unwellUnexplained(scene: Scene): readonly PodView[] {
  const { cluster } = scene
  return cluster === undefined || failureChain(scene).length > 1 ? [] : unwellBeside({ ...scene, cluster })
}
