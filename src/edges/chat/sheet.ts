/** What a card says, before it has a form: the card and its plain text are both written from this. */
import type { CardView } from '../../ports/people.ts'
import { type CardWords, cardWords } from './card-words.ts'
import { planText } from './plan-text.ts'
import { oneLine, quoted } from './strange-words.ts'

type Section = { label: string; text: string }

export type Sheet = {
  title: string
  facts: readonly Section[]
  before: readonly Section[]
  plan: Section | undefined
  /** The plan of the other view; whole or not at all, as the first. */
  alternative: Section | undefined
  after: readonly Section[]
  /** The model's own prose, kept away from what we say. */
  prose: Section | undefined
  decision: { word: string; by: string; at: string } | undefined
}

/** How much of what may be shortened is shown. */
type Detail = {
  findings: number
  findingCharacters: number
  conclusionCharacters: number
  backgroundLines: number
  proseCharacters: number
}

/** From the most to the least. The plan is not among what may be shortened. */
const DETAILS: readonly Detail[] = [
  { findings: 10, findingCharacters: 300, conclusionCharacters: 1500, backgroundLines: 10, proseCharacters: 1500 },
  { findings: 6, findingCharacters: 200, conclusionCharacters: 800, backgroundLines: 5, proseCharacters: 500 },
  { findings: 3, findingCharacters: 120, conclusionCharacters: 400, backgroundLines: 0, proseCharacters: 0 },
  { findings: 0, findingCharacters: 0, conclusionCharacters: 200, backgroundLines: 0, proseCharacters: 0 },
]

/**
 * The fullest sheet whose form is small enough. A plan is shown whole or not at all: what does not fit even then is left
 * out with a sentence that says so, and cannot be confirmed from here.
 */
export function fitSheet<Form>(
  view: CardView,
  form: (sheet: Sheet, isWhole: boolean) => Form,
  isSmallEnough: (form: Form) => boolean,
): { form: Form; isWhole: boolean } {
  for (const detail of DETAILS) {
    const made = form(writeSheet(view, detail), true)
    if (isSmallEnough(made)) return { form: made, isWhole: true }
  }
  const words = cardWords(view.language)
  const least = writeSheet(view, DETAILS.at(-1) as Detail)
  const bare = { ...least, plan: { label: words.plan, text: words.tooLong }, alternative: undefined }
  return { form: form(bare, false), isWhole: false }
}

const TITLE_CHARACTERS_MAX = 150
const WORD_CHARACTERS_MAX = 100
const SENTENCE_CHARACTERS_MAX = 600
const FLAGS_MAX = 10

function writeSheet(view: CardView, detail: Detail): Sheet {
  const words = cardWords(view.language)
  return {
    title: `${word(view.incidentId)} ${words.states[view.state]}: ${oneLine(words.said(view.title), TITLE_CHARACTERS_MAX)}`,
    facts: factsOf(view, words),
    before: [
      conclusionOf(view, detail, words),
      partsOf(view, words),
      { label: words.rhythm, text: oneLine(words.said(view.rhythm ?? ''), SENTENCE_CHARACTERS_MAX) },
      flagsOf(view, words),
      findingsOf(view, detail, words),
      knowledgeOf(view, detail, words),
      backgroundOf(view, detail, words),
    ].filter(isFilled),
    plan: planOf(view, words),
    alternative: alternativeOf(view, detail, words),
    after: [...outcomeOf(view, words), verdictOf(view, detail, words)].filter(isFilled),
    prose: proseOf(view, detail, words),
    decision: decisionOf(view, words),
  }
}

function factsOf(view: CardView, words: CardWords): Section[] {
  const facts: [label: string, text: string | undefined][] = [
    [words.severity, words.severities[view.severity] ?? view.severity],
    [words.status, words.statuses[view.status] ?? view.status],
    [words.risk, words.severities[view.riskLevel ?? ''] ?? view.riskLevel],
    [words.team, view.team],
    [words.onCall, view.oncall],
    [words.inHandOf, view.assignee],
    [words.decideBefore, view.state === 'waiting' && view.expiresAt ? minuteOf(view.expiresAt) : undefined],
  ]
  return facts.flatMap(([label, text]) => (text ? [{ label, text: word(text) }] : []))
}

function conclusionOf({ conclusion, confidence, source }: CardView, detail: Detail, words: CardWords): Section {
  const percent = confidence === undefined ? undefined : Math.round(Math.min(1, Math.max(0, confidence)) * 100)
  return {
    label: words.conclusion(source, percent),
    text: oneLine(words.said(conclusion), detail.conclusionCharacters),
  }
}

