/**
 * The cluster as far as the alert concerns it, read out of what the plugins showed. A field is undefined where it was not
 * shown; an empty list means that there is none, or that nobody could see it (`notSeen` tells the difference).
 */
import type { Exhibit } from '../evidence.ts'
import type { WorkloadKind } from '../label-names.ts'
import type { Shown } from './reading/loose-fields.ts'
import type { DescribedPod } from './reading/read-described-pod.ts'
import type {
  AutoscalerView,
  ContainerLog,
  CronJobView,
  DeploymentView,
  EventView,
  JobView,
  LeftOffPods,
  NodeView,
  PlainObject,
  PodView,
  SetView,
  UsageView,
} from './reading/read-listed.ts'

export type { Fields, Seen, Shown } from './reading/loose-fields.ts'
export type * from './reading/read-described-pod.ts'
export type * from './reading/read-listed.ts'

export type ObjectKey = { namespace: string; name: string }
export type WorkloadName = ObjectKey & { kind: WorkloadKind }

/** Whom the alert is about, in names that a listing showed. */
export type Target = {
  /** Undefined where the alert names none and none was found. */
  namespace: string | undefined
  /** The named pod, where it is there. */
  pod: ObjectKey | undefined
  workloads: readonly WorkloadName[]
  /** Pods that cannot run and that nobody owns, where the alert names nobody. */
  unowned: readonly ObjectKey[]
  node: string | undefined
  /** Further nodes that other alerts of the notification name. */
  nodesBeside: readonly string[]
  /** True where the alert names the workload, its pod or its service; false where trouble was merely found nearby. */
  isNamed: boolean
  /** What the alert names and a complete look did not find. */
  absent: readonly { kind: string; namespace: string | undefined; name: string }[]
}

export type ClusterScene = {
  target: Target
  /** Of the subject's namespace and of its dependencies'; one entry a pod. */
  pods: readonly Shown<PodView>[]
  podsLeftOff: readonly LeftOffPods[]
  deployments: readonly Shown<DeploymentView>[]
  statefulSets: readonly Shown<SetView>[]
  daemonSets: readonly Shown<SetView>[]
  jobs: readonly Shown<JobView>[]
  cronJobs: readonly Shown<CronJobView>[]
  autoscalers: readonly Shown<AutoscalerView>[]
  nodes: readonly Shown<NodeView>[]
  /** Oldest first. */
  events: readonly Shown<EventView>[]
  /** Pods that were looked at closely. */
  described: readonly Shown<DescribedPod>[]
  /** Of those, the ones that only the facts around the alert led to; nothing ties them to it yet. */
  suspected?: readonly ObjectKey[]
  logs: readonly Shown<ContainerLog>[]
  usage: readonly Shown<UsageView>[]
  objects: readonly Shown<PlainObject>[]
  /** Namespaces that were listed whole, so that what is not in the list is not there. `*` for all. */
  listedWhole: readonly string[]
  exhibits: readonly Exhibit[]
}
