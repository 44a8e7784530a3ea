/** A service account that may not do what its program asks of the API server. */
import { noAction } from '../../cluster/gates.ts'
import { type Clue, cluesOf } from '../../cluster/logs/log-clues.ts'
import { unescaped } from '../../cluster/logs/quoted-answer.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { differencesIn } from '../../cluster/releases/revision-history.ts'
import { citeClue, sayTimes } from '../../cluster/saying/say.ts'
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
  const troubled = podsInQuestion(scene)
  const others = servingPods(scene).filter(({ pod }) => !troubled.some((one) => isSame(one.pod, pod)))
  return [...troubled, ...others].flatMap((one) => {
    const clues = one.logs.flatMap(cluesOf).filter(({ kind }) => kind === 'forbidden')
    const last = clues.at(-1)
    return last ? [forbidden(scene, one, last, clues)] : []
  })
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
