/**
 * All replicas stand at a limit of their own since more is asked of them, and nobody else is complained of: half as many more.
 * Where what is asked did not grow, a limit that is reached has another reason, and more of the same would not help.
 */
import type { ClusterScene, WorkloadName } from '../../cluster/cluster-scene.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say-time.ts'
import { isAkin } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import type { LensStep, Sight } from './sight.ts'

const GROWTH = 1.5
const AROUND_MINUTES = 20
const SETTLED_MINUTES = 60
const COMPLAINS = 0.7

export function moreHands({ cluster, seen }: Sight): LensStep | undefined {
  const [workload, ...others] = cluster.target.workloads
  const deployment = cluster.deployments.find(
    ({ name, namespace }) => name === workload?.name && namespace === workload.namespace,
  )
  if (!workload || !deployment || others.length > 0 || !isFull(workload, cluster, seen)) return undefined
  if (isOtherwiseExplained(workload.name, seen)) return undefined
  const { namespace, name, replicas } = deployment
  const wanted = Math.max(replicas + 1, Math.floor(replicas * GROWTH))
  const why = `All ${replicas} replicas of ${name} stand at a limit of their own since more is asked of them, and nobody else is complained of.`
  return {
    action: { plugin: 'scale_deployment', parameters: { namespace, deployment: name, replicas: wanted }, why },
    atFault: { kind: 'Deployment', namespace, name },
    calledBy: /replicas/i,
  }
}

function isFull(workload: WorkloadName, cluster: ClusterScene, { facts, onset }: Seen): boolean {
  const pods = podsOf(cluster, workload)
  const isNear = (at: Date | undefined) => at === undefined || Math.abs(minutesBetween(onset, at)) <= AROUND_MINUTES
  const of = (pod: string) => facts.filter(({ entity, names, at }) => [entity, ...names].includes(pod) && isNear(at))
  return (
    pods.length > 0 &&
    pods.every(({ isReady }) => isReady) &&
    pods.every(({ name }) => of(name).some(({ isAtLimit }) => isAtLimit)) &&
    pods.every(({ name }) => of(name).some(({ demand = 1 }) => demand >= GROWTH))
  )
}

/** It was changed itself not long before, or what it says names somebody else. */
function isOtherwiseExplained(name: string, { facts, onset }: Seen): boolean {
  return facts.some(
    (one) =>
      isAkin(one.entity, name) &&
      ((one.deed !== undefined && one.at !== undefined && minutesBetween(one.at, onset) < SETTLED_MINUTES) ||
        (one.lens === 'said' &&
          one.strength > COMPLAINS &&
          one.names.some((other) => /[a-z]/i.test(other) && !isAkin(other, name) && isKnown(other, facts)))),
  )
}

/** Somebody facts are told of, not just any word with a hyphen. */
function isKnown(name: string, facts: Seen['facts']): boolean {
  return facts.some(({ entity, score }) => score > 0.2 && isAkin(entity, name))
}
