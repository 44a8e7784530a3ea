import { CLUSTER_WRITE_SECONDS, type ClusterObject } from '../../ports/cluster.ts'
import type { ActingTools, Intention, RemediationPlugin, RemediationResult, Tools } from '../plugin.ts'
import { NAMESPACE, POD_NAME } from './cluster-parameters.ts'
import { checkFamily } from './family-check.ts'
import { writeUnmoved } from './guarded-write.ts'
import type { LabelSelector, Node, Pod } from './kubernetes-objects.ts'
import { matchesSelector } from './label-match.ts'
import { Sight } from './not-seen.ts'
import { controllerOf } from './owner-chain.ts'
import { awaitReplacement, readFamily } from './replacement.ts'
import { restartGate } from './restart-gate.ts'
import { isNodeReady } from './shown-node.ts'
import { isReady, showPod } from './shown-pod.ts'

type Parameters = { namespace: string; pod_name: string }

const WAIT_SECONDS = 150
const NO_WAY_BACK = {
  impossible: 'A deleted pod does not come back; its owner makes a new one from the same template.',
}

export default {
  name: 'restart_pod',
  description:
    'Deletes one pod so that its owner makes a new one, and waits until that is ready. Right where a fresh process would behave differently (a leak, a wedge, a stale credential); useless for a wrong image, configuration, probe or memory limit.',
  category: 'remediation',
  risk: 'low',
  settlesWithinSeconds: CLUSTER_WRITE_SECONDS,
  gate: restartGate,
  words: 'Restart pod [{namespace}/]{pod_name}',
  usualSeconds: 90,
  timeoutSeconds: 180,
  parameters: {
    type: 'object',
    properties: { namespace: NAMESPACE, pod_name: POD_NAME },
    required: ['pod_name'],
  },
  intend,
  run: ({ namespace, pod_name: name }, tools, { preconditions, isDryRun }) =>
    writeUnmoved<Pod>({
      target: `Pod ${namespace}/${name}`,
      planned: preconditions,
      read: () => readPod(namespace, name, tools),
      see,
      show: showPod,
      write: (pod) => restart(pod, isDryRun, tools),
    }),
  readBack: async ({ namespace, pod_name: name }, tools, { preconditions }) =>
    // A deletion does not say whose it was.
    isAnother(await readPod(namespace, name, tools), preconditions) && {
      unknown: `Pod ${namespace}/${name} is gone or ending, as after a release, an eviction or the loss of its node.`,
    },
  verify: async ({ namespace, pod_name: name }, tools, { preconditions, before }) => {
    const isGone = isAnother(await readPod(namespace, name, tools), preconditions)
    return checkFamily({ namespace, name, owner: String(before.owner ?? preconditions.owner ?? ''), isGone }, tools)
  },
} satisfies RemediationPlugin<Parameters>

async function intend({ namespace, pod_name: name }: Parameters, tools: Tools): Promise<Intention> {
  const pod = await readPod(namespace, name, tools)
  if (!pod) throw new Error(`There is no pod ${name} in namespace ${namespace}.`)
  const obstacle = await findObstacle(pod, tools)
  if (obstacle !== undefined) throw new Error(`Pod ${namespace}/${name} cannot be restarted: ${obstacle}.`)
  const owner = controllerOf(pod.metadata)
  const { budget, unread } = await findFullBudget(pod, tools)
  return {
    effect: {
      targets: [{ system: 'kubernetes', namespace, kind: 'Pod', name }],
      changes: [
        {
          field: 'pod',
          from: `${name}, since ${pod.metadata.creationTimestamp}`,
          to: `a new pod of ${owner?.kind} ${owner?.name}`,
        },
        ...tellBudget(budget?.metadata.name, unread),
      ],
      commands: [`kubectl delete pod ${name} --namespace ${namespace}`],
      risk: budget ? 'high' : 'low',
    },
    // The owner is not compared; it is who has to have ready pods afterwards.
    preconditions: { ...see(pod), owner: `${owner?.kind}/${owner?.name}` },
    rollback: NO_WAY_BACK,
  }
}

type Budget = ClusterObject & { spec?: { selector?: LabelSelector }; status?: { disruptionsAllowed?: number } }

