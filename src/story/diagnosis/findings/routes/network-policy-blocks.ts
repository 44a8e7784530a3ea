/** Traffic that times out because a network policy has no rule for it. */

import type { ClusterScene, DescribedPod, Fields, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { type Complaint, complaintsOf, namelessLookups } from '../../cluster/logs/complaints.ts'
import { whoseFault } from '../../cluster/logs/wordings.ts'
import { isSame, podsOf } from '../../cluster/pods/workload-pods.ts'
import { record, text, texts, time } from '../../cluster/reading/loose-fields.ts'
import { mayPass, nearestRule, type Passage, policiesFor, sayNearest } from '../../cluster/routes/policy-rules.ts'
import { citeClue, citePart, lineOf, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { CAUSED_BY_LOST_ROUTE } from '../cluster-fault.ts'

const DNS_PORT = 53
type Blocked = {
  complaint: Complaint
  over: Shown<DescribedPod>
  passage: Passage
  policies: readonly Fields[]
  what: string
}

export const networkPolicyBlocks: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  const waiting = [...complaintsOf(cluster), ...namelessLookups(cluster)].filter(
    ({ kind }) => kind === 'timeout' || kind === 'unresolved',
  )
  return waiting.flatMap((complaint) => {
    const blocked =
      blockedDns(complaint, cluster) ?? blockedAtCaller(complaint, cluster) ?? blockedAtPeer(complaint, cluster)
    return blocked ? [findingOf(blocked, cluster, scene)] : []
  })
}

function callerOf({ clues, pods }: Complaint, { described, pods: all }: ClusterScene): Shown<DescribedPod> | undefined {
  const own = described.find(({ pod }) => pod.namespace === clues[0].log.namespace && pods.includes(pod.name))
  const seen = all.find((pod) => pod.namespace === clues[0].log.namespace && pods.includes(pod.name))
  return own ?? described.find(({ pod }) => pod.namespace === seen?.namespace && pod.owner?.name === seen.owner?.name)
}

/** A resolver that says "no such name" was reached. */
function isUnanswered({ kind, line }: Complaint['clues'][number]): boolean {
  const fault = whoseFault(line.text)
  return fault === 'resolver' || (kind === 'unresolved' && fault === undefined)
}

function blockedDns(complaint: Complaint, cluster: ClusterScene): Blocked | undefined {
  if (!complaint.clues.some(isUnanswered)) return undefined
  const over = callerOf(complaint, cluster)
  const passage: Passage = {
    direction: 'Egress',
    peer: {
      namespace: 'kube-system',
      labels: { 'k8s-app': 'kube-dns' },
      placeLabels: placeLabels('kube-system', cluster),
    },
    port: DNS_PORT,
    ownNamespace: over?.pod.namespace ?? '',
  }
  return over && judge(complaint, over, passage, 'DNS queries (port 53) to the cluster DNS')
}

function blockedAtCaller(complaint: Complaint, cluster: ClusterScene): Blocked | undefined {
  const over = callerOf(complaint, cluster)
  const peer = peerOf(complaint, cluster)
  if (!over || complaint.port === undefined || !peer) return undefined
  const port = peer.port ?? complaint.port
  const passage: Passage = { direction: 'Egress', peer, port, ownNamespace: over.pod.namespace }
  return judge(complaint, over, passage, `connections to ${complaint.name} on port ${port}`)
}

function blockedAtPeer(complaint: Complaint, cluster: ClusterScene): Blocked | undefined {
  const caller = callerOf(complaint, cluster)
  const over = describedPeer(complaint, cluster)
  if (!over || !caller || complaint.port === undefined) return undefined
  const passage: Passage = {
    direction: 'Ingress',
    peer: {
      namespace: caller.pod.namespace,
      labels: caller.labels,
      address: caller.pod.podIP,
      placeLabels: placeLabels(caller.pod.namespace, cluster),
    },
    port: targetPort(over, complaint) ?? complaint.port,
    ownNamespace: over.pod.namespace,
  }
  return judge(
    complaint,
    over,
    passage,
    `connections from ${caller.pod.name} to ${complaint.name} on port ${passage.port}`,
  )
}

function describedPeer({ workload }: Complaint, cluster: ClusterScene): Shown<DescribedPod> | undefined {
  const pods = workload ? podsOf(cluster, workload) : []
  return cluster.described.find(({ pod }) => pods.some((one) => isSame(one, pod)))
}

function peerOf(complaint: Complaint, cluster: ClusterScene) {
  const over = describedPeer(complaint, cluster)
  if (!over) return undefined
  return {
    namespace: over.pod.namespace,
    labels: over.labels,
    address: over.pod.podIP,
    placeLabels: placeLabels(over.pod.namespace, cluster),
    port: targetPort(over, complaint),
  }
}

function placeLabels(namespace: string, { objects }: ClusterScene): Readonly<Record<string, string>> | undefined {
  const found = objects.find(({ kind, name }) => kind === 'Namespace' && name === namespace)
  return found && texts(found.whole.labels ?? record(found.whole.metadata).labels)
}

/** A policy judges the port of the pod, not of the Service. */
function targetPort({ services, containers }: DescribedPod, { name, port }: Complaint): number | undefined {
  const target = services.find((one) => one.name === name)?.ports.find((one) => one.port === port)?.targetPort
  if (typeof target === 'number') return target
  return containers.flatMap(({ ports }) => ports).find((one) => one.name === target)?.containerPort
}

function judge(complaint: Complaint, over: Shown<DescribedPod>, passage: Passage, what: string): Blocked | undefined {
  const policies = policiesFor(over.policies, passage.direction)
  if (policies.length === 0 || mayPass(over.policies, passage)) return undefined
  return { complaint, over, passage, policies, what }
}

function findingOf(
  { complaint, over, passage, policies, what }: Blocked,
  cluster: ClusterScene,
  { now }: Scene,
): Finding {
  const names = policies.flatMap(({ name }) => text(name) ?? [])
  const since = createdAt(names, over.pod.namespace, cluster) ?? shownAt(policies)
  const isChanged = policies.some(({ last_write }) => since && time(last_write)?.getTime() === since.getTime())
  const began = since ?? complaint.since
  const nearest = nearestRule(policies, passage)
  const isYounger = since && complaint.since && since.getTime() > complaint.since.getTime() + 5 * 60_000
  return fault({
    kind: 'network_policy',
    statement: `Network policy ${names.join(', ')} in namespace ${over.pod.namespace} blocks ${what}: it covers pod ${over.pod.name} (${passage.direction}) and has no ${passage.direction.toLowerCase()} rule ${nearest ? 'that allows it' : 'at all'}.${sayNearest(nearest)}${since ? ` It was ${isChanged ? 'last changed' : 'created'} at ${sayTime(since)} (${sayAgo(since, now)}).` : ''} The log says: "${lineOf(complaint.clues[0])}" (${complaint.clues.length} times).`,
    evidence: [
      citeClue(complaint.clues[0]),
      policies.slice(0, 2).map((policy) => cite(over.exhibit, JSON.stringify(policy.name))),
      policies
        .slice(0, 1)
        .map((policy) => cite(over.exhibit, JSON.stringify(policy.policyTypes ?? policy.podSelector))),
      nearest && citePart(over.exhibit, nearest.quoted),
    ],
    confidence: isYounger ? 0.5 : 0.9,
    subject: { kind: 'NetworkPolicy', namespace: over.pod.namespace, name: names[0] ?? '' },
    since: began,
    explains: [...CAUSED_BY_LOST_ROUTE, 'cluster_dns', 'bad_revision'],
    ...noAction('A network policy is not changed automatically, and no restart or rollback of the pods gets past it.'),
    suggestions: [
      ...(nearest?.differences.length === 1
        ? [`If the nearest rule of network policy ${nearest.policy} was meant for this, correct it there.`]
        : []),
      `Add ${passage.direction === 'Egress' ? 'an egress' : 'an ingress'} rule for ${what} to network policy ${names.join(' or ')}.`,
    ],
  })
}

function createdAt(names: readonly string[], namespace: string, { objects }: ClusterScene): Date | undefined {
  const times = objects
    .filter((one) => one.kind === 'NetworkPolicy' && one.namespace === namespace && names.includes(one.name))
    .flatMap(({ whole }) => time(whole.creationTimestamp ?? record(whole.metadata).creationTimestamp) ?? [])
  return times.sort((one, other) => other.getTime() - one.getTime())[0]
}

function shownAt(policies: readonly Fields[]): Date | undefined {
  const times = policies.flatMap(({ created_at, last_write }) => time(last_write) ?? time(created_at) ?? [])
  return times.sort((one, other) => other.getTime() - one.getTime())[0]
}
