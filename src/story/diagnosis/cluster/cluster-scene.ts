/** The cluster as far as the alert concerns it. The shapes are those the plugins show, so there is one source of truth. */
import type { describePod } from '../../../plugins/kubernetes/described-pod.ts'
import type { showEvent } from '../../../plugins/kubernetes/shown-event.ts'
import type { showNode } from '../../../plugins/kubernetes/shown-node.ts'
import type { showPod } from '../../../plugins/kubernetes/shown-pod.ts'
import type {
  showAutoscaler,
  showCronJob,
  showDaemonSet,
  showDeployment,
  showJob,
  showStatefulSet,
} from '../../../plugins/kubernetes/shown-workload.ts'
import type { Exhibit } from '../evidence.ts'

/** A thing seen, and the exhibit it was seen in. */
export type Seen<Thing> = { exhibit: Exhibit; thing: Thing }

export type ShownPod = ReturnType<typeof showPod>
export type ShownEvent = ReturnType<typeof showEvent>
export type ShownNode = ReturnType<typeof showNode>
export type ShownDeployment = ReturnType<typeof showDeployment>

export type ClusterScene = {
  /** The namespace the alert is about, once it is known. */
  namespace: string
  pods: readonly Seen<ShownPod>[]
  deployments: readonly Seen<ShownDeployment>[]
  statefulSets: readonly Seen<ReturnType<typeof showStatefulSet>>[]
  daemonSets: readonly Seen<ReturnType<typeof showDaemonSet>>[]
  jobs: readonly Seen<ReturnType<typeof showJob>>[]
  cronJobs: readonly Seen<ReturnType<typeof showCronJob>>[]
  autoscalers: readonly Seen<ReturnType<typeof showAutoscaler>>[]
  nodes: readonly Seen<ShownNode>[]
  events: readonly Seen<ShownEvent>[]
  /** Pods that were looked at closely, by name. */
  described: readonly Seen<DescribedPod>[]
  logs: readonly Seen<ContainerLog>[]
}

/** What describe_pod shows; everything but the pod itself may be missing where it could not be seen. */
export type DescribedPod = { pod: ReturnType<typeof describePod> } & Readonly<Record<string, unknown>>

export type ContainerLog = {
  namespace: string
  pod: string
  container?: string
  previous: boolean
  lines: readonly string[]
}
