/**
 * Whom only the facts around the alert led to: looked at closely, for it may be the reason, and another story where nothing
 * ties it to the subject. It is then told beside, and nothing is done to it.
 */
import type { ClusterScene, ObjectKey } from '../cluster/cluster-scene.ts'
import { isSame, subjectPods, workloadOf } from '../cluster/pods/workload-pods.ts'
import { neighboursOf } from '../cluster/routes/neighbours.ts'
import type { Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { aside } from './aside.ts'

/** It tells itself what leads from the one to the other. */
const TYING = 'dependency_unreachable'

export function apart(finding: Finding, { cluster, ...scene }: Scene): Finding {
  if (!cluster?.target.isNamed || finding.kind === TYING) return finding
  const isIt = ({ namespace, name }: ObjectKey) =>
    finding.subject.namespace === namespace && finding.subject.name === name
  if (!withOwners(cluster, cluster.suspected ?? []).some(isIt)) return finding
  const needed = neighboursOf({ ...scene, cluster }).map(({ workload, ...key }) => workload ?? key)
  return [...withOwners(cluster, subjectPods(cluster)), ...needed].some(isIt) ? finding : aside(finding)
}

function withOwners(cluster: ClusterScene, keys: readonly ObjectKey[]): ObjectKey[] {
  return keys.flatMap((key) => {
    const pod = cluster.pods.find((one) => isSame(one, key))
    const workload = pod && workloadOf(cluster, pod)
    return workload ? [key, workload] : [key]
  })
}
