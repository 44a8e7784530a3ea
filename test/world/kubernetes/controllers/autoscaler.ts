/** A HorizontalPodAutoscaler, as far as it undoes a count beyond its bounds. Zero switches it off. */
import type { KubeObject } from '../kube-object.ts'
import { type ControlRoom, tellEvent } from './control-room.ts'

export function keepWithinBounds(room: ControlRoom, target: KubeObject): void {
  const { kind, metadata, spec } = target
  const scaler = room.store
    .ofKind('HorizontalPodAutoscaler', metadata.namespace)
    .find(({ spec: { scaleTargetRef } }) => scaleTargetRef.kind === kind && scaleTargetRef.name === metadata.name)
  const replicas = spec.replicas ?? 1
  if (scaler === undefined || replicas === 0) return
  const bounded = Math.min(Math.max(replicas, scaler.spec.minReplicas ?? 1), scaler.spec.maxReplicas)
  if (bounded === replicas) return
  room.store.edit(target, (draft) => {
    draft.spec.replicas = bounded
    draft.metadata.generation = (draft.metadata.generation ?? 1) + 1
  })
  const bound = bounded < replicas ? 'above Spec.MaxReplicas' : 'below Spec.MinReplicas'
  const message = `New size: ${bounded}; reason: Current number of replicas ${bound}`
  tellEvent(room, { about: scaler, reason: 'SuccessfulRescale', message, from: 'horizontal-pod-autoscaler' })
}
