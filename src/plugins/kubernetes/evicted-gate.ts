import { clusterGate } from './cluster-gate.ts'

type Parameters = { namespace: string; limit: number; node?: string; owner?: string }

export const evictedGate = clusterGate<Parameters>({
  touches: ({ namespace }) => [{ kind: 'Namespace', name: namespace }],
  whyNot: ({ namespace, node, owner }, { pods }) =>
    pods.some(
      (pod) =>
        pod.namespace === namespace &&
        pod.reason === 'Evicted' &&
        (node === undefined || pod.nodeName === node) &&
        (owner === undefined || owner === `${pod.owner?.kind}/${pod.owner?.name}`),
    )
      ? undefined
      : `There is no evicted pod in namespace ${namespace}.`,
})
