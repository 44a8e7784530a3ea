/** The scale subresource: a small object of its own that stands for `spec.replicas`. */
import type { Json, KubeObject } from './kube-object.ts'
import { checkReplicas } from './validation.ts'

export function isScalable({ kind }: KubeObject): boolean {
  return ['Deployment', 'ReplicaSet', 'StatefulSet'].includes(kind)
}

export function scaleOf({ metadata, spec, status }: KubeObject): Json {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata
  const wanted = spec.replicas ?? 1
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    // Zero is left out of the spec, and not out of the status.
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: { replicas: status?.replicas ?? 0, selector: selectorText(spec.selector) },
  }
}

export function withScale(object: KubeObject, scale: Json): KubeObject {
  checkReplicas({ kind: 'Scale', group: 'autoscaling', name: object.metadata.name }, scale)
  const replicas = scale.spec?.replicas ?? 0
  if (replicas === (object.spec.replicas ?? 1)) return object
  const generation = (object.metadata.generation ?? 1) + 1
  return { ...object, metadata: { ...object.metadata, generation }, spec: { ...object.spec, replicas } }
}

function selectorText({ matchLabels = {} }: { matchLabels?: Record<string, string> }): string {
  return Object.entries(matchLabels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',')
}
