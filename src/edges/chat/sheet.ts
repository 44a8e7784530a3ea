/** What a card says, before it has a form: the card and its plain text are both written from this. */
import type { CardState, CardView } from '../../ports/people.ts'
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

const TOO_LONG =
  'The plan is too long to be shown here whole, so it cannot be confirmed here. Read it and decide in the console.'

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
  const least = writeSheet(view, DETAILS.at(-1) as Detail)
  const bare = { ...least, plan: { label: 'The plan', text: TOO_LONG }, alternative: undefined }
  return { form: form(bare, false), isWhole: false }
}

const STATE_WORDS: Record<CardState, string> = {
  open: 'is being looked at',
  waiting: 'needs a decision',
  executing: 'is being repaired',
  done: 'is done',
  failed: 'has failed',
  closed: 'is closed',
}

const TITLE_CHARACTERS_MAX = 150
const WORD_CHARACTERS_MAX = 100
const SENTENCE_CHARACTERS_MAX = 600
const FLAGS_MAX = 10

function writeSheet(view: CardView, detail: Detail): Sheet {
  return {
    title: `${word(view.incidentId)} ${STATE_WORDS[view.state]}: ${oneLine(view.title, TITLE_CHARACTERS_MAX)}`,
    facts: factsOf(view),
    before: [
      conclusionOf(view, detail),
      partsOf(view),
      { label: 'The alert comes and goes', text: oneLine(view.rhythm ?? '', SENTENCE_CHARACTERS_MAX) },
      flagsOf(view),
      findingsOf(view, detail),
      knowledgeOf(view, detail),
      backgroundOf(view, detail),
    ].filter(isFilled),
    plan: planOf(view),
    alternative: alternativeOf(view, detail),
    after: outcomeOf(view).filter(isFilled),
    prose: proseOf(view, detail),
    decision: decisionOf(view),
  }
}

function factsOf(view: CardView): Section[] {
  const facts: [label: string, text: string | undefined][] = [
    ['Severity', view.severity],
    ['Status', view.status],
    ['Risk', view.riskLevel],
    ['Team', view.team],
    ['On call', view.oncall],
    ['In hand of', view.assignee],
    ['Decide before', view.state === 'waiting' && view.expiresAt ? minuteOf(view.expiresAt) : undefined],
  ]
  return facts.flatMap(([label, text]) => (text ? [{ label, text: word(text) }] : []))
}

const SOURCES = { model: 'by the model', analysis: 'by analysis' } as const

function conclusionOf({ conclusion, confidence, source }: CardView, detail: Detail): Section {
  const percent = confidence === undefined ? '' : `, ${Math.round(Math.min(1, Math.max(0, confidence)) * 100)} % sure`
  const label = `Conclusion${source ? ` ${SOURCES[source]}` : ''}${percent}`
  return { label, text: oneLine(conclusion, detail.conclusionCharacters) }
}

function flagsOf({ flags }: CardView): Section {
  const lines = flags.slice(0, FLAGS_MAX).map((flag) => `• ${oneLine(flag, SENTENCE_CHARACTERS_MAX)}`)
  return { label: 'Mind', text: lines.join('\n') }
}

function findingsOf({ findings }: CardView, detail: Detail): Section {
  const shown = findings.slice(0, detail.findings).map(({ text, seenIn }) => {
    const place = seenIn === '' ? '' : ` (seen in ${word(seenIn)})`
    return `• ${oneLine(text, detail.findingCharacters)}${place}`
  })
  const left = findings.length - shown.length
  return { label: 'Findings', text: [...shown, ...(left > 0 ? [`… and ${left} more`] : [])].join('\n') }
}

const KNOWLEDGE_CHARACTERS_MAX = 500

function knowledgeOf({ knowledge = [] }: CardView, { backgroundLines }: Detail): Section {
  const lines = knowledge.slice(0, backgroundLines).map((line) => `• ${oneLine(line, KNOWLEDGE_CHARACTERS_MAX)}`)
  return { label: 'What people wrote down', text: lines.join('\n') }
}

const BACKGROUND_CHARACTERS_MAX = 300

function partsOf({ parts = [] }: CardView): Section {
  return {
    label: 'It stands for these as well',
    text: parts.map((line) => `• ${oneLine(line, TITLE_CHARACTERS_MAX)}`).join('\n'),
  }
}

function backgroundOf({ background = [] }: CardView, { backgroundLines }: Detail): Section {
  const lines = background.slice(0, backgroundLines).map((line) => `• ${oneLine(line, BACKGROUND_CHARACTERS_MAX)}`)
  return { label: 'What people told us', text: lines.join('\n') }
}

function planOf({ plan, state }: CardView): Section | undefined {
  if (plan.length === 0) return undefined
  return { label: state === 'waiting' ? 'What would run' : 'The plan', text: planText(plan) }
}

function alternativeOf({ alternative }: CardView, detail: Detail): Section | undefined {
  if (!alternative) return undefined
  const why = oneLine(alternative.conclusion, detail.conclusionCharacters)
  return { label: 'Or instead of it, where this is the cause', text: `${why}\n${planText(alternative.plan)}` }
}

function outcomeOf({ rollbackPlan, outcome, decision }: CardView): Section[] {
  return [
    { label: 'Way back', text: oneLine(rollbackPlan ?? '', SENTENCE_CHARACTERS_MAX) },
    { label: 'Comment', text: oneLine(decision?.comment ?? '', SENTENCE_CHARACTERS_MAX) },
    { label: 'Outcome', text: oneLine(outcome ?? '', SENTENCE_CHARACTERS_MAX) },
  ]
}

function proseOf({ modelText = '' }: CardView, { proseCharacters }: Detail): Section | undefined {
  if (modelText.trim() === '' || proseCharacters === 0) return undefined
  return { label: 'In the words of the model, unchecked', text: quoted(modelText, proseCharacters) }
}

const DECISION_WORDS: readonly [begin: string, word: string][] = [
  ['confirm', 'Confirmed'],
  ['reject', 'Rejected'],
  ['rediagnos', 'Another look was asked for'],
  ['request_rediagnosis', 'Another look was asked for'],
  ['ignore', 'Ignored'],
]

function decisionOf({ decision }: CardView): Sheet['decision'] {
  if (decision === undefined) return undefined
  const known = DECISION_WORDS.find(([begin]) => decision.decision.startsWith(begin))
  return { word: known?.[1] ?? word(decision.decision), by: word(decision.by), at: minuteOf(decision.at) }
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
