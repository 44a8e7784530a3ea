/**
 * Looks at metrics, central logs and the error tracker, within a share of the calls: what the alert is about first, then the
 * logs around the moment it began, then the deepest of those who fail.
 */

import { isSame } from '../cluster/pods/workload-pods.ts'
import { readClusterScene } from '../cluster/reading/read-cluster-scene.ts'
import type { Observation } from '../observation.ts'
import type { Scene } from '../scene.ts'
import { type Ask, openAsking } from './asking.ts'
import { failingPlace } from './failing-place.ts'
import { failureChain, unreadComplaint } from './failure-chain.ts'
import { goneRunQuestion } from './gone-run-question.ts'
import { linesQuestion } from './log-question.ts'
import { type Matter, platformQuestions } from './metric-questions.ts'
import { nextHop } from './next-hop.ts'
import { limitsQuestion } from './node-limits.ts'
import { askOutside } from './outside-question.ts'
import { type Answered, readSignalScene } from './read-signal-scene.ts'
import { type SignalQuestion, spanOf } from './signal-question.ts'
import { errorStep, trafficOf } from './traffic.ts'
import { namesQuestion, trafficQuestion } from './traffic-question.ts'
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
  await ask(failingPlace(seen()) ? [limitsQuestion(matter.span)] : [])
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
