/**
 * The strongest facts stand under whatever is concluded, for a person reads the cause there even where it is ranked second.
 * Where no rule fits they are the conclusion: the best hypothesis in plain words, with the two next to it.
 */
import type { DiagnosisOutcome, KeyFinding, SeenChange, SeenFact } from '../../incident/diagnosis.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import { holdsQuote } from '../evidence.ts'
import { type Finding, NOTHING_TIES } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { type Hypothesis, UNTIED, type Weighed } from '../weigh.ts'
import { strongestFacts } from './choose-facts.ts'
import { isAkin } from './entity-of.ts'
import { shortQuotes } from './fact.ts'
import { againstOf, confidenceIn } from './grade.ts'
import type { Seen } from './look-through.ts'
import { nothingSeen } from './nothing-seen.ts'
import { countedAnew, type Doubt, doubtOf, writtenBeforehand } from './temper.ts'
import { type Voice, voicesOf } from './voices.ts'

/** What a person reads at one go; the facts keep their part of it. */
const READ_CHARACTERS = 2_950
const FACTS_CHARACTERS = 1_600
const KEY_FINDINGS_MAX = 20

export function tellFacts(
  outcome: DiagnosisOutcome,
  findings: readonly Finding[],
  seen: Seen,
  scene: Scene,
): DiagnosisOutcome {
  const concluded = conclude(outcome, findings, seen, scene)
  const over = concluded.diagnosis.situation === 'recovered' ? undefined : seen.over
  const voices = voicesOf(scene, seen, seen.over?.at)
  const asides = [over?.sentence, countedAnew(scene), announcement(voices), writtenBeforehand(scene, seen)]
  const conclusion = [concluded.diagnosis.conclusion, ...asides].filter(Boolean).join(' ')
  const proof = over ? [{ text: over.sentence, evidence: [...over.evidence] }] : []
  const keyFindings = [...concluded.diagnosis.keyFindings, ...proof]
  const told = { ...concluded, diagnosis: { ...concluded.diagnosis, conclusion, keyFindings } }
  return {
    ...told,
    diagnosis: {
      ...told.diagnosis,
      keyFindings: withFacts(told, [...voices, ...strongestFacts(seen)], { scene, seen }),
    },
  }
}

function conclude(outcome: DiagnosisOutcome, findings: readonly Finding[], seen: Seen, scene: Scene): DiagnosisOutcome {
  const [best] = seen.hypotheses
  if (isGuess(findings) && (best || areStrangers(findings)) && scene.exhibits.length > 0) {
    const isTied = best && (best.ring < UNTIED || !areStrangers(findings))
    return isTied ? hypothesise(outcome, seen, best, scene) : tellStrangers(outcome, seen, scene)
  }
  const doubt = doubtOf(findings, seen)
  if (doubt) return weaken(outcome, doubt)
  return findings.length === 0 && !best ? withNothing(outcome, seen, scene) : outcome
}

/** No rule names what is wrong; what a rule found and does not explain the alert is no answer to it. */
export function isGuess(findings: readonly Finding[]): boolean {
  return findings.every(
    ({ weight, situation, confidence, against }) =>
      weight === 'context' || situation === 'unclear' || confidence < 0.4 || against !== undefined,
  )
}

/** What somebody said beforehand belongs to the answer: it may be meant to be so. */
function announcement(voices: readonly Voice[]): string | undefined {
  const announced = voices.find(({ isAnnounced }) => isAnnounced)
  return announced && `It may be meant to be so, for it was announced: ${announced.text}.`
}

