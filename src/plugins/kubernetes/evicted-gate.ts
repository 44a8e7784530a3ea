import { clusterGate } from './cluster-gate.ts'

type Parameters = { namespace: string; limit: number }

export const evictedGate = clusterGate<Parameters>({
  touches: ({ namespace }) => [{ kind: 'Namespace', name: namespace }],
  whyNot: ({ namespace }, { pods }) =>
    pods.some((pod) => pod.namespace === namespace && pod.reason === 'Evicted')
      ? undefined
      : `There is no evicted pod in namespace ${namespace}.`,
})
