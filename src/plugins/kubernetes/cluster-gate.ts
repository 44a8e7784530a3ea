/** What all steps in a cluster have in common: it must have been seen, and it must be the one the alert comes from. */
import type { ClusterFacts, Facts, Gate } from '../gate.ts'

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
      return whyNot(parameters, cluster, facts)
    },
  }
}

type Key = { namespace: string; name: string }

export function isSame(one: Key, other: Key): boolean {
  return one.namespace === other.namespace && one.name === other.name
}
