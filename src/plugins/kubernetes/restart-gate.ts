/** Only what a fresh process would change: one that runs, that somebody makes anew, on a node that answers. */
import { clusterGate, isSame } from './cluster-gate.ts'

type Parameters = { namespace: string; pod_name: string }

export const restartGate = clusterGate<Parameters>({
  deed: 'restart',
  touches: ({ namespace, pod_name: name }) => [{ kind: 'Pod', namespace, name }],
  whyNot({ namespace, pod_name: name }, { pods, nodes }, { isProvenAtFault }) {
    const pod = pods.find((one) => isSame(one, { namespace, name }))
    if (!pod) return `Pod ${name} was not seen.`
    const { owner, phase } = pod
    if (!owner) return `Nothing owns pod ${name}, so nothing would make a new one.`
    if (owner.kind === 'Job') return `Pod ${name} belongs to a Job, which decides itself when to try again.`
    if (pod.deletedAt !== undefined) return `Pod ${name} is being deleted already.`
    // One that waits may wait for what a newer template has; that its owner makes it anew from that, the plan shows.
    if (phase !== 'Running' && phase !== 'Pending') return `Pod ${name} does not run (${phase}).`
    const node = nodes.find((one) => one.name === pod.nodeName)
    if (node && !node.isReady) return `Its node ${node.name} is not ready, so a pod there does not end.`
    return isProvenAtFault({ kind: 'Pod', namespace, name })
      ? undefined
      : `Nothing that was quoted shows pod ${name} at fault; a finding that names it, with its own record, would.`
  },
})
