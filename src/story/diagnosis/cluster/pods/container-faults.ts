/** How a container last ended, and the log that tells of it. */
import type { ContainerView, EndView } from '../cluster-scene.ts'
import type { ClueKind } from '../logs/clue-patterns.ts'
import { type Clue, cluesOf } from '../logs/log-clues.ts'
import { logsOf, type PodInQuestion } from '../subject/in-question.ts'

/** The present life if it has ended, else the one before. */
export function lastEnd({ terminated, last }: ContainerView): EndView | undefined {
  return terminated ?? last
}

export function lifeSeconds({ startedAt, finishedAt }: EndView): number | undefined {
  return startedAt && finishedAt ? (finishedAt.getTime() - startedAt.getTime()) / 1000 : undefined
}

export function failingContainers({ pod }: PodInQuestion): ContainerView[] {
  return [...pod.initContainers, ...pod.containers].filter((container) => {
    const end = lastEnd(container)
    return end !== undefined && (end.exitCode !== 0 || end.reason === 'OOMKilled')
  })
}

/** A program's last words tell why it ended; what stands far above was survived. */
const LAST_LINES = 25

/** Those nearest the end first; of the life that ended before those of the present one. */
export function lastWords(one: PodInQuestion, container: ContainerView, kinds: readonly ClueKind[]): Clue[] {
  return [...logsOf(one, container)]
    .sort((log, other) => Number(other.isPrevious) - Number(log.isPrevious))
    .flatMap((log) => cluesOf(log).reverse())
    .filter(({ kind, fromEnd }) => kinds.includes(kind) && fromEnd < LAST_LINES)
}
