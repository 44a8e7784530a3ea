/** One who looks step by step: each step sees what the steps before found, and says what to ask next. */
import type { EnvironmentMap } from '../../../../guidance/environment/environment-map.ts'
import type { PluginCall } from '../../../../plugins/plugin.ts'
import type { Subject } from '../../subject.ts'
import type { ClusterScene, ObjectKey } from '../cluster-scene.ts'
import { isSame } from '../pods/workload-pods.ts'

export type Looking = {
  now: Date
  subject: Subject
  environment: EnvironmentMap
  cluster: ClusterScene
  /** True where the alert is a database's own: then the cluster is looked at only to know the database's surroundings. */
  isAside: boolean
}

/** Pure; an empty list where there is nothing to ask. Asked at once, in the order given, as far as the share reaches. */
export type LookingStep = (looking: Looking) => readonly PluginCall[]

export function unlessAside(steps: readonly LookingStep[]): LookingStep[] {
  return steps.map((step) => (looking) => (looking.isAside ? [] : step(looking)))
}

export function call(plugin: string, parameters: Record<string, unknown>): PluginCall {
  return { plugin, parameters }
}

export function readObject(command: string): PluginCall {
  return call('llm.orchestrator_action', { command })
}

/** What is there, and what happened there. */
export function lookInto(namespace: string): PluginCall[] {
  return [call('list_pods', { namespace }), call('get_events', { namespace })]
}

/** A list, because a list that is empty is an answer. */
export function findService({ namespace, name }: ObjectKey): PluginCall {
  return readObject(`get services -n ${namespace} --field-selector metadata.name=${name} -o yaml`)
}

/** A close look at those that had none yet. */
export function describePods({ described }: ClusterScene, pods: readonly ObjectKey[]): PluginCall[] {
  return pods
    .filter((pod) => !described.some((one) => isSame(one.pod, pod)))
    .map(({ namespace, name }) => call('describe_pod', { namespace, pod_name: name }))
}

/** Whether a list of that place would have shown whatever is there. */
export function isListedWhole({ listedWhole }: Pick<ClusterScene, 'listedWhole'>, namespace: string): boolean {
  return listedWhole.includes(namespace) || listedWhole.includes('*')
}

/** Names of the cluster are lower case, digits, hyphens and dots; anything else is not sent anywhere. */
export function isObjectName(name: string | undefined): name is string {
  return name !== undefined && /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(name)
}

type Spoken = { name?: string | undefined; namespace?: string | undefined }

export function isAskable<Key extends Spoken>(key: Key): key is Key & ObjectKey {
  return isObjectName(key.name) && isObjectName(key.namespace)
}
