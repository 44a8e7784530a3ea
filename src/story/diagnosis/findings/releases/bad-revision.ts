/** A newest revision that fails where the one before does well. */
import type { PodView, Shown } from '../../cluster/cluster-scene.ts'
import { rollbackGate } from '../../cluster/gates.ts'
import { DEPENDENCY_KINDS, isDependencyClue } from '../../cluster/logs/complaints.ts'
import { lastWord } from '../../cluster/logs/last-words.ts'
import { wholeWords } from '../../cluster/logs/names-in-lines.ts'
import { lastEnd, lastWords } from '../../cluster/pods/container-faults.ts'
import { hasTrouble } from '../../cluster/pods/workload-pods.ts'
import { sayReleased } from '../../cluster/releases/released-workload.ts'
import {
  citeDifferences,
  differencesAbout,
  type History,
  isOfNewest,
  podsByAge,
} from '../../cluster/releases/revision-history.ts'
import { citePart, sayAgo, sayMany } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { firstBadMoment, type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { objectOf, sayRevision } from '../cluster-fault.ts'

/** A pod that cannot be scheduled says nothing about its program. */
const STARTED = ({ nodeName }: PodView) => nodeName !== undefined

export const badRevision: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const { history, pod } = one
    if (!scene.cluster || !history?.change || !history.previous || !isOfNewest(pod, history) || !STARTED(pod)) return []
    const { newest, older } = podsByAge(scene.cluster, history)
    const isOldWell = older.length > 0 && older.every((each) => !hasTrouble(each, scene.now))
    const isNewBad = newest.every((each) => hasTrouble(each, scene.now))
    return isNewBad && isOldWell && !lacksDependency(one, history) ? [fails(scene, one, history, older)] : []
  })

/** What cannot be reached now keeps every new pod from starting, of whichever revision; the old ones started before. */
function lacksDependency(one: PodInQuestion, history: History): boolean {
  const [clue] = one.pod.containers
    .flatMap((container) => lastWords(one, container, DEPENDENCY_KINDS))
    .filter(isDependencyClue)
  return clue !== undefined && differencesAbout(history, clue.host.name).length === 0
}

function fails(scene: Scene, one: PodInQuestion, history: History, older: readonly Shown<PodView>[]): Finding {
  const { pod, workload, described } = one
  const guilty = history.change?.differences ?? []
  const since = firstBadMoment(scene, one)
  const last = pod.containers.map((container) => lastWord(one, container)).find((word) => word?.isGrave)
  const words = last ? ` Its last words: "${wholeWords(last)}".` : ''
  const stalled = history.released.conditions.find(({ type, status }) => type === 'Progressing' && status === 'False')
  return fault({
    kind: 'bad_revision',
    statement: `The rollout of ${sayReleased(history.released)} is stuck: every pod of ${sayRevision(history, described)}, rolled out ${sayAgo(history.rolledOutAt, scene.now)}, fails (${sayState(pod)}), while ${sayMany(older.length, 'pod')} of revision ${history.previous?.revision} ${older.length === 1 ? 'is' : 'are'} well. What changed: ${sayChanges(guilty) || 'nothing that was seen'}.${words}`,
    evidence: [
      stateQuotes(pod),
      last && cite(last.log.exhibit, last.line.text),
      stalled?.reason && citeField(history.released.exhibit, 'reason', stalled.reason),
      citeDifferences(history, guilty, 2),
    ],
    confidence: last ? 0.85 : 0.8,
    subject: objectOf(pod, workload),
    since,
    explains: ['crash_loop', 'not_ready'],
    ...rollbackGate(scene, {
      workload,
      since,
      guilty,
      why: `Only the newest revision fails; it changed: ${sayChanges(guilty)}.`,
    }),
    suggestions: [`Find out which change of revision ${history.newest.revision} fails before it is rolled out again.`],
  })
}

export function sayState(pod: PodView): string {
  const states = [...pod.initContainers, ...pod.containers].flatMap((container) => {
    const end = lastEnd(container)
    const ended = end && end.exitCode !== 0 ? `${end.reason ?? 'ended'}, exit code ${end.exitCode}` : undefined
    const words = [container.waiting?.reason, ended].filter(Boolean).join(', ')
    return words === '' ? [] : [`${container.name}: ${words}`]
  })
  return states.join('; ') || (pod.isReady ? 'restarting' : 'not ready')
}

function stateQuotes(pod: Shown<PodView>) {
  const [state] = pod.containers.flatMap((container) => lastEnd(container) ?? container.waiting ?? [])
  return state ? [citePart(pod.exhibit, state.source)] : []
}