function withFacts(
  { diagnosis: { conclusion, keyFindings } }: DiagnosisOutcome,
  strongest: readonly Weighed[],
  { scene, seen }: { scene: Scene; seen: Seen },
): KeyFinding[] {
  const facts = strongest.flatMap((fact) =>
    keyFindingOf(fact, scene).map((one) => (isBeside(fact, seen) ? { ...one, against: NOTHING_TIES } : one)),
  )
  const news = facts.filter(({ text }) => !keyFindings.some((known) => known.text.includes(text)))
  // What the conclusion has told already is proven last: each line a person reads is a further fact.
  const isTold = ({ text }: KeyFinding) => conclusion.includes(text.replace(/\.$/, ''))
  const further = keyFindings.filter((one) => !isTold(one))
  const own = within(further, Math.max(READ_CHARACTERS - FACTS_CHARACTERS - conclusion.length, 300))
  const fitting = within(
    news.filter((one) => !isTold(one)),
    READ_CHARACTERS - conclusion.length - lengthOf(own),
  )
  const told = keyFindings.filter(isTold)
  const rest = [...news.filter(isTold), ...further.filter((one) => !own.includes(one))]
  // However much was seen, what is concluded keeps its proof.
  const shown = [...own, ...fitting].slice(0, Math.max(0, KEY_FINDINGS_MAX - told.length))
  // Of what is read at all: what the conclusion says already is no news.
  return [...besideLast(shown), ...besideLast([...told, ...rest])].slice(0, KEY_FINDINGS_MAX)
}

/** Where the alert names nobody, nobody can be tied to it. */
function isBeside({ ring }: Pick<Weighed, 'ring'>, { starts }: Pick<Seen, 'starts'>): boolean {
  return ring >= UNTIED && starts.length > 0
}

/** Whatever happens at the same time elsewhere is read last. */
export function besideLast(findings: readonly KeyFinding[]): KeyFinding[] {
  return findings.toSorted((one, other) => Number(one.against !== undefined) - Number(other.against !== undefined))
}

const FACTS_KEPT = 40
const PROOFS_KEPT = 2

/** For whoever asks later, also about those the conclusion does not name. */
export function keptFacts({ facts }: Pick<Seen, 'facts'>, scene: Scene): SeenFact[] {
  return facts.slice(0, FACTS_KEPT).flatMap(({ lens, entity, names, text, evidence }) => {
    const proven = provenOf(evidence, scene).slice(0, PROOFS_KEPT)
    return proven.length === 0 ? [] : [{ lens, entity, names: [...names], text, evidence: proven }]
  })
}

const CHANGES_KEPT = 8

/** In the order they happened, so that they can be marked where figures are drawn; those of others where there are no own ones. */
export function keptChanges({ facts, starts }: Pick<Seen, 'facts' | 'starts'>, scene: Scene): SeenChange[] {
  const all = facts.filter(({ lens, at }) => lens === 'changed' && at !== undefined)
  const own = all.filter((fact) => !isBeside(fact, { starts }))
  const changes = (own.length > 0 ? own : all).flatMap(({ at, entity, text, evidence }) => {
    const proven = provenOf(evidence, scene).slice(0, PROOFS_KEPT)
    return at && proven.length > 0 ? [{ at: at.toISOString(), entity, text, evidence: proven }] : []
  })
  return changes.slice(0, CHANGES_KEPT).sort((one, other) => one.at.localeCompare(other.at))
}

function provenOf(evidence: Weighed['evidence'], { exhibits }: Scene): Weighed['evidence'] {
  return evidence.filter(({ call, quote }) =>
    exhibits.some(({ id, result }) => id === call && holdsQuote(result, quote)),
  )
}

