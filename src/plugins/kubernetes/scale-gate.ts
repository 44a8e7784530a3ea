/** How many replicas is a matter of bounds; what stands at zero may have been put away, and that only a person takes back. */
import { replicaRefusal } from '../../guidance/policy/replica-change.ts'
import type { ClusterFacts, DeploymentFact, Facts } from '../gate.ts'
import { clusterGate, isSame, workloadOf } from './cluster-gate.ts'
import { markOfPurpose, purposeIn, sayPutAway } from './put-away.ts'

type Parameters = { namespace: string; deployment: string; replicas: number }

export const scaleGate = clusterGate<Parameters>({
  deed: 'scale',
  touches: ({ namespace, deployment: name }) => [{ kind: 'Deployment', namespace, name }],
  whyNot({ namespace, deployment: name, replicas: to }, cluster, facts) {
    const deployment = cluster.deployments.find((one) => isSame(one, { namespace, name }))
    if (!deployment) return `Deployment ${name} was not seen.`
    const autoscaler = cluster.autoscalers.find(
      (one) => one.namespace === namespace && one.target === `Deployment/${name}`,
    )
    if (autoscaler)
      return `Autoscaler ${autoscaler.name} decides the number of replicas and would undo a change by hand.`
    if (deployment.controller !== undefined)
      return `${deployment.controller} makes deployment ${name} and would undo a change by hand; ask there.`
    if (to < 1) return `${to} replicas are out of bounds: at least 1 stays.`
    return deployment.replicas === 0
      ? whyNotBroughtBack(deployment, to, cluster, facts)
      : (whyNotMore(deployment, to, cluster) ??
          replicaRefusal({ from: deployment.replicas, to }, undefined, facts.replicaChangeMax))
  },
})

/** What a release asks of somebody behind it is mended at the release; what was tried and undone is not tried again. */
function whyNotMore(deployment: DeploymentFact, to: number, cluster: ClusterFacts): string | undefined {
  const { name, replicas } = deployment
  if (to <= replicas) return undefined
  const lost = cluster.takenBackOf(deployment)
  if (lost !== undefined)
    return `${name} was given ${lost} replicas and soon lost them again: somebody else decides their number and would undo a change by hand.`
  const pods = cluster.pods.filter((pod) => isOf(deployment, pod))
  const placed = pods.filter(isStanding).length
  // Of whom no pod was listed nothing is known.
  if (pods.length > 0 && placed < replicas)
    return `${name} has ${placed} of the ${replicas} pods it asks for: what keeps those away would keep more away too.`
  const caller = cluster.askedByRelease(deployment)
  return (
    caller &&
    `Revision ${caller.revision} of ${caller.name} came out right before more was asked of ${name}, while no more is asked of ${caller.name} itself: more replicas of ${name} would only feed what that revision does.`
  )
}

const ABSENT = new Set(['Pending', 'Failed', 'Succeeded'])

function isStanding({ deletedAt, phase }: ClusterFacts['pods'][number]): boolean {
  return deletedAt === undefined && !ABSENT.has(phase)
}

function isOf({ namespace, name }: DeploymentFact, pod: ClusterFacts['pods'][number]): boolean {
  return pod.namespace === namespace && workloadOf({ kind: 'Pod', ...pod }, [pod]) === name
}

/** Intent is asked of the object, of what people told us, and of the moment it was done. */
function whyNotBroughtBack(
  deployment: DeploymentFact,
  to: number,
  cluster: ClusterFacts,
  facts: Facts,
): string | undefined {
  const { namespace, name, marks, isPaused } = deployment
  const mark = markOfPurpose(marks)
  if (mark !== undefined) return sayPutAway({ kind: 'Deployment', name }, mark)
  if (isPaused) return `Deployment ${name} is paused and at zero; only a person brings it back.`
  const said = purposeIn(facts.describedAs({ kind: 'Deployment', namespace, name }))
  if (said !== undefined)
    return `The environment context says of ${name}: "${said.slice(0, 160)}"; only a person brings it back.`
  const emptied = cluster.emptiedOf(deployment)
  if (emptied?.by !== undefined)
    return `${emptied.by} scaled ${name} to zero and decides how many there are; a change by hand would be undone.`
  if (emptied?.from === undefined)
    return `No event shows when ${name} was scaled to zero and from how many, so nobody knows whether that was meant.`
  return to <= emptied.from
    ? undefined
    : `${name} had ${emptied.from} replicas before; at most ${emptied.from} is allowed.`
}
