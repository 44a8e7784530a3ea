/** The alert names a claim: whose is it? A set names the claims of its pods after them; of others the close look tells. */
import type { ClusterScene, PodView, Shown } from '../cluster-scene.ts'
import { isSame } from '../pods/workload-pods.ts'
import { text } from '../reading/loose-fields.ts'
import { logsOfPod } from './look-at-logs.ts'
import { call, type LookingStep } from './looking.ts'

const PODS_MAX = 3

export const lookAtClaimUser: LookingStep = ({ subject, cluster, isAside }) => {
  const { claim } = subject
  if (isAside || claim === undefined || claimUsers(cluster, claim).length > 0) return []
  const here = cluster.pods.filter(
    ({ namespace, phase }) => namespace === cluster.target.namespace && phase !== 'Succeeded',
  )
  const named = here.filter(({ name }) => claim.endsWith(`-${name}`))
  const likely = here.filter(({ owner, name }) => sharesName(claim, owner?.name ?? name))
  const chosen = named.length > 0 ? named : likely.length > 0 ? likely : here
  return chosen
    .slice(0, named.length > 0 ? 1 : PODS_MAX)
    .map(({ namespace, name }) => call('describe_pod', { namespace, pod_name: name }))
}

export const lookAtClaimLogs: LookingStep = ({ subject, cluster, isAside, now }) => {
  const users = isAside || subject.claim === undefined ? [] : claimUsers(cluster, subject.claim)
  return users
    .filter((pod) => !cluster.logs.some((log) => isSame(log, pod)))
    .slice(0, 1)
    .flatMap((pod) => {
      const calls = logsOfPod(pod, now)
      const plain = call('get_pod_logs', { namespace: pod.namespace, pod_name: pod.name, previous: false })
      return calls.length > 0 ? calls : pod.phase === 'Running' ? [plain] : []
    })
}

/** Pods that were seen to mount it. */
export function claimUsers({ described }: ClusterScene, claim: string): Shown<PodView>[] {
  return described.filter(({ claims }) => claims.some(({ name }) => text(name) === claim)).map(({ pod }) => pod)
}

function sharesName(claim: string, owner: string): boolean {
  const [first = ''] = owner.split('-')
  return first.length > 2 && claim.includes(first)
}
