import type { Plugin } from '../plugin.ts'
import cordonNode from './cordon_node.ts'
import deleteEvictedPods from './delete_evicted_pods.ts'
import describePod from './describe_pod.ts'
import getEvents from './get_events.ts'
import getPodLogs from './get_pod_logs.ts'
import listPods from './list_pods.ts'
import restartPod from './restart_pod.ts'
import rollbackDeployment from './rollback_deployment.ts'
import scaleDeployment from './scale_deployment.ts'
import topPods from './top_pods.ts'

export const KUBERNETES_PLUGINS: readonly Plugin[] = [
  listPods,
  describePod,
  getPodLogs,
  getEvents,
  topPods,
  restartPod,
  scaleDeployment,
  rollbackDeployment,
  cordonNode,
  deleteEvictedPods,
]
