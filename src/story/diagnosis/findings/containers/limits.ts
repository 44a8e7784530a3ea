/** A container that reaches its limit: it is killed for its memory, or held back at its processor. */
import type { ContainerView, EndView } from '../../cluster/cluster-scene.ts'
import { type Gated, noAction, rollbackGate } from '../../cluster/gates.ts'
import { filledIn, isAdded } from '../../cluster/placement/filled-in.ts'
import { hasTrouble, isLeaving, isSame, podsOf } from '../../cluster/pods/workload-pods.ts'
import { differencesIn, historyOf } from '../../cluster/releases/revision-history.ts'
import { citePart, minutesBetween, sayDuration, sayMany } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { firstBadMoment, type PodInQuestion, podsInQuestion, specOf } from '../../cluster/subject/in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { replicaLoads, type Throttling, throttlingOf } from '../../signals/node-limits.ts'
import { percent, perSecond, recentOf, sumOf } from '../../signals/points.ts'
import { citeFigure } from '../../signals/signal-finding.ts'
import { loadStep, trafficOf } from '../../signals/traffic.ts'
import { FOLLOWS, objectOf } from '../cluster-fault.ts'

/** Later than this after a rollout, memory grew for another reason. */
const WITH_ROLLOUT_MINUTES = 180

export const outOfMemory: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) =>
    one.pod.containers.flatMap((container) => {
      const end = [container.terminated, container.last].find((each) => each?.reason === 'OOMKilled')
      return end ? [killed(scene, one, container, end)] : []
    }),
  )

function killed(scene: Scene, one: PodInQuestion, container: ContainerView, end: EndView): Finding {
  const { pod, workload } = one
  const limit = specOf(one, container)?.limits.memory
  const amount = { container: container.name, part: 'limits', resource: 'memory' } as const
  const origin = filledIn(one.described, amount, scene.now)
  const isGiven = one.described !== undefined && isAdded(one.described, amount)
  return fault({
    kind: 'out_of_memory',
    statement: sentence(one, container, end, limit) + (origin?.sentence ?? '') + saySiblings(one, scene.now),
    facts: usageFacts(one, container),
    evidence: [
      citePart(pod.exhibit, end.source),
      one.described && limit && citeField(one.described.exhibit, 'memory', limit),
      origin?.evidence,
    ],
    confidence: limit === undefined ? 0.7 : 0.9,
    subject: objectOf(pod, workload),
    since: firstBadMoment(scene, one) ?? new Date(scene.now),
    explains: FOLLOWS,
    ...gate(scene, one, isGiven),
    suggestions: [origin?.advice ?? advice(container, limit)],
  })
}

function advice({ name }: ContainerView, limit: string | undefined): string {
  return limit === undefined
    ? `Give container ${name} a memory limit that fits what it needs.`
    : `Raise the memory limit of container ${name} above ${limit}, or find what makes it grow.`
}

function sentence(
  { pod }: PodInQuestion,
  { name, restartCount }: ContainerView,
  end: EndView,
  limit: string | undefined,
) {
  const { startedAt, finishedAt, exitCode } = end
  const lived =
    startedAt && finishedAt ? `, the last time after ${sayDuration(finishedAt.getTime() - startedAt.getTime())}` : ''
  const why =
    limit === undefined
      ? 'was killed for want of memory; it has no memory limit of its own, or none was seen'
      : `is killed for want of memory when it reaches its memory limit of ${limit}`
  return `Container ${name} of pod ${pod.name} ${why} (OOMKilled, exit code ${exitCode}, ${sayMany(restartCount, 'restart')}${lived}).`
}

/** Where the others keep within the same limit, it is not the limit alone. */
function saySiblings({ workload, pod, cluster }: PodInQuestion, now: Date): string {
  const others = workload ? podsOf(cluster, workload).filter((one) => !isSame(one, pod) && !isLeaving(one)) : []
  const isWell =
    others.length > 0 && others.every((one) => one.isReady && !hasTrouble(one, now) && one.restartCount === 0)
  return isWell
    ? ` The other ${sayMany(others.length, 'replica')} ${others.length === 1 ? 'is' : 'are'} not affected.`
    : ''
}

function usageFacts({ pod, cluster }: PodInQuestion, { name }: ContainerView): Finding['facts'] {
  const seen = cluster.usage.find((one) => isSame(one, pod))
  const memory = seen?.containers.find((one) => one.name === name)?.memory
  if (!seen || memory?.ofLimit === undefined) return []
  const share = Math.round(memory.ofLimit * 100)
  return [
    {
      text: `Container ${name} of pod ${pod.name} uses ${memory.used} now, ${share} % of its memory limit ${memory.limit}.`,
      evidence: [cite(seen.exhibit, `"used":${JSON.stringify(memory.used)}`)],
    },
  ]
}

