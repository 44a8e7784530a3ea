/** A container that ends again and again for a reason nobody recognised: what is known of its ends, and its last words. */
import type { ContainerLog, ContainerView, LogLine, Shown } from '../cluster/cluster-scene.ts'
import { lastEnd, lifeSeconds } from '../cluster/container-end.ts'
import { firstBadMoment } from '../cluster/first-bad-moment.ts'
import { logsOf, type PodInQuestion, podsInQuestion } from '../cluster/in-question.ts'
import { cluesOf, isOrder } from '../cluster/log-clues.ts'
import { citePart, lineOf } from '../cluster/quote.ts'
import { sayDuration } from '../cluster/say-time.ts'
import { cite } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { fault, objectOf } from './cluster-fault.ts'

const GRAVE = /\b(fatal|panic|error|exception|critical|emerg|abort|corrupt|cannot|can't|failed|failure|bad|invalid)\b/i

export const crashLoop: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) =>
    one.pod.containers
      .filter(
        ({ restartCount, terminated }) => restartCount > 0 || (terminated !== undefined && terminated.exitCode !== 0),
      )
      .flatMap((container) => ends(scene, one, container)),
  )

function ends(scene: Scene, one: PodInQuestion, container: ContainerView): Finding[] {
  const end = lastEnd(container)
  if (!end) return []
  const { pod, workload, isSubject } = one
  const last = lastGraveLine(one, container)
  const lived = lifeSeconds(end)
  const since = firstBadMoment(scene, one)
  const words = last ? ` Its last words: "${lineOf(last)}".` : ' Its log says nothing.'
  return [
    fault({
      kind: 'crash_loop',
      statement: `Container ${container.name} of pod ${pod.name} keeps ending (${end.reason ?? 'no reason given'}, exit code ${end.exitCode}${lived === undefined ? '' : ` after ${sayDuration(lived * 1000)}`}, ${container.restartCount} restarts).${words}`,
      evidence: [citePart(pod.exhibit, end.source), ...(last ? [cite(last.log.exhibit, last.line.text)] : [])],
      confidence: last && GRAVE.test(last.line.text) ? 0.65 : 0.5,
      subject: objectOf(pod, workload),
      ...(since && { since }),
      // What a dependency dies of is the cause of what its callers suffer.
      weight: isSubject ? 'symptom' : 'cause',
      explains: ['dependency_unreachable', 'not_ready'],
      noActionReason: 'A container that ends by itself each time ends again after a restart.',
      suggestions: [`Read the log of container ${container.name} (the life before the restart).`],
    }),
  ]
}

const LAST_LINES = 10

/** What is understood among the last lines, else the last that sounds grave, else the last of all. */
function lastGraveLine(
  one: PodInQuestion,
  container: ContainerView,
): { log: Shown<ContainerLog>; line: LogLine } | undefined {
  const logs = [...logsOf(one, container)].sort((log, other) => Number(other.isPrevious) - Number(log.isPrevious))
  const log = logs.find(({ lines }) => lines.length > 0)
  const lines = log?.lines.filter(({ text }) => !isOrder(text)) ?? []
  const clue = log && cluesOf(log).findLast(({ fromEnd }) => fromEnd < LAST_LINES)
  const line = clue?.line ?? lines.findLast(({ text }) => GRAVE.test(text)) ?? lines.at(-1)
  return log && line ? { log, line } : undefined
}
