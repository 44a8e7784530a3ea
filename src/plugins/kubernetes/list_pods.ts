import type { ClusterKind } from '../../ports/cluster.ts'
import type { DiagnosticPlugin, Tools } from '../plugin.ts'
import { answer } from './answer.ts'
import { LABEL_SELECTOR, NAMESPACE_OR_ALL, NODE, scopeOf } from './cluster-parameters.ts'
import type { Autoscaler, ControllerRevision, Node, Pod, Workload } from './kubernetes-objects.ts'
import { leftOffPods } from './left-off-pods.ts'
import { movedTags } from './moved-tags.ts'
import { Sight } from './not-seen.ts'
import { revisionsOf } from './revisions.ts'
import { setRevisionsOf } from './set-revisions.ts'
import { hasNodeTrouble, showNode } from './shown-node.ts'
import { needsAttention, showPod } from './shown-pod.ts'
import {
  showAutoscaler,
  showCronJob,
  showDaemonSet,
  showDeployment,
  showJob,
  showStatefulSet,
} from './shown-workload.ts'

type Parameters = { namespace: string; label?: string; node?: string; limit: number }

const WORKLOADS_MAX = 60
const NODES_MAX = 40
const REPLICA_SETS_MAX = 3

export default {
  name: 'list_pods',
  description:
    'An overview of a namespace: pods (those in trouble first, with container states; image digests where pods of one template run different ones under one tag), its Deployments with their ReplicaSets and revisions, StatefulSets and DaemonSets with their revisions and update strategy, Jobs, CronJobs and autoscalers with counts and conditions, and the nodes with conditions, taints, since when they are there, what they were installed with, what they can give and what has been requested. Shows whether one replica, one revision or one node is affected.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      namespace: NAMESPACE_OR_ALL,
      label: { ...LABEL_SELECTOR, description: 'Only pods with these labels, for example app=checkout,tier!=cache.' },
      node: { ...NODE, description: 'Only pods on this node.' },
      limit: { type: 'integer', description: 'At most so many pods.', default: 100, minimum: 1, maximum: 500 },
    },
  },
  run: (parameters, tools) =>
    answer(async () => {
      const sight = new Sight()
      const [pods, workloads, nodes] = await Promise.all([
        readPods(parameters, tools),
        readWorkloads(parameters.namespace, sight, tools),
        readNodes(sight, tools),
      ])
      const digests = movedTags(pods)
      const shown = pods.slice(0, parameters.limit).map((pod) => ({ ...showPod(pod), ...digests(pod) }))
      return {
        success: true,
        data: {
          pods: shown,
          total: pods.length,
          ...leftOffPods(pods.slice(parameters.limit)),
          ...workloads,
          ...nodes,
          ...sight.report(),
        },
        ...messageOf(parameters, pods.length),
      }
    }),
} satisfies DiagnosticPlugin<Parameters>

async function readPods({ namespace, label, node }: Parameters, { cluster, signal }: Tools): Promise<Pod[]> {
  const pods = (await cluster.list(
    {
      kind: 'Pod',
      ...scopeOf(namespace),
      ...(label !== undefined && { labelSelector: label }),
      ...(node !== undefined && { fieldSelector: `spec.nodeName=${node}` }),
    },
    signal,
  )) as Pod[]
  return pods.sort((one, other) => Number(needsAttention(other)) - Number(needsAttention(one)))
}

async function readWorkloads(namespace: string, sight: Sight, { cluster, signal }: Tools) {
  const all = async <T>(kind: ClusterKind, part: string) =>
    (await sight.look(part, () => cluster.list({ kind, ...scopeOf(namespace) }, signal))) as T[] | undefined
  const [deployments, replicaSets, statefulSets, daemonSets, jobs, cronJobs, autoscalers] = await Promise.all([
    all<Workload>('Deployment', 'deployments'),
    all<Workload>('ReplicaSet', 'replica sets'),
    all<Workload>('StatefulSet', 'stateful sets'),
    all<Workload>('DaemonSet', 'daemon sets'),
    all<Workload>('Job', 'jobs'),
    all<Workload>('CronJob', 'cron jobs'),
    all<Autoscaler>('HorizontalPodAutoscaler', 'autoscalers'),
  ])
  const hasSets = (statefulSets ?? []).length + (daemonSets ?? []).length > 0
  const ofSets = hasSets ? await all<ControllerRevision>('ControllerRevision', 'controller revisions') : []
  return {
    ...listed('deployments', deployments, (one) => showDeployment(one, living(revisionsOf(one, replicaSets ?? [])))),
    ...listed('statefulsets', statefulSets, (one) => showStatefulSet(one, setRevisionsOf(one, ofSets ?? []))),
    ...listed('daemonsets', daemonSets, (one) => showDaemonSet(one, setRevisionsOf(one, ofSets ?? []))),
    ...listed('jobs', jobs, showJob),
    ...listed('cronjobs', cronJobs, showCronJob),
    ...listed('autoscalers', autoscalers, showAutoscaler),
  }
}

/** The two newest revisions, and whatever older one still has pods. */
function living(revisions: readonly Workload[]): Workload[] {
  return revisions.filter(({ spec }, age) => age < 2 || (spec.replicas ?? 0) > 0).slice(0, REPLICA_SETS_MAX)
}

async function readNodes(sight: Sight, { cluster, signal }: Tools) {
  const [nodes, pods] = await Promise.all([
    sight.look('nodes', () => cluster.list({ kind: 'Node' }, signal)),
    // A pod that has ended holds nothing any more.
    sight.look('what nodes were asked for', () =>
      cluster.list({ kind: 'Pod', fieldSelector: 'status.phase!=Succeeded,status.phase!=Failed' }, signal),
    ),
  ])
  const byNode = pods && Map.groupBy(pods as Pod[], ({ spec }) => spec.nodeName)
  const show = (node: Node) => showNode(node, byNode && (byNode.get(node.metadata.name) ?? []))
  const sorted = (nodes as Node[] | undefined)?.sort(
    (one, other) => Number(hasNodeTrouble(other)) - Number(hasNodeTrouble(one)),
  )
  return listed('nodes', sorted, show, NODES_MAX)
}

/** Nothing at all where it was not seen, an empty list where there is none; what is left off is counted. */
function listed<T>(name: string, all: readonly T[] | undefined, show: (one: T) => unknown, max = WORKLOADS_MAX) {
  if (!all) return {}
  const left = all.length - max
  return { [name]: all.slice(0, max).map(show), ...(left > 0 && { [`${name}_left_off`]: left }) }
}

function messageOf({ namespace, label, limit }: Parameters, total: number): { message?: string } {
  // The server answers the same for a namespace without pods and for one that does not exist.
  if (total === 0)
    return {
      message: `No pods${label === undefined ? '' : ` with ${label}`} in namespace ${namespace}, if it exists at all.`,
    }
  return total > limit ? { message: `The first ${limit} of ${total} pods. Narrow by label, namespace or node.` } : {}
}
