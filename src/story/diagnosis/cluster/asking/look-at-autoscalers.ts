/** An autoscaler in trouble, whole: how far its metric is from its goal stands only there. */
import type { AutoscalerView, ClusterScene } from '../cluster-scene.ts'
import { isObjectName, type LookingStep, readObject } from './looking.ts'

export const lookAtAutoscalers: LookingStep = ({ cluster, subject, isAside }) => {
  if (isAside) return []
  return cluster.autoscalers
    .filter((one) => isOver(one, cluster) && one.name !== subject.autoscaler && one.desiredReplicas >= one.maxReplicas)
    .filter(({ name, namespace }) => isObjectName(name) && isObjectName(namespace))
    .slice(0, 1)
    .map(({ name, namespace }) => readObject(`describe hpa ${name} -n ${namespace}`))
}

function isOver({ namespace, target }: AutoscalerView, { target: { workloads } }: ClusterScene): boolean {
  return workloads.some((one) => one.namespace === namespace && `${one.kind}/${one.name}` === target)
}
