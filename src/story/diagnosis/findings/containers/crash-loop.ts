/** A container that ends again and again for a reason nobody recognised: what is known of its ends, and its last words. */
import type { ContainerView } from '../../cluster/cluster-scene.ts'
import { lastWord } from '../../cluster/logs/last-words.ts'
import { wholeWords } from '../../cluster/logs/names-in-lines.ts'
import { lastEnd, lifeSeconds } from '../../cluster/pods/container-faults.ts'
import { tellMounted } from '../../cluster/releases/written-maps.ts'
import { citePart, sayDuration, sayExitCode, sayMany } from '../../cluster/saying/say.ts'
import { type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { podFault } from '../cluster-fault.ts'

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
  const { pod, isSubject } = one
  const last = lastWord(one, container)
  const lived = lifeSeconds(end)
  const isDone = end.exitCode === 0
  const plain = isDone
    ? ' It ends without an error: its command finishes instead of going on, and is started again.'
    : ''
  const mounted = tellMounted(one.described, container.name, last?.line.text ?? '', scene.now)
  const words = last ? ` Its last words: "${wholeWords(last)}".` : ' Its log says nothing.'
  return [
    podFault(scene, one, {
      kind: 'crash_loop',
      statement: `Container ${container.name} of pod ${pod.name} ${container.restartCount > 1 ? 'keeps ending' : 'ended'} (${end.reason ?? 'no reason given'}, ${sayExitCode(end.exitCode)}${lived === undefined ? '' : ` after ${sayDuration(lived * 1000)}`}, ${sayMany(container.restartCount, 'restart')}).${plain}${words}${mounted.sentence}`,
      evidence: [citePart(pod.exhibit, end.source), last && cite(last.log.exhibit, last.line.text), mounted.evidence],
      confidence: last?.isGrave ? 0.65 : 0.5,
      // What a dependency dies of is the cause of what its callers suffer.
      weight: isSubject ? 'symptom' : 'cause',
      explains: ['not_ready'],
      noActionReason: [137, 143].includes(end.exitCode)
        ? 'Who ended it is not known, so nothing is changed.'
        : 'A container that ends by itself each time ends again after a restart.',
      suggestions: [`Read the log of container ${container.name} (the life before the restart).`],
    }),
  ]
}
