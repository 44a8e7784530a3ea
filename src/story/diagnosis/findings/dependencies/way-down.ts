/** Where the cause lies below the subject, how one leads to the other: told in one sentence with the first cause. */
import { claimUsers } from '../../cluster/asking/look-at-surroundings.ts'
import type { ObjectKey } from '../../cluster/cluster-scene.ts'
import { isSame, workloadOf } from '../../cluster/pods/workload-pods.ts'
import type { Finding, ObjectName } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain, type Link } from '../../signals/failure-chain.ts'
import { citeLine } from '../../signals/signal-finding.ts'

export function tellWay(findings: readonly Finding[], scene: Scene): readonly Finding[] {
  const [first, ...others] = findings
  const chain = first?.weight === 'cause' ? wayTo(first, scene) : []
  if (!first || chain.length < 2 || chain.every(({ name }) => first.statement.includes(name))) return findings
  const complaints = chain.flatMap(({ complaint }) => (complaint ? [citeLine(complaint)] : []))
  return [
    {
      ...first,
      statement: `${first.statement} The way there: ${chain[0]?.name} is not the origin, ${sayWay(chain)}.`,
      evidence: [...first.evidence, ...complaints],
    },
    ...others,
  ]
}

/** Nothing where the finding says it itself, or is about the subject or somebody who is not below it. */
function wayTo({ kind, subject }: Finding, scene: Scene): readonly Link[] {
  if (kind === 'failing_dependency') return []
  const chain = failureChain(scene)
  const owners = ownersOf(subject, scene)
  const at = chain.findIndex(({ workload }) => workload && owners.some((one) => isSame(workload, one)))
  return chain.slice(0, at + 1)
}

/** A pod belongs to its workload, and a volume to those who write to it. */
function ownersOf({ kind, namespace = '', name }: ObjectName, { cluster }: Scene): ObjectKey[] {
  if (!cluster) return []
  const key = { namespace, name }
  const pods =
    kind === 'PersistentVolumeClaim' ? claimUsers(cluster, name) : cluster.pods.filter((pod) => isSame(pod, key))
  return [key, ...pods.flatMap((pod) => workloadOf(cluster, pod) ?? [])]
}

export function sayWay(chain: readonly Link[]): string {
  const names = chain.map(({ name }) => name)
  return `it fails because of ${names.slice(1).join(', which fails because of ')}`
}
