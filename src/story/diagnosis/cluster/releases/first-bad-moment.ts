/** The earliest sign of trouble in a pod. Signs come after the fault, so the true beginning is no later than this. */
import type { Scene } from '../../scene.ts'
import { podEvents } from '../pods/events-about.ts'
import type { PodInQuestion } from '../subject/in-question.ts'
import { earliest } from './earliest.ts'

export function firstBadMoment({ subject, cluster }: Scene, { pod, isSubject }: PodInQuestion): Date | undefined {
  const warnings = cluster ? podEvents(cluster, pod).filter(({ isWarning }) => isWarning) : []
  const unready = pod.conditions.find(({ type, status }) => type === 'Ready' && status !== 'True')
  const ends = [...pod.initContainers, ...pod.containers].flatMap(({ last, terminated }) => [last, terminated])
  return earliest([
    isSubject ? subject.startedAt : undefined,
    unready?.since,
    ...warnings.map(({ firstAt }) => firstAt),
    ...ends.map((end) => end?.finishedAt),
  ])
}
