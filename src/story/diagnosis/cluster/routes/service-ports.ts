/** On which ports a Service is to be called, where it was seen. */
import type { ClusterScene, ObjectKey } from '../cluster-scene.ts'
import { number, record, records } from '../reading/loose-fields.ts'

/** Undefined where nobody saw it. */
export function portsOfService({ objects, described }: ClusterScene, key: ObjectKey): number[] | undefined {
  const read = objects.find(
    ({ kind, name, namespace }) => kind === 'Service' && name === key.name && namespace === key.namespace,
  )
  if (read) return records(record(read.whole.spec).ports).flatMap(({ port }) => number(port) ?? [])
  const around = described
    .filter(({ pod }) => pod.namespace === key.namespace)
    .flatMap(({ services, idleServices }) => [...services, ...idleServices])
    .find(({ name }) => name === key.name)
  return around?.ports.flatMap(({ port }) => port ?? [])
}
