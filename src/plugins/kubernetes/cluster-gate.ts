/**
 * What all steps in a cluster have in common: it must have been seen, it must be the one the alert comes from, and nobody
 * forbade to change what they touch.
 */
import type { ClusterFacts, Facts, Gate, StepObject } from '../gate.ts'
import { markThatForbids } from './put-away.ts'

type ClusterGate<Parameters> = Pick<Gate<Parameters>, 'touches'> & {
  whyNot(parameters: Parameters, cluster: ClusterFacts, facts: Facts): string | undefined
}

export function clusterGate<Parameters>({ touches, whyNot }: ClusterGate<Parameters>): Gate<Parameters> {
  return {
    touches,
    whyNot(parameters, facts) {
      const { cluster } = facts
      if (!cluster) return 'The cluster was not seen.'
      if (cluster.foreignName !== undefined)
        return `The alert comes from cluster ${cluster.foreignName}, which is not the one Firebreak is connected to, so nothing is changed here.`
      return whyForbidden(touches(parameters, facts), cluster) ?? whyNot(parameters, cluster, facts)
    },
  }
}

/** On the Deployment, which speaks for its pods. */
function whyForbidden(touched: readonly StepObject[], { deployments }: ClusterFacts): string | undefined {
  for (const deployment of deployments) {
    const mark = touched.some((one) => isOf(one, deployment)) ? markThatForbids(deployment.marks) : undefined
    if (mark !== undefined)
      return `Somebody forbade to change Deployment ${deployment.name} (${mark}); only a person decides otherwise.`
  }
  return undefined
}

function isOf({ kind, namespace, name }: StepObject, deployment: Key): boolean {
  if (namespace !== deployment.namespace) return false
  return kind === 'Deployment' ? name === deployment.name : kind === 'Pod' && isPodOf(name, deployment.name)
}

/** `web-7d4b9c6f5-x2x7q` of `web`. */
function isPodOf(pod: string, deployment: string): boolean {
  return pod.startsWith(`${deployment}-`) && /^[a-z0-9]+-[a-z0-9]+$/.test(pod.slice(deployment.length + 1))
}

type Key = { namespace: string; name: string }

export function isSame(one: Key, other: Key): boolean {
  return one.namespace === other.namespace && one.name === other.name
}
