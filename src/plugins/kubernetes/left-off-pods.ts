/** What is said of pods beyond the end of a list: how many, of whom, in what state and with whose words. */
import type { Pod } from './kubernetes-objects.ts'
import { controllerOf } from './owner-chain.ts'
import { cut, optional } from './shown-pod.ts'

const KINDS_MAX = 20

/** The most frequent first. Pods of one owner wait in the same words, so that few lines tell of many pods. */
export function leftOffPods(pods: readonly Pod[]): { pods_left_off?: object[] } {
  if (pods.length === 0) return {}
  const kinds = Map.groupBy(pods, (pod) => JSON.stringify(kindOf(pod)))
  const counted = [...kinds].map(([kind, alike]) => ({ count: alike.length, ...JSON.parse(kind) }))
  return { pods_left_off: counted.sort((one, other) => other.count - one.count).slice(0, KINDS_MAX) }
}

function kindOf({ metadata, status }: Pod) {
  const owner = controllerOf(metadata)
  const unmet = status?.conditions?.find(({ type, status: met }) => type === 'PodScheduled' && met === 'False')
  return {
    namespace: metadata.namespace,
    ...(owner && { owner: `${owner.kind}/${owner.name}` }),
    phase: status?.phase,
    ...optional('reason', status?.reason ?? unmet?.reason),
    ...optional('message', cut(unmet?.message)),
  }
}
