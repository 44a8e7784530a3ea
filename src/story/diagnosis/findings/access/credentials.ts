/**
 * A service account that may not do what its program asks, and a process that still uses a credential it read at its
 * start.
 */
import type { ReferenceView } from '../../cluster/cluster-scene.ts'
import { noAction, restartGate } from '../../cluster/gates.ts'
import { type Clue, cluesOf } from '../../cluster/logs/log-clues.ts'
import { unescaped } from '../../cluster/logs/wordings.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { differencesIn } from '../../cluster/releases/revision-history.ts'
import { citeClue, citePart, lineOf, sayTime, sayTimes } from '../../cluster/saying/say.ts'
import { type PodInQuestion, podsInQuestion, servingPods } from '../../cluster/subject/in-question.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { podFault } from '../cluster-fault.ts'

const Q = `["']?`
/** Some loggers leave the quotes out, and with them an empty group. */
const WORDS = new RegExp(
  `User ${Q}system:serviceaccount:([^:"'\\s]+):([^"'\\s]+?)${Q} cannot (\\w+) resource ${Q}([^"'\\s]+?)${Q}(?: in API group(?: (?!in the )${Q}([^"'\\s]*)${Q})?)?(?: in the namespace ${Q}([a-z0-9-]+))?(?![\\w-])`,
)

export const accessForbidden: Analyzer = (scene) => {
  const { troubled, others } = runningOrNot(scene)
  return [...troubled, ...others].flatMap((one) => {
    const clues = one.logs.flatMap(cluesOf).filter(({ kind }) => kind === 'forbidden')
    const last = clues.at(-1)
    return last ? [forbidden(scene, one, last, clues)] : []
  })
}

function runningOrNot(scene: Scene): { troubled: PodInQuestion[]; others: PodInQuestion[] } {
  const troubled = podsInQuestion(scene)
  const others = servingPods(scene).filter(({ pod }) => !troubled.some((one) => isSame(one.pod, pod)))
  return { troubled, others }
}

function forbidden(scene: Scene, one: PodInQuestion, last: Clue, clues: readonly Clue[]): Finding {
  const { pod, history } = one
  const [, home, account, verb, resource, group, place] = WORDS.exec(unescaped(last.line.text)) ?? []
  const where = place === undefined ? 'at the cluster scope' : `in namespace ${place}`
  const of = group ? ` of API group ${group}` : ''
  const guilty = differencesIn(history, /serviceAccount(Name)?$/)
  return podFault(scene, one, {
    kind: 'access_forbidden',
    statement: `Pod ${pod.name} is forbidden by RBAC to do its work: service account ${home}/${account} may not ${verb} ${resource}${of} ${where} (${sayTimes(clues.length)} in its log). A Role and a binding with the verb "${verb}" on ${resource} are missing.`,
    evidence: [citeClue(last)],
    confidence: 0.9,
    since: clues[0]?.line.at,
    explains: ['crash_loop', 'not_ready', 'bad_revision', 'configuration_error'],
    ...(guilty.length > 0
      ? { guilty }
      : noAction('Rights are given by people: neither a restart nor a rollback changes what the account may do.')),
    suggestions: [
      `Grant service account ${home}/${account} the verb ${verb} on ${resource} ${where}, and no more than that.`,
    ],
  })
}

// A process that still uses a credential it read at its start, while the Secret has been written since.

/** Only what is handed over as a variable stays as it was; a mounted file follows the Secret. */
const AS_VARIABLE = /: env/
const MINUTE = 60_000

export const staleCredential: Analyzer = (scene) => {
  const { troubled, others } = runningOrNot(scene)
  return [...others, ...troubled].flatMap((one) => {
    const refused = one.logs.flatMap(cluesOf).filter(({ kind }) => kind === 'authentication')
    const secret = writtenSince(one)
    return refused.length > 0 && secret && isInOrder(secret, refused, scene) ? [stale(scene, one, secret, refused)] : []
  })
}

function writtenSince(one: PodInQuestion): ReferenceView | undefined {
  const started = startOf(one)
  return one.described?.references
    .filter(({ kind, usedBy }) => kind === 'Secret' && usedBy.some((use) => AS_VARIABLE.test(use)))
    .filter(({ lastWrite }) => lastWrite !== undefined && started !== undefined && lastWrite > started)
    .sort((one, other) => (other.lastWrite?.getTime() ?? 0) - (one.lastWrite?.getTime() ?? 0))[0]
}

/** A container that was started anew in the same pod has read the Secret anew. What was described may be a sibling. */
function startOf({ described, pod }: PodInQuestion): Date | undefined {
  const starts = pod.containers.flatMap(({ running }) => running?.startedAt?.getTime() ?? [])
  if (starts.length > 0) return new Date(Math.min(...starts))
  return described && isSame(described.pod, pod) ? described.startedAt : pod.createdAt
}

/** A write after the first refusal is somebody's attempt at a cure, not the cause. */
function isInOrder({ lastWrite }: ReferenceView, refused: readonly Clue[], { subject }: Scene): boolean {
  const first = refused[0]?.line.at ?? subject.startedAt
  return !lastWrite || !first || lastWrite.getTime() <= first.getTime() + 5 * MINUTE
}

function stale(scene: Scene, one: PodInQuestion, secret: ReferenceView, refused: readonly Clue[]): Finding {
  const { pod, described } = one
  const last = refused.at(-1) as Clue
  const names = secret.usedBy.map((use) => use.replace(/^.*: env\s*/, '').replace(/ \(key .*$/, '')).filter(Boolean)
  const variable = names.length > 0 ? ` (variable ${names.join(', ')})` : ''
  const why = `The process read Secret ${secret.name} when it started; a new one reads the present value. One pod at a time.`
  return podFault(scene, one, {
    kind: 'stale_credential',
    statement: `Pod ${pod.name} still uses an old credential: Secret ${secret.name} was changed (rotated) at ${sayTime(secret.lastWrite)}, after the pod started at ${sayTime(startOf(one))}, and its value${variable} is read only at the start. Since then: "${lineOf(last)}" (${sayTimes(refused.length)}).`,
    evidence: [citeClue(last), described && citePart(described.exhibit, secret.source)],
    confidence: 0.9,
    since: refused[0]?.line.at,
    explains: ['crash_loop', 'not_ready'],
    ...restartGate({ cluster: one.cluster, now: scene.now, pod, why }),
    suggestions: [`Restart the other pods that use Secret ${secret.name} too, one after the other.`],
  })
}
