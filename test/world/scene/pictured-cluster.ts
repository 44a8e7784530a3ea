/** A cluster that stands still: objects, logs and samples as a test writes them down, behind the port the plugins ask. */
import { type Cluster, type ClusterKind, type ClusterObject, ClusterRefusal } from '../../../src/ports/cluster.ts'
import { readFieldSelector } from '../kubernetes/field-selector.ts'
import type { KubeObject } from '../kubernetes/kube-object.ts'
import { readLabelSelector } from '../kubernetes/label-selector.ts'
import { RESOURCES } from '../kubernetes/resources.ts'

export type PicturedLog = { pod: string; container?: string; previous?: boolean; lines: readonly string[] }

export type Picture = {
  objects: readonly ClusterObject[]
  logs?: readonly PicturedLog[]
  samples?: readonly ClusterObject[]
  /** Kinds this account may not read. */
  forbidden?: readonly ClusterKind[]
}

export function picturedCluster({ objects, logs = [], samples = [], forbidden = [] }: Picture): Cluster {
  const ofKind = (kind: ClusterKind, namespace: string | undefined) => {
    if (forbidden.includes(kind)) throw new ClusterRefusal(403, 'Forbidden', `${kind} is forbidden`)
    return objects.filter(
      (one) => one.kind === kind && (namespace === undefined || one.metadata.namespace === namespace),
    )
  }
  return {
    get: async ({ kind, namespace, name }) => ofKind(kind, namespace).find(({ metadata }) => metadata.name === name),
    list: async ({ kind, namespace, labelSelector = '', fieldSelector = '' }) => {
      const hasLabels = readLabelSelector(labelSelector)
      const hasFields = readFieldSelector(resourceOf(kind), fieldSelector)
      return ofKind(kind, namespace).filter(
        (one) => hasLabels((one.metadata.labels ?? {}) as Record<string, string>) && hasFields(one as KubeObject),
      )
    },
    logs: async ({ pod, container, previous = false }) =>
      logs
        .filter((log) => log.pod === pod && (log.previous ?? false) === previous)
        .filter((log) => container === undefined || log.container === undefined || log.container === container)
        .flatMap(({ lines }) => lines)
        .join('\n'),
    podMetrics: async (namespace) =>
      samples.filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace),
  }
}

function resourceOf(kind: ClusterKind) {
  const found = RESOURCES.find((one) => one.kind === kind)
  if (!found) throw new Error(`The world knows no ${kind}.`)
  return found
}
