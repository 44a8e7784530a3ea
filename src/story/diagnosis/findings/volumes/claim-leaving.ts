/** A volume claim that is being deleted while pods still use it: what holds it, and what goes with it. */

import { claimUsers } from '../../cluster/asking/look-at-surroundings.ts'
import type { PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import {
  type ClaimView,
  citeClaim,
  claimRemoval,
  claimsOfPod,
  claimsRead,
  sayLeaving,
} from '../../cluster/pods/claims.ts'
import { isLeaving } from '../../cluster/pods/workload-pods.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault } from '../cluster-fault.ts'

export const claimLeaving: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  const seen = [
    ...cluster.described.flatMap((described) => claimsOfPod(described, described.pod.namespace)),
    ...claimsRead(cluster),
  ].filter(({ deletedAt }) => deletedAt !== undefined)
  const once = new Map(seen.reverse().map((claim) => [`${claim.namespace}/${claim.name}`, claim]))
  return [...once.values()].flatMap((claim) => findingOf(scene, claim))
}

function findingOf(scene: Scene, claim: ClaimView): Finding[] {
  const { cluster, subject } = scene
  const users = cluster ? claimUsers(cluster, claim.name).filter((pod) => pod.namespace === claim.namespace) : []
  // A pod that cannot be placed for it is told elsewhere.
  if (!cluster || users.some(({ nodeName }) => nodeName === undefined)) return []
  const isNamed = subject.claim === claim.name
  const fate = claimRemoval(cluster, claim, undefined)
  return [
    fault({
      kind: 'claim_leaving',
      statement: `Volume claim ${claim.namespace}/${claim.name} is being deleted ${sayLeaving(claim)}. ${sayUsers(claim, users)}${fate ? ` ${fate.sentence}` : ''}`,
      evidence: [
        ...citeClaim(claim, undefined),
        ...users.slice(0, 1).map(({ exhibit, name }) => cite(exhibit, JSON.stringify(name))),
        ...(fate?.evidence ?? []),
      ],
      confidence: 0.9,
      subject: { kind: 'PersistentVolumeClaim', namespace: claim.namespace, name: claim.name },
      ...(claim.deletedAt && { since: claim.deletedAt }),
      weight: isNamed ? 'cause' : 'context',
      ...noAction('Claims hold data: whether this one is to go is for a person, and ending its pod would let it go.'),
      suggestions: [
        ...(fate?.cure ?? []),
        users.length > 0
          ? `Do not restart or scale down ${users.map(({ name }) => name).join(', ')} before it is clear that the claim may go: a deletion cannot be taken back.`
          : `See who is to clear ${claim.finalizers.join(', ') || 'it'}.`,
      ],
    }),
  ]
}

function sayUsers({ finalizers }: ClaimView, users: readonly Shown<PodView>[]): string {
  const using = users.filter((pod) => !isLeaving(pod)).map(({ name }) => name)
  if (using.length > 0 && finalizers.includes('kubernetes.io/pvc-protection'))
    return `It goes as soon as pod ${using.join(', ')}, which still uses it, ends; no new pod can use it.`
  const own = finalizers.filter((name) => name !== 'kubernetes.io/pvc-protection')
  return own.length > 0
    ? `It does not go because the controller behind ${own.join(', ')} has not finished.`
    : 'No pod that was seen uses it.'
}
