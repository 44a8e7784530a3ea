/** One of several replicas of the same revision fails, ready as it is: a leak or a wedge in that one process. */

import type { PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction, restartGate } from '../../cluster/gates.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { sayAgo } from '../../cluster/saying/say.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { type Oddity, odditiesOf, replicasOf } from '../../signals/odd-replica.ts'
import { makeFinding } from '../../signals/signal-finding.ts'

export const oneBadReplica: Analyzer = (scene) => {
  const { cluster } = scene
  const oddities = odditiesOf(scene)
  const [first] = oddities
  if (!cluster || !first) return []
  const agreeing = oddities.filter(({ pod }) => isSame(pod, first.pod))
  // Words alone are judged where logs are; here something must have been measured.
  const isOne = agreeing.length === oddities.length && agreeing.some(({ isMeasured }) => isMeasured)
  const siblings = replicasOf(cluster).filter(
    (pod) => pod.owner?.name === first.pod.owner?.name && !isSame(pod, first.pod),
  )
  return isOne && siblings.length > 0 ? [bad(scene, first.pod, agreeing, siblings)] : []
}

function bad(scene: Scene, pod: Shown<PodView>, oddities: readonly Oddity[], siblings: readonly PodView[]): Finding {
  const { cluster, now } = scene
  const isOfProcess = oddities.some((one) => one.isOfProcess)
  const reasons = oddities.map((one) => one.clause)
  return makeFinding({
    kind: 'one_bad_replica',
    statement: `Only one of ${siblings.length + 1} replicas is bad, pod ${pod.name}: ${reasons.join('; ')}. It is ${sayAge(pod, siblings, now)}, of the same revision as its siblings, which do well.`,
    evidence: oddities.flatMap(({ evidence }) => evidence),
    confidence: isOfProcess ? (oddities.length > 1 ? 0.9 : 0.8) : 0.55,
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    explains: ['not_ready'],
    ...(cluster && isOfProcess
      ? restartGate({
          cluster,
          now,
          pod,
          why: `A fresh process of ${pod.name} begins without it. This helps for a while; the leak or lock in the program stays.`,
        })
      : noAction('Nothing shows that a fresh process would behave differently.')),
    suggestions: [`Find out in the program why ${pod.name} came into this state; a restart is makeshift.`],
  })
}

function sayAge(pod: PodView, siblings: readonly PodView[], now: Date): string {
  const oldest = siblings.every(({ createdAt }) => (createdAt?.getTime() ?? 0) > (pod.createdAt?.getTime() ?? 0))
  return `${oldest ? 'the oldest of them' : 'one of them'}, from ${sayAgo(pod.createdAt, now)}`
}
