/**
 * A network policy over the pods concerned was made or changed just before they began to fail. Nothing in a log shows that
 * it is what stops them, so it is told as likely; where a complaint fits a rule that lacks, that is told instead.
 */
import type { DescribedPod, Fields, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { records, text, time } from '../../cluster/reading/loose-fields.ts'
import { historyOf } from '../../cluster/releases/revision-history.ts'
import { mayPass, policiesFor } from '../../cluster/routes/policy-rules.ts'
import { minutesBetween, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { involvedPods } from '../../cluster/subject/involved-pods.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { type Onset, onsetsOf } from '../../signals/fault-onset.ts'
import { networkPolicyBlocks } from './network-policy-blocks.ts'

const BEFORE_MINUTES = 12
/** Clocks differ. */
const AFTER_MINUTES = 1

export const policyChanged: Analyzer = (scene) => {
  const { cluster } = scene
  const [workload] = cluster?.target.isNamed ? cluster.target.workloads : []
  const [onset] = workload ? onsetsOf(scene, { names: [workload.name], isSubject: true }) : []
  if (!cluster || !workload || !onset || networkPolicyBlocks(scene).length > 0) return []
  const isReleased = isShortlyBefore(historyOf(cluster, workload)?.rolledOutAt, onset)
  return involvedPods(cluster).flatMap(({ described }) =>
    described.policies
      .filter((policy) => isShortlyBefore(writtenAt(policy), onset) && narrows(policy, described))
      .map((policy) => findingOf(scene, workload.name, { policy, described, onset, isReleased })),
  )
}

function writtenAt({ created_at, last_write }: Fields): Date | undefined {
  return time(last_write) ?? time(created_at)
}

function isShortlyBefore(at: Date | undefined, onset: Onset): boolean {
  const minutes = at ? minutesBetween(at, onset.at) : Number.POSITIVE_INFINITY
  return minutes <= BEFORE_MINUTES && minutes >= -AFTER_MINUTES
}

const DIRECTIONS = ['Egress', 'Ingress'] as const

/** The first of its direction shuts out what it does not allow; a further one only lets more through, unless it was changed. */
function narrows(policy: Fields, { policies }: DescribedPod): boolean {
  return DIRECTIONS.some((direction) => {
    const speaking = policiesFor(policies, direction)
    if (!speaking.includes(policy) || letsAllThrough(policy, direction)) return false
    return policy.last_write !== undefined || speaking.length === 1
  })
}

function letsAllThrough(policy: Fields, direction: (typeof DIRECTIONS)[number]): boolean {
  return records(policy[direction.toLowerCase()]).some((rule) => Object.keys(rule).length === 0)
}

/** By all policies over the pod together; where a selector cannot be judged, it may pass. */
function shutsOutDns({ policies, pod }: Shown<DescribedPod>): boolean {
  const peer = { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } }
  return !mayPass(policies, { direction: 'Egress', peer, port: 53, ownNamespace: pod.namespace })
}

type Given = { policy: Fields; described: Shown<DescribedPod>; onset: Onset; isReleased: boolean }

function findingOf({ now }: Scene, sufferer: string, { policy, described, onset, isReleased }: Given): Finding {
  const at = writtenAt(policy)
  const name = text(policy.name) ?? ''
  const { namespace } = described.pod
  const types = DIRECTIONS.filter((direction) => policiesFor([policy], direction).length > 0)
  const deed = policy.last_write === undefined ? 'created' : 'changed'
  return fault({
    kind: 'policy_changed',
    statement: `Network policy ${name} in namespace ${namespace} was ${deed} at ${sayTime(at)} (${sayAgo(at, now)}), just before ${sufferer} began to fail: ${onset.clause}. It covers pod ${described.pod.name} (${types.join(' and ')}) and lets through only what its rules name${shutsOutDns(described) ? '; DNS (port 53) is not among it, so no name can be resolved from there' : ''}. So it is likely, though no log proves it, that it shuts out something ${sufferer} needs.`,
    evidence: [
      cite(described.exhibit, JSON.stringify(name)),
      cite(described.exhibit, String(policy.last_write ?? policy.created_at)),
      onset.evidence,
    ],
    confidence: isReleased ? 0.5 : 0.6,
    subject: { kind: 'NetworkPolicy', namespace, name },
    since: onset.at,
    weight: isReleased ? 'symptom' : 'cause',
    explains: isReleased ? [] : ['failing_dependency', 'not_ready'],
    ...noAction('A network policy is not changed automatically, and no restart or rollback of the pods gets past it.'),
    suggestions: [
      `Compare the rules of network policy ${name} with what ${sufferer} calls and who calls it (DNS on port 53 too), and take it back if that mends it.`,
    ],
  })
}
