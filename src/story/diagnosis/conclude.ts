/** Makes one diagnosis of ranked findings: what to say first, how sure to be, and what, if anything, to do. */
import type { DiagnosisOutcome, FaultName, KeyFinding, Situation } from '../incident/diagnosis.ts'
import type { ClearedStep, WantedAction } from '../incident/wanted-step.ts'
import { isThisServer } from './database/asking/other-server.ts'
import { isDatabaseInQuestion } from './database/asking/points-to-database.ts'
import { isNotConfigured } from './database/database-scene.ts'
import { type Exhibit, holdsQuote } from './evidence.ts'
import type { Finding } from './finding.ts'
import type { JudgeStep } from './gates/judge-step.ts'
import { isSameChain, liesBehind, tiedCauses } from './rank.ts'
import { type Refuted, refutedClaim } from './refuted-claims.ts'
import type { Scene } from './scene.ts'

const KEY_FINDINGS_MAX = 10
/** Below this an action would rest on a guess. */
const CONFIDENCE_TO_ACT = 0.6

export function conclude(findings: readonly Finding[], scene: Scene, judge: JudgeStep): DiagnosisOutcome {
  const causes = leading(findings)
  const [first] = causes
  if (!first) return nothingFound(scene)
  // A stranger's fault is told; what is done about it is for his own alert.
  const tied = tiedCauses(causes, scene)
  const { wanted, refusal } = stepsOf(tied, judge)
  const reason = wanted.length > 0 ? undefined : (refusal ?? noActionReason(causes))
  const refuted = refutedClaim(findings, causes, scene)
  return {
    diagnosis: {
      conclusion: sentences(causes, tied, scene, [refuted?.sentence, reason ?? whyActing(wanted, causes)]),
      confidence: confidenceOf(first, findings, scene),
      keyFindings: keyFindings(findings, refuted, scene),
      suggestedActions: [...new Set(causes.flatMap((cause) => suggested(cause, tied)))],
      source: 'analysis',
      situation: situationOf(first, scene),
      ruledOut: refuted ? [refuted.sentence] : [],
      notSeen: notSeen(scene),
      flags: [],
      faults: faultsOf(tied),
      ...(reason !== undefined && { noActionReason: reason }),
    },
    wanted,
  }
}

/** The first, and beside it only what is as heavy: independent causes are both named. */
function leading(findings: readonly Finding[]): readonly Finding[] {
  const [first, ...others] = findings
  if (!first) return []
  return [
    first,
    ...others.filter(({ weight, confidence }) => weight === 'cause' && first.weight === 'cause' && confidence >= 0.7),
  ].slice(0, 3)
}

type Chosen = { wanted: readonly ClearedStep[]; refusal?: string }

/** Steps of the first cause that has any whose gates hold: one remedy at a time can be verified, and half of one is none. */
function stepsOf(causes: readonly Finding[], judge: JudgeStep): Chosen {
  const judged = causes.filter(mayAct).map(({ actions }) => actions.map(judge))
  const refusals = judged.flat().flatMap((one) => ('refusal' in one ? [one.refusal] : []))
  const held = judged.find((steps) => steps.every((one) => 'step' in one))
  return {
    wanted: held?.flatMap((one) => ('step' in one ? [one.step] : [])) ?? [],
    ...(refusals[0] !== undefined && { refusal: refusals[0] }),
  }
}

/** What was merely seen beside the alert is nobody's reason to act. */
function mayAct({ actions, confidence, weight }: Finding): boolean {
  return actions.length > 0 && weight !== 'context' && confidence >= CONFIDENCE_TO_ACT
}

function noActionReason(causes: readonly Finding[]): string {
  return causes.find((cause) => cause.noActionReason !== undefined)?.noActionReason ?? 'No automatic step is safe here.'
}

/** What could be done for a stranger is not taken for a remedy of what the alert tells. */
function suggested(cause: Finding, tied: readonly Finding[]): readonly string[] {
  const { suggestions, subject } = cause
  return tied.includes(cause) ? suggestions : suggestions.map((one) => `For ${subject.name}, ${APART}: ${one}`)
}

const APART = 'not tied to this alert'

function sentences(
  causes: readonly Finding[],
  tied: readonly Finding[],
  { subject }: Scene,
  closing: readonly (string | undefined)[],
): string {
  const [first, ...others] = causes
  const also = others.map(
    (other) => `${tied.includes(other) ? joining(first, other) : `Also failing, ${APART}`}: ${other.statement}`,
  )
  const foreign =
    subject.foreignCluster === undefined
      ? []
      : [
          `The alert comes from cluster ${subject.foreignCluster}, which Firebreak is not connected to; what follows was seen in another one.`,
        ]
  return [...foreign, first?.statement, ...also, ...closing].filter(Boolean).join(' ')
}

/** Independent is only what nothing ties to the first. */
function joining(first: Finding | undefined, other: Finding): string {
  if (first && liesBehind(first, other)) return 'Behind this'
  return first && isSameChain(first, other) ? 'Together with this' : 'Independently of this'
}

/** Why this step is the right one is part of the answer, unless the finding has said it already. */
function whyActing(wanted: readonly WantedAction[], [first]: readonly Finding[]): string {
  const reasons = wanted.map(({ why }) => why).filter((why) => !isSaidIn(first?.statement ?? '', why))
  return reasons.map((why) => (/[.!?]$/.test(why) ? why : `${why}.`)).join(' ')
}

/** Most of its words stand there already. */
function isSaidIn(statement: string, why: string): boolean {
  const words = why.toLowerCase().match(/[\p{L}\d_.:/-]{4,}/gu) ?? []
  const known = statement.toLowerCase()
  return words.filter((word) => !known.includes(word)).length <= words.length * NEW_WORDS_SHARE
}

