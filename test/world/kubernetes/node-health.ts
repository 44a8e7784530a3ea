import type { Json, KubeObject } from './kube-object.ts'

/** A node whose kubelet fell silent: its Ready condition is Unknown. */
export function isLost(node: KubeObject): boolean {
  return readiness(node) === 'Unknown'
}

/** Whether the scheduler would put a pod there. */
export function isSchedulable(node: KubeObject): boolean {
  const taints: Json[] = node.spec?.taints ?? []
  return (
    readiness(node) === 'True' &&
    node.spec?.unschedulable !== true &&
    !taints.some(({ effect }) => effect !== 'PreferNoSchedule')
  )
}

function readiness(node: KubeObject): string {
  const conditions: Json[] = node.status?.conditions ?? []
  return conditions.find(({ type }) => type === 'Ready')?.status ?? 'True'
}
