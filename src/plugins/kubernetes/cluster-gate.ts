/**
 * What all steps in a cluster have in common: it must have been seen, it must be the one the alert comes from, and nobody
 * forbade to change what they touch.
 */
import type { ClusterFacts, Facts, Gate, StepObject } from '../gate.ts'
import { markThatForbids, sayForbidden } from './put-away.ts'

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
function whyForbidden(touched: readonly StepObject[], { deployments, pods }: ClusterFacts): string | undefined {
  for (const deployment of deployments) {
    const mark = touched.some((one) => isOf(one, deployment, pods)) ? markThatForbids(deployment.marks) : undefined
    if (mark !== undefined) return sayForbidden({ kind: 'Deployment', name: deployment.name }, mark)
  }
  return undefined
}

function isOf({ kind, namespace, name }: StepObject, deployment: Key, pods: ClusterFacts['pods']): boolean {
  if (namespace !== deployment.namespace) return false
  if (kind === 'Deployment') return name === deployment.name
  const owner = kind === 'Pod' ? pods.find((pod) => isSame(pod, { namespace, name }))?.owner : undefined
  return owner?.kind === 'ReplicaSet' && owner.name.replace(/-[a-z0-9]+$/, '') === deployment.name
}

type Key = { namespace: string; name: string }

export function isSame(one: Key, other: Key): boolean {
  return one.namespace === other.namespace && one.name === other.name
}
