/** The eviction subresource: a deletion that the disruption budgets of the pod may refuse, as a v1.20 server answered it. */
import { matchesSelector } from '../../../src/plugins/kubernetes/label-match.ts'
import { jsonAnswer, type WireAnswer } from '../wire/exchange.ts'
import type { KubeObject } from './kube-object.ts'
import type { ObjectStore } from './object-store.ts'
import { Refusal } from './refusal.ts'

export function answerEviction(store: ObjectStore, pod: KubeObject, remove: () => void): WireAnswer {
  const full = store
    .ofKind('PodDisruptionBudget', pod.metadata.namespace)
    .find(
      ({ spec, status }) =>
        (status?.disruptionsAllowed ?? 0) <= 0 && matchesSelector(spec.selector, pod.metadata.labels),
    )
  if (full && isReady(pod)) throw violates(full)
  remove()
  return jsonAnswer(201, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 })
}

function isReady({ status }: KubeObject): boolean {
  return (status?.conditions ?? []).some(
    (condition: { type: string; status: string }) => condition.type === 'Ready' && condition.status === 'True',
  )
}

function violates({ metadata, status }: KubeObject): Refusal {
  const { desiredHealthy = 0, currentHealthy = 0 } = status ?? {}
  const message = `The disruption budget ${metadata.name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
  return new Refusal(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [{ reason: 'DisruptionBudget', message }],
  })
}
