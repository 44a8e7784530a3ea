/** A pod whose credentials are refused, where it has what its Secret says: somebody changed one side and not the other. */
import type { ReferenceView } from '../../cluster/cluster-scene.ts'
import { rollbackGate } from '../../cluster/gates.ts'
import { sayHost } from '../../cluster/logs/dependency-clue.ts'
import { type Clue, cluesOf } from '../../cluster/logs/log-clues.ts'
import { isClientFault } from '../../cluster/logs/names-in-lines.ts'
import { imagesOfPod, isSame } from '../../cluster/pods/workload-pods.ts'
import { citeDifference, differencesAbout } from '../../cluster/releases/revision-history.ts'
import { citeClue, citePart, lineOf, sayTime, sayTimes } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { type PodInQuestion, podsInQuestion, servingPods } from '../../cluster/subject/in-question.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault, objectOf } from '../cluster-fault.ts'

const CREDENTIAL = /pass|pwd|secret|token|dsn|credential|user|auth|_url|_uri|key/i

export const authenticationFails: Analyzer = (scene) => {
  const troubled = podsInQuestion(scene)
  const others = servingPods(scene).filter(({ pod }) => !troubled.some((one) => isSame(one.pod, pod)))
  return [...troubled, ...others].flatMap((one) => {
    const clues = refusalsOf(one, scene)
    const last = clues.at(-1)
    // A service that others may log in to refuses some of them every day.
    return last && (clues.length > 1 || !one.pod.isReady) ? [refused(scene, one, last, clues)] : []
  })
}

/** Who writes down that it refused somebody is not refused. */
function refusalsOf({ pod, logs }: PodInQuestion, { cluster }: Scene): Clue[] {
  const images = cluster ? imagesOfPod(cluster, pod) : []
  return logs
    .flatMap(cluesOf)
    .filter(({ kind, line }) => kind === 'authentication' && !isClientFault(line.text, images))
}

function refused(scene: Scene, one: PodInQuestion, last: Clue, clues: readonly Clue[]): Finding {
  const { pod, workload, history } = one
  const secrets = secretsOf(one)
  const guilty = secrets.flatMap(({ name, usedBy }) => [
    ...differencesAbout(history, name),
    ...usedBy.flatMap((use) => differencesAbout(history, /env (\S+)/.exec(use)?.[1])),
  ])
  const who = `${last.word === undefined ? '' : ` as user ${last.word}`}${last.host ? ` at ${sayHost(last.host)}` : ''}`
  const came =
    guilty.length > 0 && history ? ` Revision ${history.newest.revision} changed it: ${sayChanges(guilty)}.` : ''
  const from = secrets.map(({ name, lastWrite }) => `Secret ${name}, last written at ${sayTime(lastWrite)}`)
  return fault({
    kind: 'authentication_fails',
    statement: `Pod ${pod.name} is refused${who}: its credentials are not accepted (${sayTimes(clues.length)} in its log): "${lineOf(last)}".${from.length > 0 ? ` It has them from ${from.join(' and ')}.` : ''}${came}`,
    evidence: [
      citeClue(last),
      ...secrets.slice(0, 1).flatMap(({ source }) => (one.described ? [citePart(one.described.exhibit, source)] : [])),
      ...(history ? guilty.slice(0, 1).flatMap((difference) => citeDifference(history, difference)) : []),
    ],
    confidence: guilty.length > 0 ? 0.85 : 0.65,
    subject: objectOf(pod, workload),
    ...(clues[0]?.line.at && { since: clues[0].line.at }),
    explains: ['crash_loop', 'not_ready', 'bad_revision'],
    ...(guilty.length > 0
      ? rollbackGate(scene, {
          workload,
          since: clues[0]?.line.at,
          guilty,
          why: `The revision before logged in: ${sayChanges(guilty)}.`,
        })
      : { noActionReason: 'A fresh process would read the same credentials; the two sides must be brought together.' }),
    suggestions: [
      `Compare the credentials${from.length > 0 ? ` in ${secrets.map(({ name }) => `Secret ${name}`).join(', ')}` : ''} with what the other side expects.`,
    ],
  })
}

function secretsOf({ described }: PodInQuestion): ReferenceView[] {
  return (described?.references ?? []).filter(
    ({ kind, usedBy }) => kind === 'Secret' && usedBy.some((use) => CREDENTIAL.test(use) && use !== 'imagePullSecrets'),
  )
}
