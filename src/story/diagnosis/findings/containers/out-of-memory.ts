/** A container that reaches its memory limit and is killed for it. */
import type { ContainerView, EndView } from '../../cluster/cluster-scene.ts'
import { noAction, rollbackGate } from '../../cluster/gates.ts'
import { filledIn, isAdded } from '../../cluster/placement/filled-in.ts'
import { hasTrouble, isLeaving, isSame, podsOf } from '../../cluster/pods/workload-pods.ts'
import { differencesIn } from '../../cluster/releases/revision-history.ts'
import { citePart, minutesBetween, sayDuration, sayMany } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { firstBadMoment, type PodInQuestion, podsInQuestion, specOf } from '../../cluster/subject/in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
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
    statement: sentence(one, container, end, limit) + (origin?.sentence ?? '') + saySiblings(scene, one),
    facts: usageFacts(scene, one, container),
    evidence: [citePart(pod.exhibit, end.source), limitQuotes(one, limit), origin?.evidence],
    confidence: limit === undefined ? 0.7 : 0.9,
    subject: objectOf(pod, workload),
    since: firstBadMoment(scene, one) ?? new Date(scene.now),
    explains: FOLLOWS,
    ...gate(scene, one, isGiven),
    suggestions: [...(origin ? [origin.advice] : [advice(container, limit)])],
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
function saySiblings({ cluster, now }: Scene, { workload, pod }: PodInQuestion): string {
  const others =
    cluster && workload ? podsOf(cluster, workload).filter((one) => !isSame(one, pod) && !isLeaving(one)) : []
  const isWell =
    others.length > 0 && others.every((one) => one.isReady && !hasTrouble(one, now) && one.restartCount === 0)
  return isWell
    ? ` The other ${sayMany(others.length, 'replica')} ${others.length === 1 ? 'is' : 'are'} not affected.`
    : ''
}

function limitQuotes({ described }: PodInQuestion, limit: string | undefined) {
  return described && limit !== undefined ? [citeField(described.exhibit, 'memory', limit)] : []
}

function usageFacts({ cluster }: Scene, { pod }: PodInQuestion, { name }: ContainerView): Finding['facts'] {
  const seen = cluster?.usage.find((one) => isSame(one, pod))
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
  const { cluster, now } = scene
  const { history, workload } = one
  const since = firstBadMoment(scene, one)
  const guilty = [
    ...differencesIn(history, /resources(\.limits(\.memory)?)?$/),
    ...differencesIn(history, /\.(image|args|command|env\[.*)$/),
  ]
  const rolledOutAt = history?.rolledOutAt
  const beganWithIt =
    since &&
    rolledOutAt &&
    minutesBetween(rolledOutAt, since) < WITH_ROLLOUT_MINUTES &&
    minutesBetween(rolledOutAt, since) > -2
  if (!cluster || !history?.previous || guilty.length === 0 || !beganWithIt)
    return noAction(
      'A restart changes nothing, because the container would grow to the same limit again; and no earlier revision is known to be without it.',
    )
  const why = `It began with revision ${history.newest.revision}: ${sayChanges(guilty)}.`
  return rollbackGate({ cluster, now }, { why, workload, since, guilty })
}
