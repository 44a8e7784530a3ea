/** The one host on which all pods of a revision stand that fail, though it was given to others too, where it is well. */
import type { PodView } from '../cluster/cluster-scene.ts'

/** One alone may be ill for itself; and few others prove nothing. */
const FAILING_LEAST = 2
const WELL_LEAST = 3
const HOSTS_LEAST = 2

export function failsOnlyOn(pods: readonly PodView[]): string | undefined {
  const placed = pods.filter(({ nodeName }) => nodeName !== undefined)
  const well = placed.filter(isWell)
  const failing = placed.filter((pod) => !isWell(pod))
  const [host, ...further] = new Set(failing.map(({ nodeName }) => nodeName))
  const isAlone = further.length === 0 && failing.length >= FAILING_LEAST && well.every((pod) => pod.nodeName !== host)
  const hosts = new Set(well.map(({ nodeName }) => nodeName))
  return isAlone && well.length >= WELL_LEAST && hosts.size >= HOSTS_LEAST ? host : undefined
}

function isWell({ isReady, restartCount }: PodView): boolean {
  return isReady && restartCount === 0
}