/** Of budgets that may not be read, or of a version the server does not know, that is told: nobody is warned of them. */
async function findFullBudget(
  pod: Pod,
  { cluster, signal }: Tools,
): Promise<{ budget?: Budget | undefined; unread?: string | undefined }> {
  // A pod that is not ready is counted as disrupted already: its deletion costs the budget nothing.
  if (!isReady(pod)) return {}
  const namespace = pod.metadata.namespace ?? ''
  const sight = new Sight()
  const all = await sight.look('budgets', () => cluster.list({ kind: 'PodDisruptionBudget', namespace }, signal))
  const budget = ((all ?? []) as Budget[]).find(
    ({ spec, status }) =>
      status?.disruptionsAllowed === 0 && spec?.selector && matchesSelector(spec.selector, pod.metadata.labels),
  )
  return { budget, unread: sight.notSeen[0]?.why }
}

function tellBudget(name: string | undefined, unread: string | undefined): Intention['effect']['changes'] {
  const to = 'not asked: a deletion goes past it'
  if (unread !== undefined)
    return [
      { field: 'PodDisruptionBudget', from: `could not be read (${unread.trim()})`, to: `${to}, if there is one` },
    ]
  if (name === undefined) return []
  const fewer = 'and one pod fewer than it wants is there until the new one is ready'
  return [{ field: `PodDisruptionBudget ${name}`, from: 'allows no disruption now', to: `${to}, ${fewer}` }]
}

async function findObstacle(pod: Pod, { cluster, signal }: Tools): Promise<string | undefined> {
  if (!controllerOf(pod.metadata)) return 'nothing owns it, so nothing would make a new one'
  if (pod.metadata.deletionTimestamp) return `it has been terminating since ${pod.metadata.deletionTimestamp}`
  if (['Succeeded', 'Failed'].includes(pod.status?.phase ?? ''))
    return `it has ended (${pod.status?.reason ?? pod.status?.phase}), and a new start is its owner's business`
  const nodeName = pod.spec.nodeName
  if (nodeName === undefined) return undefined
  // Who may not read nodes cannot rule this out; the wait for the replacement will tell.
  const node = await new Sight().look('node', () => cluster.get({ kind: 'Node', name: nodeName }, signal))
  if (!node || isNodeReady(node as Node)) return undefined
  return `its node ${nodeName} is not ready, and a pod there does not end until the node is back`
}

async function restart(pod: Pod, isDryRun: boolean, { cluster, signal, now }: ActingTools): Promise<RemediationResult> {
  const { namespace = '', name, uid = '' } = pod.metadata
  const known = new Set((await readFamily(cluster, pod, signal)).map(({ metadata }) => metadata.uid ?? ''))
  await cluster.remove({ kind: 'Pod', namespace, name }, uid, { isDryRun, signal })
  const before = showPod(pod)
  if (isDryRun)
    return {
      success: true,
      message: `The server would delete pod ${name}.`,
      before,
      after: before,
      rollback: NO_WAY_BACK,
    }
  const until = new Date(now().getTime() + WAIT_SECONDS * 1000)
  const successor = await awaitReplacement(pod, { cluster, signal, now, known: known.add(uid), until })
  return { ...judge(name, successor), before, after: successor ? showPod(successor) : null, rollback: NO_WAY_BACK }
}

function judge(name: string, successor: Pod | undefined): RemediationResult {
  if (!successor)
    return { success: false, error: `Pod ${name} was deleted; no new one appeared within ${WAIT_SECONDS} s.` }
  const next = successor.metadata.name
  if (isReady(successor))
    return { success: true, message: `Pod ${name} was deleted; ${next} has taken its place and is ready.` }
  return { success: false, error: `Pod ${name} was deleted; ${next} was not ready within ${WAIT_SECONDS} s.` }
}

/** Gone, being deleted, or another pod of the same name, as a StatefulSet makes them. */
function isAnother(pod: Pod | undefined, { uid }: Readonly<Record<string, unknown>>): boolean {
  return pod === undefined || pod.metadata.uid !== uid || pod.metadata.deletionTimestamp !== undefined
}

async function readPod(namespace: string, name: string, { cluster, signal }: Tools): Promise<Pod | undefined> {
  return (await cluster.get({ kind: 'Pod', namespace, name }, signal)) as Pod | undefined
}

function see({ metadata }: Pod) {
  return { uid: metadata.uid }
}
