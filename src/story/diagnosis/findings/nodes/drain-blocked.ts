/** A node that cannot be emptied, or a budget that lets nobody go: pods that may not be evicted. */

import type { ClusterScene, NodeView, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import {
  type Budget,
  budgetsOf,
  coveredBy,
  isAboutLeaving,
  nodesToEmpty,
  podsLeftOn,
} from '../../cluster/placement/budgets.ts'
import { eventsAbout, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { sayAgo, sayMany } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

const UNTOUCHED = noAction(
  'A budget is there to keep the service up: whether it may be loosened, or the pod lost for a while, is for its owner to say.',
)

type Blocked = { pod: Shown<PodView>; budget: Budget }

export const drainBlocked: Analyzer = (scene) => {
  const { cluster, subject } = scene
  if (!cluster) return []
  const onNodes = nodesToEmpty(cluster, subject).flatMap((node) => {
    const blocked = blockedOn(cluster, node)
    return blocked.length > 0 ? [stuckNode({ ...scene, cluster }, node, blocked)] : []
  })
  return onNodes.length > 0 ? onNodes : namedBudget({ ...scene, cluster })
}

type Seeing = Scene & { cluster: ClusterScene }

function blockedOn(cluster: ClusterScene, node: NodeView): Blocked[] {
  const strict = budgetsOf(cluster).filter(({ disruptionsAllowed }) => disruptionsAllowed === 0)
  return podsLeftOn(cluster, node).flatMap((pod) => {
    const budget = strict.find((one) => one.namespace === pod.namespace && coveredBy(cluster, one).includes(pod.name))
    return budget ? [{ pod, budget }] : []
  })
}

function stuckNode({ cluster, subject, now }: Seeing, node: Shown<NodeView>, blocked: readonly Blocked[]): Finding {
  const left = podsLeftOn(cluster, node)
  const closed = eventsAbout(cluster, { kind: 'Node', name: node.name }, 'NodeNotSchedulable').at(-1)
  const reasons = blocked
    .slice(0, 3)
    .map(({ pod, budget }) => `pod ${pod.namespace}/${pod.name} may not be evicted, because ${sayBudget(budget)}`)
  const others = left.length - blocked.length
  return fault({
    kind: 'drain_blocked',
    statement: `Node ${node.name} ${node.isUnschedulable ? `is cordoned${closed ? ` (closed ${sayAgo(closed.at, now)})` : ''} and ` : ''}cannot be emptied: ${reasons.join('; ')}.${others > 0 ? ` ${sayMany(others, 'other pod')} on it ${others === 1 ? 'is' : 'are'} covered by no budget that forbids it.` : ''}`,
    evidence: [
      cite(node.exhibit, JSON.stringify(node.name)),
      blocked
        .slice(0, 2)
        .flatMap(({ pod, budget }) => [citeField(pod.exhibit, 'name', pod.name), ...budgetQuotes(budget)]),
    ],
    confidence: isAboutLeaving(subject) ? 0.9 : 0.7,
    subject: { kind: 'Node', name: node.name },
    since: closed?.at,
    ...UNTOUCHED,
    suggestions: [...new Set(blocked.flatMap((one) => advice(cluster, one)))].slice(0, 4),
  })
}

function sayBudget({ namespace, name, desiredHealthy, currentHealthy, expectedPods }: Budget): string {
  const wanted = `it wants ${sayMany(desiredHealthy, 'healthy pod')} of ${expectedPods}`
  return `PodDisruptionBudget ${namespace}/${name} allows 0 disruptions (${wanted}, and ${currentHealthy} ${currentHealthy === 1 ? 'is' : 'are'} healthy)`
}

function budgetQuotes({ name, object: { exhibit } }: Budget) {
  return [citeField(exhibit, 'name', name), citeField(exhibit, 'disruptionsAllowed', 0)]
}

/** Where enough are healthy, one more lets one go; where too few are, they come first. */
function advice(cluster: ClusterScene, { pod, budget }: Blocked): string[] {
  const { currentHealthy, desiredHealthy, expectedPods, namespace, name } = budget
  const workload = workloadOf(cluster, pod)
  if (currentHealthy < desiredHealthy)
    return [
      `Heal the pods that PodDisruptionBudget ${namespace}/${name} counts first: ${currentHealthy} of ${desiredHealthy} wanted are healthy.`,
    ]
  const owner = workload ? `${workload.kind} ${workload.name}` : `what pod ${pod.name} belongs to`
  const loosen = `PodDisruptionBudget ${namespace}/${name} while the node is emptied (it must allow one disruption), if the service bears it.`
  // A budget that counts what may be missing, or a share, grows with the replicas.
  if (!budget.isFixedNumber) return [`Loosen ${loosen}`]
  return [
    `Run one replica more of ${owner} (${expectedPods + 1} instead of ${expectedPods}), so that one may leave.`,
    `Or loosen ${loosen}`,
  ]
}

/** The alert names the budget itself: which of its pods is missing, or that it has no room at all. */
function namedBudget({ cluster, subject }: Seeing): Finding[] {
  const budget = budgetsOf(cluster).find(({ name }) => name === subject.labels.poddisruptionbudget)
  if (!budget || budget.disruptionsAllowed > 0) return []
  const covered = cluster.pods.filter(
    (pod) => pod.namespace === budget.namespace && coveredBy(cluster, budget).includes(pod.name),
  )
  const unready = covered.filter(({ isReady }) => !isReady)
  const names = unready.slice(0, 3).map(({ name }) => name)
  const isShort = budget.currentHealthy < budget.desiredHealthy
  const [pod] = unready.length > 0 ? unready : covered
  return [
    fault({
      kind: 'drain_blocked',
      statement: `${sayBudget(budget)}.${unready.length > 0 ? ` Not ready: pod ${names.join(', ')}.` : ''} ${isShort ? 'Until they are well' : 'As long as no more pods run than it wants'}, no pod it covers may be evicted, and a drain of their nodes waits.`,
      evidence: budgetQuotes(budget),
      // Why pods are unwell is told by others; the budget only counts them.
      weight: isShort ? 'symptom' : 'cause',
      confidence: 0.8,
      subject: { kind: 'PodDisruptionBudget', namespace: budget.namespace, name: budget.name },
      ...UNTOUCHED,
      suggestions: pod ? advice(cluster, { pod, budget }) : [],
    }),
  ]
}
