/** A dependency that says itself, minutes before its caller began to fail, that it was told something new: a flag, a rule, a setting. */
import { noAction } from '../../cluster/gates.ts'
import { historyOf } from '../../cluster/releases/revision-history.ts'
import { neighboursOf } from '../../cluster/routes/neighbours.ts'
import { minutesBetween, sayDuration } from '../../cluster/saying/say-time.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain, type Link } from '../../signals/failure-chain.ts'
import { type Onset, onsetsOf } from '../../signals/fault-onset.ts'
import { clockTime } from '../../signals/figure-words.ts'
import { groupLines, type SaidLine, saidLines, wordsOf } from '../../signals/said-lines.ts'
import { citeLine, makeFinding } from '../../signals/signal-finding.ts'

const BEFORE_MINUTES = 15
const AFTER_MINUTES = 2

export const dependencyReconfigured: Analyzer = (scene) => {
  const chain = failureChain(scene)
  const [front] = chain
  // Where somebody below fails by itself, that is the matter.
  if (!front || chain.length > 1 || front.troubled || front.hasNoReplicas) return []
  const [onset] = onsetsOf(scene, { names: [front.name], isSubject: true })
  if (!onset || hasOwnRelease(scene, front, onset)) return []
  const notice = noticesOf(scene).findLast(({ at }) => isShortlyBefore(at, onset))
  return notice ? [toldAnew(scene, front, onset, notice)] : []
}

function hasOwnRelease({ cluster }: Scene, { workload }: Link, onset: Onset): boolean {
  return isShortlyBefore(cluster && historyOf(cluster, workload)?.rolledOutAt, onset)
}

function isShortlyBefore(at: Date | undefined, onset: Onset): boolean {
  const minutes = at ? minutesBetween(at, onset.at) : Number.NaN
  return minutes >= -AFTER_MINUTES && minutes <= BEFORE_MINUTES
}

const NOTICE =
  /\b(?:config(?:uration)?|settings?|rules?|flags?|feature)\w*\b[^\n]{0,60}\b(?:chang|updat|reload|replac|enabled|disabled)|\b(?:chang|updat|reload)\w*\b[^\n]{0,60}\b(?:config(?:uration)?|settings?|rules?|flags?|feature)/i

/** Not its first line: starting up it says the same, and then nothing has changed. */
function noticesOf(scene: Scene): SaidLine[] {
  const { cluster } = scene
  const names = cluster
    ? neighboursOf({ ...scene, cluster, isAside: false }).flatMap(({ workload }) => workload?.name ?? [])
    : []
  return [...Map.groupBy(saidLines(scene), ({ speaker }) => speaker)].flatMap(([speaker, [, ...lines]]) =>
    names.includes(speaker) ? lines.filter(({ said }) => NOTICE.test(said)) : [],
  )
}

function toldAnew({ cluster }: Scene, front: Link, onset: Onset, notice: SaidLine): Finding {
  const [worst] = groupLines(front.errors)
  const { speaker, at = onset.at } = notice
  const namespace = cluster?.target.namespace
  const kind = cluster?.statefulSets.some(({ name }) => name === speaker) ? 'StatefulSet' : 'Deployment'
  const gap = sayDuration(Math.abs(onset.at.getTime() - at.getTime()))
  return makeFinding({
    kind: 'configuration_changed',
    statement: `${front.name} itself did not change, but its dependency ${speaker} was told something new at ${clockTime(at)}, ${gap} before ${onset.told}: "${wordsOf(notice)}".${worst ? ` Since then ${front.name} says: "${wordsOf(worst.first)}".` : ''}`,
    evidence: [citeLine(notice), ...onset.evidence, ...(worst ? [citeLine(worst.first)] : [])],
    confidence: 0.7,
    subject: { kind, name: speaker, ...(namespace !== undefined && { namespace }) },
    since: at,
    explains: ['failing_service', 'release_not_guilty'],
    ...noAction('What was written only its owner can take back; a restart would read the same again.'),
    suggestions: [`See whether that change of ${speaker} was meant, and undo it if it was not.`],
  })
}
