/** Nothing changed on the service that fails, but something on which it depends did, minutes before. */
import { type Gated, noAction, rollbackGate } from '../cluster/gates.ts'
import { historyOf } from '../cluster/revision-history.ts'
import { sayChanges } from '../cluster/say-change.ts'
import { minutesBetween, sayDuration } from '../cluster/say-time.ts'
import { isSame } from '../cluster/workload-pods.ts'
import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { changesNearby, type NearbyChange } from '../signals/changes-nearby.ts'
import { failureChain, type Link } from '../signals/failure-chain.ts'
import { type Onset, onsetsOf } from '../signals/fault-onset.ts'
import { groupLines, type SaidLine, wordsOf } from '../signals/said-lines.ts'
import { citeLine, told } from '../signals/signal-finding.ts'
import { clockTime } from '../signals/told-figures.ts'

const OWN_RELEASE_MINUTES = 15
/** What says most first: a release more than the Secret that was written for it, its own words more than a date. */
const TELLING: readonly NearbyChange['kind'][] = ['release', 'notice', 'configuration']

export const changedDependency: Analyzer = (scene) => {
  const chain = failureChain(scene)
  const [front] = chain
  // Where somebody below fails by itself, that is the matter.
  if (!front || chain.length > 1 || front.troubled || front.hasNoReplicas) return []
  const [onset] = onsetsOf(scene, { names: namesOf(scene, front), isSubject: true })
  if (!onset || hasOwnRelease(scene, front, onset)) return []
  const changes = changesNearby(scene, onset.at)
  const change = TELLING.flatMap((kind) => changes.filter((one) => one.kind === kind))[0]
  const isOnly = changes.every(({ workload }) => change && isSame(workload, change.workload))
  return change ? [changed(scene, { front, onset, change, isOnly })] : []
}

function namesOf({ subject }: Scene, { name }: Link): readonly [string, ...string[]] {
  return subject.service === undefined ? [name] : [name, subject.service]
}

function hasOwnRelease({ cluster }: Scene, { workload }: Link, { at }: Onset): boolean {
  const rolledOutAt = cluster && historyOf(cluster, workload)?.rolledOutAt
  return rolledOutAt !== undefined && Math.abs(minutesBetween(rolledOutAt, at)) <= OWN_RELEASE_MINUTES
}

type Suspicion = { front: Link; onset: Onset; change: NearbyChange; isOnly: boolean }

function changed(scene: Scene, suspicion: Suspicion): Finding {
  const { front, onset, change } = suspicion
  const { workload, at, evidence } = change
  const [worst] = groupLines(front.errors)
  const confidence = confidenceOf(suspicion, worst?.first)
  const gap = Math.abs(onset.at.getTime() - at.getTime())
  return told({
    kind: change.kind === 'release' ? 'dependency_changed' : 'configuration_changed',
    statement: `${front.name} itself did not change, but ${sayChange(change)} at ${clockTime(at)}, ${sayDuration(gap)} before ${onset.told}.${worst ? ` Since then it says: "${wordsOf(worst.first)}".` : ''}`,
    evidence: [...evidence, ...onset.evidence, ...(worst ? [citeLine(worst.first)] : [])],
    confidence,
    subject: { kind: workload.kind, namespace: workload.namespace, name: workload.name },
    since: at,
    weight: confidence >= 0.6 ? 'cause' : 'symptom',
    explains: EXPLAINED,
    ...stepFor(scene, suspicion),
    suggestions: [`See whether that change of ${workload.name} was meant, and what ${front.name} would need for it.`],
  })
}

const EXPLAINED = ['failing_service', 'authentication_fails', 'dependency_unreachable', 'release_not_guilty']

function sayChange({ kind, workload, differences, name, line }: NearbyChange): string {
  const what = sayChanges(differences)
  if (kind === 'release') return `its dependency ${workload.name} was released anew${what === '' ? '' : ` (${what})`}`
  if (kind === 'configuration') return `${name}, from which its dependency ${workload.name} is configured, was written`
  return `its dependency ${workload.name} was told something new: "${line ? wordsOf(line) : ''}",`
}

const RELATED: readonly (readonly [error: RegExp, change: RegExp])[] = [
  [/auth|password|credential|denied|forbidden|\b40[13]\b/i, /pass|auth|secret|token|acl|user|role|key/i],
  [/x509|certificate|tls|ssl|handshake/i, /tls|ssl|cert|https/i],
  [/refused|timed? ?out|timeout|unreachable|reset/i, /port|host|bind|listen|addr/i],
  [/unknown|invalid|unsupported|schema|field|version|decode|parse/i, /image|schema|version/i],
]

/** What the error speaks of is what changed; or the error names who changed; or there is only the order in time. */
function confidenceOf({ change, isOnly }: Suspicion, error: SaidLine | undefined): number {
  const { differences, workload, kind } = change
  if (!isOnly || !error) return 0.5
  const touched = JSON.stringify(differences)
  if (RELATED.some(([words, change]) => words.test(error.said) && change.test(touched))) return 0.85
  if (error.said.includes(workload.name)) return 0.75
  return kind === 'notice' ? 0.7 : 0.5
}

function stepFor({ cluster, now }: Scene, { change, onset }: Suspicion): Gated {
  const { kind, workload, differences: guilty } = change
  if (!cluster || kind !== 'release')
    return noAction('What was written only its owner can take back; a restart would read the same again.')
  const why = `${workload.name} changed just before the errors began: ${sayChanges(guilty)}.`
  return rollbackGate({ cluster, now, workload, since: onset.at, guilty, why })
}
