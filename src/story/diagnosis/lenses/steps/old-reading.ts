/**
 * A process that read a secret when it started, and goes on with what it read after another was written: it complains of
 * being refused, and a new one reads the new secret. Of several pods only one is replaced at a time.
 */
import type { ClusterScene, PodView } from '../../cluster/cluster-scene.ts'
import { podsOf, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import type { LensStep, Sight } from './sight.ts'

const DAY_MS = 24 * 3_600_000
const COMPLAINS = 0.7
const REFUSED =
  /\b40[13]\b|unauthori[sz]ed|forbidden|authenticat\w+|credential|password|passwd|\btoken|\bapi.?key|\bsecret\b|access denied|login|not authori[sz]ed|认证|密码|凭证/i

export function oldReading({ cluster, seen: { facts, onset } }: Sight): LensStep | undefined {
  for (const { pod, references } of cluster.described) {
    const secret = references.find(
      ({ kind, lastWrite, isWrittenAfterPodStart }) =>
        kind === 'Secret' &&
        isWrittenAfterPodStart &&
        lastWrite &&
        lastWrite.getTime() <= onset.getTime() &&
        onset.getTime() - lastWrite.getTime() < DAY_MS,
    )
    const speaker = ownerName(pod.name)
    const isRefused = facts.some(
      ({ lens, entity, text, strength }) =>
        lens === 'said' && strength > COMPLAINS && isAkin(entity, speaker) && REFUSED.test(text),
    )
    if (!secret || !isRefused || !isAlone(pod, cluster)) continue
    const { namespace, name } = pod
    const why = `${name} started before Secret ${secret.name} was written and is refused since; a new process reads the new one.`
    return {
      action: { plugin: 'restart_pod', parameters: { namespace, pod_name: name }, why },
      atFault: { kind: 'Pod', namespace, name },
      calledBy: /restart/i,
    }
  }
  return undefined
}

/** Where several are as old, one step would not cure it, and nobody knows which was meant. */
function isAlone(pod: PodView, cluster: ClusterScene): boolean {
  const workload = workloadOf(cluster, pod)
  return workload !== undefined && podsOf(cluster, workload).length === 1
}