const NEW_WORDS_SHARE = 0.4

/** That a namesake here is well says nothing of the object the alert means: nobody may close the incident on it. */
function situationOf({ situation }: Finding, { subject }: Scene): Situation {
  return subject.foreignCluster !== undefined && situation !== 'fault' ? 'unclear' : situation
}

/** So sure at most that nothing is wrong, where a fault was seen beside it, or a server is well that the alert may not mean: nobody may close the incident on it. */
const WELL_IN_DOUBT_MAX = 0.75

/** What was seen of another cluster says little. */
function confidenceOf(first: Finding, findings: readonly Finding[], scene: Scene): number {
  const { confidence, situation } = first
  const isReassuring = situation === 'recovered' || situation === 'works_as_designed'
  const isDoubtful =
    isReassuring && (findings.some((one) => one.situation === 'fault') || isOfUnnamedServer(first, scene))
  const most = scene.subject.foreignCluster !== undefined ? 0.4 : isDoubtful ? WELL_IN_DOUBT_MAX : 0.95
  return Math.round(Math.min(confidence, most) * 100) / 100
}

function isOfUnnamedServer({ subject: { kind } }: Finding, { database, ...scene }: Scene): boolean {
  return kind === 'Database' && database !== undefined && !isThisServer({ ...scene, database })
}

function keyFindings(findings: readonly Finding[], refuted: Refuted | undefined, scene: Scene): KeyFinding[] {
  const [first = [], ...others] = findings.map(({ statement, evidence, facts, against }) =>
    [{ text: statement, evidence }, ...facts].map((one) => ({ ...one, ...(against !== undefined && { against }) })),
  )
  const refuting = refuted ? [{ text: refuted.sentence, evidence: refuted.evidence }] : []
  const all = [...first, ...refuting, ...others.flat()]
  const once = [...new Map(all.map((one) => [one.text, one])).values()]
  return once
    .slice(0, KEY_FINDINGS_MAX)
    .map((finding) => ({ ...finding, evidence: finding.evidence.filter(isSeenIn(scene)) }))
}

export function faultsOf(findings: readonly Finding[]): FaultName[] {
  return findings
    .filter(({ situation, weight }) => situation === 'fault' && weight !== 'context')
    .map(({ kind, subject, statement, evidence, against }) => ({
      ...{ kind, object: objectWord(subject), statement },
      plugins: [...new Set(evidence.map(({ plugin }) => plugin))],
      ...(against !== undefined && { isBeside: true as const }),
    }))
}

function objectWord({ kind, namespace, name }: Finding['subject']): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

function isSeenIn({ exhibits }: Scene) {
  const byId = new Map(exhibits.map((exhibit) => [exhibit.id, exhibit]))
  return ({ call, quote }: KeyFinding['evidence'][number]) => {
    const exhibit = byId.get(call)
    return exhibit !== undefined && holdsQuote(exhibit.result, quote)
  }
}

function nothingFound(scene: Scene): DiagnosisOutcome {
  const failed = notSeen(scene)
  const looked = pluginsOf(scene.exhibits.filter(({ result }) => result.success))
  return {
    diagnosis: {
      conclusion: whatWasSeen(looked, pluginsOf(scene.exhibits)),
      confidence: looked.length === 0 ? 0.1 : 0.3,
      keyFindings: [],
      suggestedActions: [],
      source: 'analysis',
      situation: 'unclear' satisfies Situation,
      ruledOut: [],
      notSeen: failed,
      flags: [],
      faults: [],
      noActionReason: 'Without a cause nothing should be changed.',
    },
    wanted: [],
  }
}

function pluginsOf(exhibits: Scene['exhibits']): string[] {
  return [...new Set(exhibits.map(({ plugin }) => plugin))]
}

/** That nobody answered is said of those who were asked: others may be there. */
function whatWasSeen(looked: readonly string[], asked: readonly string[]): string {
  if (looked.length > 0) return `No cause was found in what could be seen (${looked.join(', ')}).`
  return asked.length > 0
    ? `No cause was found: of what was asked (${asked.join(', ')}) nothing answered.`
    : 'No cause was found: nothing could be looked at.'
}

// What could not be looked at, in words for people.

/** A tool that failed is a place nobody has looked. Several that failed for one reason are told with it, once. */
export function notSeen(scene: Scene): string[] {
  const { exhibits, subject } = scene
  const failed = exhibits.filter((exhibit) => !exhibit.result.success && isWorthTelling(exhibit, scene))
  const byReason = Map.groupBy(failed, ({ result }) => result.error ?? result.message ?? 'failed')
  const reasons = [...byReason].map(([reason, those]) => {
    const plugins = new Set(those.map(({ plugin }) => plugin))
    return `${[...plugins].join(', ')}: ${reason}`
  })
  return [...uncompared(subject), ...reasons].slice(0, 10)
}

/** Where no database is in question, that none is known to us is nobody's concern. */
function isWorthTelling(exhibit: Exhibit, scene: Scene): boolean {
  return !isNotConfigured(exhibit) || isDatabaseInQuestion(scene)
}

function uncompared({ uncomparedCluster }: Scene['subject']): string[] {
  if (uncomparedCluster === undefined) return []
  return [
    `The alert names cluster ${uncomparedCluster}, and nobody told Firebreak what its own cluster is called, so the two could not be compared; the alert counts as one of its own. Set CLUSTER_NAME, or infrastructure.cluster in the environment context.`,
  ]
}
