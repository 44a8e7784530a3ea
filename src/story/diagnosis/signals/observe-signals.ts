/**
 * Looks at metrics, central logs and the error tracker, within a share of the calls: what the alert is about first, then the
 * logs around the moment it began, then the deepest of those who fail.
 */

import type { ClusterScene, PodView } from '../cluster/cluster-scene.ts'
import { hasTrouble, isDone, isLeaving, isSame } from '../cluster/pods/workload-pods.ts'
import { readClusterScene } from '../cluster/reading/read-cluster-scene.ts'
import type { Observation, Scene } from '../scene.ts'
import { failureChain, nextHop, unreadComplaint } from './failure-chain.ts'
import { askOutside, goneRunQuestion, linesQuestion } from './log-question.ts'
import { type Matter, platformQuestions } from './metric-questions.ts'
import { limitsQuestion } from './node-limits.ts'
import { readSignalScene } from './read-signal-scene.ts'
import { isErrorLine, type SaidLine, saidLines } from './said-lines.ts'
import { type Answered, type Ask, openAsking, type SignalQuestion, spanOf } from './signal-question.ts'
import { errorStep, namesQuestion, trafficOf, trafficQuestion } from './traffic.ts'
import { type Topic, topicsOf, whoIsMeasured } from './who-is-measured.ts'

const CALLS_MAX = 7
/** Kept for the database, where it has not been looked at. */
const CALLS_LEFT_FOR_DATABASE = 4
const MINUTE = 60_000
const AFTER_ONSET = 10 * MINUTE
const HOPS_MAX = 3

export async function observeSignals(observation: Observation): Promise<Partial<Scene>> {
  const { evidence, scene } = observation
  const share = Math.min(CALLS_MAX, evidence.callsLeft - (scene.database ? 0 : CALLS_LEFT_FOR_DATABASE))
  const { ask, answered } = openAsking(evidence, share)
  const matter = matterOf(observation)
  const [names] = (await ask(firstQuestions(matter))).filter(({ about }) => about === 'names')
  await ask(names ? trafficQuestion(matter, names.exhibit) : [])
  await ask(goneRunQuestion(scene))
  await ask(isServing(matter) ? linesQuestion(matter, onsetIn(answered, matter)) : [])
  const seen = (): Scene => ({
    ...scene,
    signals: readSignalScene(answered, matter.span.start),
    ...(scene.cluster && { cluster: readClusterScene(evidence.exhibits, observation.subject) }),
  })
  if (isServing(matter)) await askOutside(matter, seen().signals?.issue, ask)
  await ask(failsOnOneNode(seen()) ? [limitsQuestion(matter.span)] : [])
  await followComplaints(seen, ask)
  await ask(deepestQuestions(seen()))
  const { signals, cluster } = seen()
  return { ...(signals && { signals }), ...(cluster && { cluster }) }
}

/** From whom the errors name to whom that one names; where there are no central logs, one pod's log at a time. */
async function followComplaints(seen: () => Scene, ask: Ask): Promise<void> {
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const scene = seen()
    const further = nextHop(scene)
    const questions = further.length > 0 ? further : unreadLog(scene)
    if (questions.length === 0) return
    await ask(questions)
  }
}

function unreadLog(scene: Scene): SignalQuestion[] {
  const pod = (scene.signals?.lines.length ?? 0) > 0 ? undefined : unreadComplaint(scene)
  if (!pod) return []
  const { namespace, name } = pod
  return [{ about: 'cluster', plugin: 'get_pod_logs', parameters: { namespace, pod_name: name, previous: false } }]
}

function matterOf({ now, subject, environment, scene: { cluster } }: Observation): Matter {
  return {
    subject,
    cluster,
    topics: topicsOf(subject, cluster),
    measured: whoIsMeasured({ subject, environment, cluster }),
    span: spanOf(now, subject.startedAt),
  }
}