function flagsOf({ flags }: CardView, words: CardWords): Section {
  const lines = flags.slice(0, FLAGS_MAX).map((flag) => `• ${oneLine(words.said(flag), SENTENCE_CHARACTERS_MAX)}`)
  return { label: words.flags, text: lines.join('\n') }
}

function findingsOf({ findings }: CardView, detail: Detail, words: CardWords): Section {
  const shown = findings.slice(0, detail.findings).map(({ text, seenIn }) => {
    const place = seenIn === '' ? '' : words.seenIn(word(seenIn))
    return `• ${oneLine(words.said(text), detail.findingCharacters)}${place}`
  })
  const left = findings.length - shown.length
  return { label: words.findings, text: [...shown, ...(left > 0 ? [words.more(left)] : [])].join('\n') }
}

const KNOWLEDGE_CHARACTERS_MAX = 500

function knowledgeOf({ knowledge = [] }: CardView, { backgroundLines }: Detail, words: CardWords): Section {
  const lines = knowledge.slice(0, backgroundLines).map((line) => `• ${oneLine(line, KNOWLEDGE_CHARACTERS_MAX)}`)
  return { label: words.knowledge, text: lines.join('\n') }
}

const BACKGROUND_CHARACTERS_MAX = 300

function partsOf({ parts = [] }: CardView, words: CardWords): Section {
  return {
    label: words.parts,
    text: parts.map((line) => `• ${oneLine(line, TITLE_CHARACTERS_MAX)}`).join('\n'),
  }
}

function backgroundOf({ background = [] }: CardView, { backgroundLines }: Detail, words: CardWords): Section {
  const lines = background.slice(0, backgroundLines).map((line) => `• ${oneLine(line, BACKGROUND_CHARACTERS_MAX)}`)
  return { label: words.background, text: lines.join('\n') }
}

function planOf({ plan, state }: CardView, words: CardWords): Section | undefined {
  if (plan.length === 0) return undefined
  return { label: state === 'waiting' ? words.wouldRun : words.plan, text: planText(plan) }
}

function alternativeOf({ alternative }: CardView, detail: Detail, words: CardWords): Section | undefined {
  if (!alternative) return undefined
  const why = oneLine(words.said(alternative.conclusion), detail.conclusionCharacters)
  return { label: words.alternative, text: `${why}\n${planText(alternative.plan)}` }
}

function outcomeOf({ rollbackPlan, outcome, decision }: CardView, words: CardWords): Section[] {
  return [
    { label: words.wayBack, text: oneLine(words.said(rollbackPlan ?? ''), SENTENCE_CHARACTERS_MAX) },
    { label: words.comment, text: oneLine(decision?.comment ?? '', SENTENCE_CHARACTERS_MAX) },
    { label: words.outcome, text: oneLine(words.said(outcome ?? ''), SENTENCE_CHARACTERS_MAX) },
  ]
}

/** Each line whole: a comparison that breaks off in the middle says nothing. */
function verdictOf({ verdict = [] }: CardView, detail: Detail, words: CardWords): Section {
  const shown = verdict.slice(0, detail.findings).map(({ at, ...reason }) => words.compared(reason, minuteOf(at)))
  const lines = shown.map((line) => `• ${oneLine(line, SENTENCE_CHARACTERS_MAX)}`)
  const left = verdict.length - lines.length
  return { label: words.verdict, text: [...lines, ...(left > 0 ? [words.more(left)] : [])].join('\n') }
}

function proseOf({ modelText = '' }: CardView, { proseCharacters }: Detail, words: CardWords): Section | undefined {
  if (modelText.trim() === '' || proseCharacters === 0) return undefined
  return { label: words.prose, text: quoted(modelText, proseCharacters) }
}

const DECISIONS = [
  ['confirm', 'confirmed'],
  ['reject', 'rejected'],
  ['rediagnos', 'lookAgainAsked'],
  ['request_rediagnosis', 'lookAgainAsked'],
  ['ignore', 'ignored'],
] as const

function decisionOf({ decision }: CardView, words: CardWords): Sheet['decision'] {
  if (decision === undefined) return undefined
  const known = DECISIONS.find(([begin]) => decision.decision.startsWith(begin))
  return { word: known ? words[known[1]] : word(decision.decision), by: word(decision.by), at: minuteOf(decision.at) }
}

/** `2025-01-01 09:12 UTC`; what is no time is shown as it is. */
function minuteOf(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return word(time)
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function word(text: string): string {
  return oneLine(text, WORD_CHARACTERS_MAX)
}

function isFilled({ text }: Section): boolean {
  return text !== ''
}