export function keyFindingOf({ text, evidence }: Weighed, scene: Scene): KeyFinding[] {
  const proven = provenOf(evidence, scene)
  return proven.length === 0 ? [] : [{ text: `${text}.`.replace(/([.!?"])\.$/, '$1'), evidence: proven }]
}

/** As many as fit, the first always. */
function within(findings: readonly KeyFinding[], characters: number): KeyFinding[] {
  let left = characters
  return findings.filter(({ text }, at) => {
    left -= text.length + 1
    return at === 0 || left >= 0
  })
}

function lengthOf(findings: readonly KeyFinding[]): number {
  return findings.reduce((sum, { text }) => sum + text.length + 1, 0)
}

/** Nobody failing whom the alert could mean: others are told as what they are. */
function areStrangers(findings: readonly Finding[]): boolean {
  return findings[0]?.isStranger === true
}

function tellStrangers({ diagnosis }: DiagnosisOutcome, seen: Seen, scene: Scene): DiagnosisOutcome {
  return { wanted: [], diagnosis: { ...diagnosis, conclusion: `${lookedFor(seen, scene)}${diagnosis.conclusion}` } }
}

const WORDS_TOLD = 6

/** Of mere words: whom they were taken to mean, and whether anybody bears them. */
function lookedFor({ whom, starts }: Seen, { cluster }: Scene): string {
  if (!whom.isOfWords || whom.names.length === 0) return ''
  const words = whom.names.slice(0, WORDS_TOLD).join(', ')
  const isBorne = cluster && allWorkloads(cluster).some(({ name }) => starts.some((start) => isAkin(start, name)))
  return cluster && !isBorne
    ? `The alert names nobody by a label; its words (${words}) were looked for, and nothing that was listed bears them. `
    : `The alert names nobody by a label; its words led to ${words}. `
}

function hypothesise({ diagnosis }: DiagnosisOutcome, seen: Seen, best: Hypothesis, scene: Scene): DiagnosisOutcome {
  const [next, ...further] = seen.hypotheses.slice(1, 3)
  const looked = lookedFor(seen, scene)
  const beside = [next, ...further].flatMap((one) => (one ? [sayBeside(one, seen)] : []))
  const nextToIt = beside.length === 0 ? '' : ` Next to it: ${beside.join('; ')}.`
  const facts = stateFirst(leading(best))
  const unnamed = facts[0]?.lens === 'state' ? '' : 'No known situation fits. '
  const opening = isBeside(best, seen)
    ? `Nothing that was seen is tied to the alert; what stands out is ${best.entity}`
    : `What was seen points to ${best.entity}`
  const conclusion = `${looked}${unnamed}${opening}: ${facts.map(({ text }) => text).join('; ')}.${nextToIt}`
  return {
    wanted: [],
    diagnosis: {
      ...diagnosis,
      conclusion,
      confidence: confidenceIn(best, next, seen.onset),
      situation: 'unclear',
      noActionReason: 'This is what was seen, not a proven cause; a person should look before anything is changed.',
      suggestedActions: [
        `Look at ${best.entity} first${next ? `, then at ${next.entity}` : ''}.`,
        ...diagnosis.suggestedActions,
      ],
    },
  }
}

function withNothing(outcome: DiagnosisOutcome, { onset, failures }: Seen, { exhibits }: Scene): DiagnosisOutcome {
  const { diagnosis } = outcome
  if (failures.length > 0 || !/ in what could be seen /.test(diagnosis.conclusion)) return outcome
  const conclusion = `${diagnosis.conclusion} ${nothingSeen(exhibits, onset)}`
  return { ...outcome, diagnosis: { ...diagnosis, conclusion } }
}

const DOUBTFUL = 0.5

/** Both are told, and nothing is done on a cause that the facts do not bear out. */
function weaken({ diagnosis }: DiagnosisOutcome, { reason, against }: Doubt): DiagnosisOutcome {
  const facts = leading(against).map(({ text }) => text)
  return {
    wanted: [],
    diagnosis: {
      ...diagnosis,
      conclusion: `${diagnosis.conclusion} ${reason}: ${facts.join('; ')}. Both are told, and neither is proven.`,
      confidence: Math.min(diagnosis.confidence, DOUBTFUL),
      situation: diagnosis.situation === 'fault' ? 'fault' : 'unclear',
      noActionReason: `${reason}, so nothing should be changed before a person has looked.`,
    },
  }
}

const ORDER = ['changed', 'fired', 'moved', 'differs', 'state', 'said', 'known'] as const

/** The best of each lens, in the order of a story: what was changed, what moved, what is said. */
export function leading({ facts }: Hypothesis): Weighed[] {
  const bests = ORDER.flatMap((lens) => facts.find((one) => one.lens === lens) ?? [])
  const chosen = [...bests].sort((one, other) => other.score - one.score).slice(0, 3)
  return bests.filter((one) => chosen.includes(one))
}

/** What the cluster itself has a name for comes first: lists show how a conclusion begins. */
function stateFirst(facts: readonly Weighed[]): Weighed[] {
  const states = facts.filter(({ lens }) => lens === 'state')
  return [...states, ...facts.filter((one) => !states.includes(one))]
}

const BESIDE_CHARACTERS = 150

/** With what speaks against it, so that a person can judge the order. */
function sayBeside(hypothesis: Hypothesis, { onset }: Seen): string {
  const { entity, facts } = hypothesis
  return `${entity} (${shortQuotes(facts[0]?.text ?? '', BESIDE_CHARACTERS)}; against it: ${againstOf(hypothesis, onset).join(', ')})`
}