function gate(scene: Scene, one: PodInQuestion, isGiven: boolean) {
  if (isGiven && differencesIn(one.history, /resources/).length === 0)
    return noAction('No revision sets this limit, so a new pod of any of them would be given the same one again.')
  const { history, workload } = one
  const since = firstBadMoment(scene, one)
  const guilty = [
    ...differencesIn(history, /resources(\.limits(\.memory)?)?$/),
    ...differencesIn(history, /\.(image|args|command|env\[.*)$/),
  ]
  const rolledOutAt = history?.rolledOutAt
  const minutes = since && rolledOutAt ? minutesBetween(rolledOutAt, since) : Number.POSITIVE_INFINITY
  const beganWithIt = minutes < WITH_ROLLOUT_MINUTES && minutes > -2
  if (!history?.previous || guilty.length === 0 || !beganWithIt)
    return noAction(
      'A restart changes nothing, because the container would grow to the same limit again; and no earlier revision is known to be without it.',
    )
  const why = `It began with revision ${history.newest.revision}: ${sayChanges(guilty)}.`
  return rollbackGate({ cluster: one.cluster, now: scene.now }, { why, workload, since, guilty })
}

// A container that is held back at its CPU limit although no more is asked of it than before.

const SHARE_THAT_HURTS = 0.25
const ABOUT_PROCESSOR = /cpu|throttl|latenc|slow|p9\d|time ?out/i

export const cpuThrottled: Analyzer = (scene) => {
  const [worst, ...others] = scene.signals ? throttlingOf(scene.signals) : []
  if (!worst || worst.share < SHARE_THAT_HURTS) return []
  const alike = others.filter(({ container, share }) => container === worst.container && share >= SHARE_THAT_HURTS)
  return [throttled(scene, worst, alike.length + 1)]
}

function throttled(scene: Scene, { pod, container, share, figure }: Throttling, count: number): Finding {
  const { subject, cluster } = scene
  const [workload] = cluster?.target.workloads ?? []
  const load = replicaLoads(scene).loads.find((one) => one.pod === pod)
  const use = load ? ` It uses ${load.used} of its CPU limit of ${load.limit}.` : ''
  const described = cluster?.described.find((one) => one.pod.name === pod)
  const origin = filledIn(described, { container, part: 'limits', resource: 'cpu' }, scene.now)
  const isAsked = ABOUT_PROCESSOR.test(`${subject.alertName} ${subject.text}`)
  return fault({
    kind: 'cpu_throttled',
    statement: `Container ${container} of pod ${pod}${workload ? ` (${workload.kind} ${workload.name})` : ''} is throttled in ${percent(share)} of its CPU periods${count > 1 ? `, and ${count - 1} more of its replicas likewise` : ''}: its CPU limit is too low for what it does.${use}${origin?.sentence ?? ''}${sayDemand(scene)}`,
    evidence: [citeFigure(figure), load?.evidence, origin?.evidence],
    confidence: load ? 0.9 : 0.7,
    subject: {
      kind: workload?.kind ?? 'Pod',
      name: workload?.name ?? pod,
      ...(workload && { namespace: workload.namespace }),
    },
    weight: isAsked ? 'cause' : 'context',
    ...wayBack(scene),
    suggestions: [
      origin?.advice ??
        `Raise the CPU limit of container ${container}${load ? ` (now ${load.limit})` : ''}, or take it away and keep the request.`,
    ],
  })
}

function sayDemand({ signals, cluster }: Scene): string {
  const names = (cluster?.target.workloads ?? []).map(({ name }) => name)
  const traffic = signals && trafficOf(signals, names)
  const rate = traffic && recentOf({ points: sumOf(traffic.all) })
  if (!traffic || rate === undefined) return ''
  return loadStep(traffic)
    ? ` Requests have risen to ${perSecond(rate)}.`
    : ` Requests stand at ${perSecond(rate)}, as before.`
}

/** Only where the newest revision brought the limit down. */
function wayBack({ cluster, now, subject }: Scene): Gated {
  const [workload] = cluster?.target.workloads ?? []
  const guilty = cluster ? differencesIn(historyOf(cluster, workload), /limits\.cpu$/) : []
  if (!cluster || guilty.length === 0)
    return noAction(
      'A limit is a person’s to raise; a restart would meet the same limit, and more replicas are not needed for the same load.',
    )
  const why = `The newest revision lowered it: ${sayChanges(guilty)}.`
  return rollbackGate({ cluster, now }, { workload, since: subject.startedAt, guilty, why })
}
