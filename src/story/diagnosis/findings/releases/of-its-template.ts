/** Whether what keeps a pod from being ready can lie in its template, so that a pod of another template would do better. */
import type { ClusterScene, ContainerView, Difference, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { lastEnd, pullFailure } from '../../cluster/pods/container-faults.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'

/** A registry that is away or refuses gives no other image either. */
const OF_THE_IMAGE: readonly string[] = ['not_found', 'bad_platform', 'bad_name']
const NEVER_STARTS = /^(CreateContainerConfigError|CreateContainerError|RunContainerError)$/
/** Of its data, its disk or its neighbours: a new pod of the set gets the same volume and meets the same neighbours. */
const OF_ITS_PLACE =
  /corrupt|checksum|no space left|disk (?:is )?full|disk quota|read-only file ?system|input\/output error|\bEIO\b|data directory|lock file|already (?:locked|in use)|connection refused|econnrefused|no such host|enotfound|name resolution|time(?:d )?[ -]?out|unreachable|quorum|cluster id/i
const LAST_LINES = 25

export function isOfItsTemplate(
  cluster: ClusterScene,
  pod: Shown<PodView>,
  differences: readonly Difference[],
): boolean {
  const waiting = [...pod.initContainers, ...pod.containers]
  if (waiting.some((container) => neverStarts(cluster, pod, container))) return true
  if (waiting.some(keepsEnding)) return !speaksOfItsPlace(cluster, pod)
  // It runs and only its probe says no.
  return pod.phase === 'Running' && differences.some(({ field }) => /readinessProbe|startupProbe/i.test(field))
}

function neverStarts(cluster: ClusterScene, pod: Shown<PodView>, container: ContainerView): boolean {
  if (NEVER_STARTS.test(container.waiting?.reason ?? '')) return true
  return OF_THE_IMAGE.includes(pullFailure(cluster, pod, container)?.kind ?? '')
}

function keepsEnding(container: ContainerView): boolean {
  return container.restartCount > 0 && lastEnd(container) !== undefined
}

function speaksOfItsPlace({ logs }: ClusterScene, pod: PodView): boolean {
  return logs.some(
    (log) => isSame(log, pod) && log.lines.slice(-LAST_LINES).some(({ text }) => OF_ITS_PLACE.test(text)),
  )
}
