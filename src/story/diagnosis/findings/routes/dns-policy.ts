/** A pod that cannot resolve names of the cluster because it was told to ask somebody else. */
import type { DescribedPod, Shown } from '../../cluster/cluster-scene.ts'
import { rollbackGate } from '../../cluster/gates.ts'
import { type Complaint, complaintsOf } from '../../cluster/logs/complaints.ts'
import { isSame, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { record, text } from '../../cluster/reading/loose-fields.ts'
import { citeDifference, differencesIn, historyOf } from '../../cluster/releases/revision-history.ts'
import { citeClue, lineOf } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault, objectOf } from '../cluster-fault.ts'
import { CAUSED_BY_LOST_ROUTE } from '../explained-kinds.ts'

/** With these the cluster's DNS is not asked. */
const ELSEWHERE = ['None', 'Default']

export const dnsPolicy: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  const unresolved = complaintsOf(cluster).filter(
    ({ kind, namespace }) => kind === 'unresolved' && namespace !== undefined,
  )
  return cluster.described.flatMap((one) => {
    const policy = text(record(one.whole.pod).dnsPolicy)
    const own = unresolved.find(({ clues }) => clues.some(({ log }) => isSame(log, one.pod)))
    return policy !== undefined && ELSEWHERE.includes(policy) && own ? [findingOf(one, policy, own, scene)] : []
  })
}

function findingOf(
  one: Shown<DescribedPod>,
  policy: string,
  { clues, name }: Complaint,
  { cluster, now }: Scene,
): Finding {
  const { pod } = one
  const workload = cluster && workloadOf(cluster, pod)
  const history = cluster && historyOf(cluster, workload)
  const changed = differencesIn(history, /dns(Policy|Config)/)
  return fault({
    kind: 'dns_policy',
    statement: `Pod ${pod.name} cannot resolve ${name}, a name of the cluster, because its dnsPolicy is ${policy}: it does not ask the cluster's DNS. "${lineOf(clues[0])}" (${clues.length} times).${changed.length > 0 ? ` This came with revision ${history?.newest.revision}: ${sayChanges(changed)}.` : ''}`,
    evidence: [
      citeField(one.exhibit, 'dnsPolicy', policy),
      citeClue(clues[0]),
      ...(history ? changed.slice(0, 1).flatMap((each) => citeDifference(history, each)) : []),
    ],
    confidence: 0.9,
    subject: objectOf(pod, workload),
    ...(clues[0].line.at && { since: clues[0].line.at }),
    explains: [...CAUSED_BY_LOST_ROUTE, 'bad_revision', 'cluster_dns'],
    ...rollbackGate(
      { cluster, now },
      {
        workload,
        guilty: changed,
        since: pod.createdAt,
        why: `The revision before asked the cluster's DNS: ${sayChanges(changed)}.`,
      },
    ),
    suggestions: [`Set dnsPolicy of ${workload?.name ?? pod.name} to ClusterFirst.`],
  })
}
