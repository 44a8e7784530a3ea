/** By which names metrics and logs may know the alert's subject, and those it depends on. */
import { type EnvironmentMap, findService } from '../../../guidance/environment/environment-map.ts'
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { isDone, isLeaving, subjectPods } from '../cluster/pods/workload-pods.ts'
import type { Subject } from '../subject.ts'

export type Measured = {
  namespace: string | undefined
  /** Of the subject itself, the likeliest first. */
  names: readonly string[]
  /** Those people say it depends on, through at most five hops. */
  dependencies: readonly string[]
  /** Where any of them lives. */
  namespaces: readonly string[]
  /** Its pods that are to stay. */
  pods: readonly string[]
}

const HOPS_MAX = 5
const DEPENDENCIES_MAX = 10
const PODS_MAX = 8
/** Exporters put their own service into the labels; it is not the one that suffers. */
const EXPORTER = /kube-state-metrics|node-?exporter|kubelet|prometheus|cadvisor|-exporter$/i

type Given = { subject: Subject; environment: EnvironmentMap; cluster: ClusterScene | undefined }

export function whoIsMeasured({ subject, environment, cluster }: Given): Measured {
  const namespace = cluster?.target.namespace ?? subject.namespace
  const named = [...(cluster?.target.workloads.map(({ name }) => name) ?? []), subject.workload?.name, subject.service]
  const names = [...new Set(named.filter((name) => name !== undefined && !EXPORTER.test(name)))] as string[]
  const dependencies = dependenciesOf(names, namespace, environment)
  const elsewhere = dependencies.flatMap((name) => findService(environment, name)?.namespace || [])
  const pods = cluster ? subjectPods(cluster).filter((pod) => !isLeaving(pod) && !isDone(pod)) : []
  return {
    namespace,
    names,
    dependencies,
    namespaces: [...new Set([...(namespace === undefined ? [] : [namespace]), ...elsewhere])],
    pods: pods.slice(0, PODS_MAX).map(({ name }) => name),
  }
}

function dependenciesOf(
  names: readonly string[],
  namespace: string | undefined,
  environment: EnvironmentMap,
): string[] {
  const known = new Set(names)
  let front = names
  for (let hop = 0; hop < HOPS_MAX && front.length > 0; hop += 1) {
    const next = front.flatMap((name) => findService(environment, name, namespace)?.dependencies ?? [])
    front = [...new Set(next)].filter((name) => !known.has(name))
    for (const name of front) known.add(name)
  }
  return [...known].slice(names.length, names.length + DEPENDENCIES_MAX)
}
