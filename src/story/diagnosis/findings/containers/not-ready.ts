/** A pod that runs and is not ready: its readiness probe asks the wrong thing, or the program says no. */
import type { ConditionView, ContainerView, EventView, Shown } from '../../cluster/cluster-scene.ts'
import { lastWord } from '../../cluster/logs/last-words.ts'
import { type ProbeFault, probeFault } from '../../cluster/pods/container-faults.ts'
import { citeEvent, podEvents } from '../../cluster/pods/events-about.ts'
import { differencesIn } from '../../cluster/releases/revision-history.ts'
import { lineOf, sayTimes } from '../../cluster/saying/say.ts'
import { type PodInQuestion, podsInQuestion, specOf } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { podFault } from '../cluster-fault.ts'

export const notReady: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    if (one.pod.isReady || one.pod.phase !== 'Running') return []
    const gate = gateOf(one)
    if (gate) return [heldByGate(scene, one, gate)]
    return one.pod.containers
      .filter(({ isReady, running }) => !isReady && running)
      .flatMap((container) => unready(scene, one, container))
  })

/** All its containers are ready, and somebody outside has to say so too. */
function gateOf({ pod }: PodInQuestion): ConditionView | undefined {
  return pod.conditions.find(
    ({ type, status, reason }) => type === 'Ready' && status === 'False' && reason === 'ReadinessGatesNotReady',
  )
}

function heldByGate(scene: Scene, one: PodInQuestion, { message = '' }: ConditionView): Finding {
  const { pod } = one
  return podFault(scene, one, {
    kind: 'readiness_gate',
    statement: `Pod ${pod.name} and all its containers are well, but a readiness gate keeps it from counting as ready: "${message}". Whoever sets that condition (a load balancer's or a mesh's controller) has not done so.`,
    evidence: [cite(pod.exhibit, message)],
    confidence: 0.85,
    noActionReason: 'A new pod would wait for the same condition; its controller must be looked at.',
    suggestions: ['See why the controller behind the readiness gate does not set its condition.'],
  })
}

function unready(scene: Scene, one: PodInQuestion, container: ContainerView): Finding[] {
  const failures = readinessFailures(scene, one, container)
  const last = failures.at(-1)
  const spec = specOf(one, container)
  const probe = spec?.readinessProbe
  if (!last) return []
  const found = spec && probe ? probeFault({ one, spec, probe, failures }) : undefined
  return [found && probe ? wrongProbe(scene, one, container, found, probe.check) : saysNo(scene, one, container, last)]
}

function readinessFailures({ cluster }: Scene, { pod }: PodInQuestion, { name }: ContainerView): Shown<EventView>[] {
  if (!cluster) return []
  return podEvents(cluster, pod, 'Unhealthy').filter(
    ({ message, fieldPath }) =>
      /^Readiness probe (failed|errored)/i.test(message) &&
      (fieldPath === undefined || fieldPath.includes(`{${name}}`)),
  )
}

function wrongProbe(
  scene: Scene,
  one: PodInQuestion,
  { name }: ContainerView,
  found: ProbeFault,
  check: string,
): Finding {
  const { pod, history } = one
  return podFault(scene, one, {
    kind: 'wrong_readiness_probe',
    statement: `Pod ${pod.name} runs but never becomes ready because the readiness probe of container ${name} (${check}) can never succeed: ${found.why}.`,
    evidence: [found.evidence],
    confidence: 0.9,
    guilty: differencesIn(history, /readinessProbe/),
    suggestions: [`Correct the readiness probe of container ${name} (${check}).`],
  })
}

/** The program itself answers that it is not ready; what it lacks is for others to find. */
function saysNo(scene: Scene, one: PodInQuestion, container: ContainerView, last: Shown<EventView>): Finding {
  const { name } = container
  const { pod } = one
  const word = lastWord(one, container)
  const words = word ? ` Its log says: "${lineOf(word)}".` : ''
  return podFault(scene, one, {
    kind: 'not_ready',
    statement: `Pod ${pod.name} runs but is not ready: container ${name} fails its readiness probe (${sayTimes(last.count)}): "${last.message}".${words}`,
    evidence: [citeEvent(last), word && cite(word.log.exhibit, word.line.text)],
    confidence: word?.isGrave ? 0.6 : 0.5,
    weight: 'symptom',
    explains: [],
    noActionReason: 'The readiness probe only reports; what it reports must be cured.',
    suggestions: [`See what container ${name} needs to become ready.`],
  })
}