function firstQuestions(matter: Matter): SignalQuestion[] {
  const { issueId } = matter.subject
  const issue: SignalQuestion[] =
    issueId === undefined ? [] : [{ about: 'issue', plugin: 'errors.get_issue', parameters: { issue_id: issueId } }]
  return [...issue, ...(isServing(matter) ? namesQuestion(matter) : []), ...platformQuestions(matter)]
}

const SERVING: readonly Topic[] = ['errors', 'latency', 'processor', 'queue', 'certificate']

/** The alert is about what a service does rather than about how its pods or volumes are; if it says nothing, it may be. */
function isServing({ topics, subject }: Matter): boolean {
  if (topics.size === 0) return !/^Kube[A-Z]/.test(subject.alertName)
  return SERVING.some((topic) => topics.has(topic))
}

/** Around the moment errors began, as far as metrics tell it. */
function onsetIn(answered: readonly Answered[], { measured, span }: Matter): Date | undefined {
  const traffic = trafficOf(readSignalScene(answered, span.start), measured.names)
  const step = traffic && errorStep(traffic)
  return step && new Date(step.at.getTime() + AFTER_ONSET)
}

/** A close look at the pod at the end of the chain, where nobody had one. */
function deepestQuestions(scene: Scene): SignalQuestion[] {
  const { cluster } = scene
  const pod = failureChain(scene).at(-1)?.troubled
  if (!cluster || !pod || cluster.described.some((one) => isSame(one.pod, pod))) return []
  const { namespace, name, restartCount } = pod
  const previous = restartCount > 0
  return [
    { about: 'cluster', plugin: 'describe_pod', parameters: { namespace, pod_name: name } },
    { about: 'cluster', plugin: 'get_pod_logs', parameters: { namespace, pod_name: name, previous } },
  ]
}

// If all pods that fail stand on one node, of whatever workload and towards whatever destination, and their siblings
// elsewhere are well, then the place may be the matter.

const ERRORS_LEAST = 2
const LATELY = 15 * MINUTE
/** Everybody says something now and then. */
const NOISE_SHARE = 0.2

function failsOnOneNode(scene: Scene): boolean {
  const { cluster } = scene
  if (!cluster) return false
  const errorsByPod = Map.groupBy(saidLines(scene).filter(isErrorLine), ({ pod }) => pod)
  const errorsOf = ({ name }: PodView) => errorsByPod.get(name) ?? []
  const all = cluster.pods.filter((pod) => !isLeaving(pod) && !isDone(pod) && pod.nodeName !== undefined)
  const failing = all.filter((pod) => isFailing(pod, errorsOf(pod), scene))
  const nodes = cluster.nodes.filter(({ name }) => failing.some(({ nodeName }) => nodeName === name))
  const most = Math.max(0, ...failing.map((pod) => errorsOf(pod).length))
  const siblings = all.filter((pod) => errorsOf(pod).length <= most * NOISE_SHARE && isSibling(pod, failing))
  return nodes.length === 1 && siblings.some((pod) => isKnownWell(pod, cluster, scene))
}

/** Now, and not once only. */
function isFailing(pod: PodView, errors: readonly SaidLine[], { now }: Scene): boolean {
  const isLate = errors.some(({ at }) => at !== undefined && now.getTime() - at.getTime() < LATELY)
  return (errors.length >= ERRORS_LEAST && isLate) || (!pod.isReady && hasTrouble(pod, now) && pod.phase === 'Running')
}

/** Of the same workload and revision as one of them, on another node. */
function isSibling({ namespace, nodeName, owner }: PodView, failing: readonly PodView[]): boolean {
  return failing.some(
    (one) => one.nodeName !== nodeName && one.namespace === namespace && one.owner && one.owner.name === owner?.name,
  )
}

/** Who was not heard may fail as well. */
function isKnownWell(pod: PodView, { logs }: ClusterScene, { now, signals }: Scene): boolean {
  const isHeardCentrally =
    signals && !signals.isLogCut && signals.lines.some(({ labels }) => labels.namespace === pod.namespace)
  return !hasTrouble(pod, now) && (logs.some((log) => isSame(log, pod)) || isHeardCentrally === true)
}
