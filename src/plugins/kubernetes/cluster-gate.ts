/**
 * What all steps in a cluster have in common: it must have been seen, it must be the one the alert comes from, and nobody
 * forbade to change what they touch.
 */
import type { ClusterFacts, Facts, Gate, StepObject } from '../gate.ts'
import { markThatForbids, sayForbidden } from './put-away.ts'

type ClusterGate<Parameters> = Pick<Gate<Parameters>, 'touches' | 'deed'> & {
  whyNot(parameters: Parameters, cluster: ClusterFacts, facts: Facts): string | undefined
}

export function clusterGate<Parameters>({ whyNot, ...gate }: ClusterGate<Parameters>): Gate<Parameters> {
  const { touches } = gate
  return {
    ...gate,
    alsoCalled: (parameters, facts) =>
      touches(parameters, facts).flatMap((one) => workloadOf(one, facts.cluster?.pods ?? []) ?? []),
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

function isOf(touched: StepObject, deployment: Key, pods: ClusterFacts['pods']): boolean {
  if (touched.namespace !== deployment.namespace) return false
  const name = touched.kind === 'Deployment' ? touched.name : workloadOf(touched, pods)
  return name === deployment.name
}

/** Whose pod it is, as people call it. */
export function workloadOf({ kind, namespace = '', name }: StepObject, pods: ClusterFacts['pods']): string | undefined {
  const owner = kind === 'Pod' ? pods.find((pod) => isSame(pod, { namespace, name }))?.owner : undefined
  return owner?.kind === 'ReplicaSet' ? owner.name.replace(/-[a-z0-9]+$/, '') : owner?.name
}

type Key = { namespace: string; name: string }

export function isSame(one: Key, other: Key): boolean {
  return one.namespace === other.namespace && one.name === other.name
}
