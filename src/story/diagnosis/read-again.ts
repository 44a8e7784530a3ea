/** Whether a later look has seen the object of a fault at all: that it was not found again says nothing otherwise. */
import type { FaultName } from '../incident/diagnosis.ts'
import type { Exhibit } from './evidence.ts'

/** They look at one namespace, or at all of them. */
const OF_A_NAMESPACE = ['list_pods', 'describe_pod', 'get_events', 'get_pod_logs', 'top_pods']

export function isReadAgain({ object, plugins = [] }: FaultName, exhibits: readonly Exhibit[]): boolean {
  const answered = exhibits.filter(({ result }) => result.success)
  const namespace = namespaceIn(object)
  const isOfCluster = plugins.length === 0 || plugins.some((plugin) => OF_A_NAMESPACE.includes(plugin))
  if (namespace !== undefined && isOfCluster) return answered.some((one) => showsNamespace(one, namespace, plugins))
  return answered.some(({ plugin }) => plugins.length === 0 || plugins.includes(plugin))
}

/** What is gone stands in no answer: the listing of where it was tells. */
function showsNamespace({ plugin, parameters }: Exhibit, namespace: string, plugins: readonly string[]): boolean {
  const isOneOfThem = plugin === 'list_pods' || (OF_A_NAMESPACE.includes(plugin) && plugins.includes(plugin))
  return isOneOfThem && (parameters.namespace === namespace || parameters.namespace === '*')
}

function namespaceIn(object: string): string | undefined {
  return /^\S+ ([^/\s]+)\/\S/.exec(object)?.[1]
}
