/** The card of an incident in the platform's JSON 1.0. Whatever comes from outside stands in `plain_text`, which obeys no markup. */
import type { CardState, CardView } from '../../ports/people.ts'
import type { RepeatsWord } from '../../story/incident/repeats.ts'
import { type CardWords, cardWords } from './card-words.ts'
import type { Press } from './chat-record.ts'
import { fitSheet, type Sheet } from './sheet.ts'
import { cut, oneLine } from './strange-words.ts'

type Words = { tag: 'plain_text' | 'lark_md'; content: string }

type Element = { tag: 'div' | 'hr' | 'action' | 'note' } & Readonly<Record<string, unknown>>

export type Card = {
  config: { wide_screen_mode: true; update_multi: true; enable_forward: false }
  header: { template: string; title: Words }
  elements: readonly Element[]
}

/** The platform takes 30 KB; what it counts besides the card itself is its own affair. */
const CARD_BYTES_MAX = 28_000

/** For a platform that finds even that too long. */
export const SHORT_CARD_BYTES_MAX = 12_000

/** `isWhole` is false where the plan did not fit and was left out. */
export function renderCard(view: CardView, bytesMax = CARD_BYTES_MAX): { card: Card; isWhole: boolean } {
  const isSmallEnough = (card: Card) => Buffer.byteLength(JSON.stringify(card)) <= bytesMax
  const { form: card, isWhole } = fitSheet(view, (sheet, whole) => cardOf(view, sheet, whole), isSmallEnough)
  return { card, isWhole }
}

const COLOURS: Record<CardState, string> = {
  open: 'blue',
  waiting: 'orange',
  executing: 'wathet',
  done: 'green',
  failed: 'red',
  closed: 'grey',
}

function cardOf(view: CardView, sheet: Sheet, isWhole: boolean): Card {
  const canConfirm = isWhole && view.plan.length > 0
  const words = cardWords(view.language)
  return {
    // Without update_multi no card can be changed once it was sent.
    config: { wide_screen_mode: true, update_multi: true, enable_forward: false },
    header: { template: COLOURS[view.state], title: plain(sheet.title) },
    elements: [
      {
        tag: 'div',
        fields: sheet.facts.map(({ label, text }) => ({ is_short: true, text: plain(`${label}\n${text}`) })),
      },
      ...sheet.before.flatMap(section),
      ...(sheet.plan ? [{ tag: 'hr' } as const, ...section(sheet.plan)] : []),
      ...(sheet.alternative ? [{ tag: 'hr' } as const, ...section(sheet.alternative)] : []),
      ...decisionElements(sheet.decision, words),
      ...sheet.after.flatMap(section),
      ...(view.state === 'waiting'
        ? [{ tag: 'hr' } as const, buttons(view, canConfirm, words), ignoringButtons(view, words)]
        : []),
      ...(sheet.prose ? [{ tag: 'hr' } as const, ...section(sheet.prose)] : []),
      ...footer(view, words),
    ],
  }
}

function plain(content: string): Words {
  return { tag: 'plain_text', content }
}

/** Labels are words of ours and may be bold; the text below them is anybody's. */
function section({ label, text }: { label: string; text: string }): Element[] {
  return [
    { tag: 'div', text: { tag: 'lark_md', content: `**${label}**` } },
    { tag: 'div', text: plain(text) },
  ]
}

/** An id of the platform's and nothing else: it is the one thing that may call on somebody. */
export const PERSON_ID = /^(ou|on)_[A-Za-z0-9_-]{1,100}$/

function decisionElements(decision: Sheet['decision'], words: CardWords): Element[] {
  if (decision === undefined) return []
  const { word, by, at } = decision
  if (!PERSON_ID.test(by)) return [{ tag: 'div', text: plain(words.decided(word, by, at)) }]
  return [
    { tag: 'div', text: { tag: 'lark_md', content: words.decidedBy(`<at id=${by}></at>`) } },
    { tag: 'div', text: plain(words.decidedAt(word, at)) },
  ]
}

type Labels = { [Name in keyof CardWords]: CardWords[Name] extends string ? Name : never }[keyof CardWords]

type Button = { press: Press; label: Labels; type: 'primary' | 'danger' | 'default'; repeats?: RepeatsWord }

const BUTTONS: readonly Button[] = [
  { press: 'confirm_diagnosis', label: 'confirm', type: 'primary' },
  { press: 'reject_diagnosis', label: 'reject', type: 'danger' },
  { press: 'request_rediagnosis', label: 'lookAgain', type: 'default' },
  { press: 'ignore_incident', label: 'ignore', type: 'default' },
]

/** For whoever wants to say what becomes of the next word of its alerts; without, it counts here until they clear. */
const IGNORING: readonly Button[] = [
  { press: 'ignore_incident', label: 'ignoreOnce', type: 'default', repeats: 'once' },
  { press: 'ignore_incident', label: 'ignoreForAnHour', type: 'default', repeats: 'for_a_time' },
  { press: 'ignore_incident', label: 'silenceLabels', type: 'default', repeats: 'for_labels' },
]

function buttons(view: CardView, canConfirm: boolean, words: CardWords): Element {
  const offered = BUTTONS.filter(({ press }) => press !== 'confirm_diagnosis' || canConfirm)
  const { alternative } = view
  if (!alternative || !canConfirm)
    return { tag: 'action', actions: offered.map((button) => buttonOf(view, button, words)) }
  // Each plan has its own button, bound to its own digest.
  const [confirm, ...others] = offered
  const other = { ...view, plan: alternative.plan, digest: alternative.digest }
  return {
    tag: 'action',
    actions: [
      ...(confirm ? [buttonOf(view, { ...confirm, label: 'confirmFirst' }, words)] : []),
      ...(confirm ? [buttonOf(other, { ...confirm, label: 'confirmOther', type: 'default' }, words)] : []),
      ...others.map((button) => buttonOf(view, button, words)),
    ],
  }
}

function ignoringButtons(view: CardView, words: CardWords): Element {
  return { tag: 'action', actions: IGNORING.map((button) => buttonOf(view, button, words)) }
}

function buttonOf({ incidentId, digest, plan }: CardView, { press, label, type, repeats }: Button, words: CardWords) {
  const value = {
    action: press,
    incident_id: incidentId,
    ...(digest !== undefined && { digest }),
    ...(repeats && { repeats }),
  }
  const names = plan.map(({ plugin }) => oneLine(plugin, 60)).join(', ')
  const question = {
    title: plain(words.runThePlan),
    text: plain(cut(words.thisRuns(names), 300)),
  }
  const confirm = press === 'confirm_diagnosis' ? { confirm: question } : {}
  return { tag: 'button', type, text: plain(words[label]), value, ...confirm }
}

function footer({ state, digest, consoleUrl }: CardView, words: CardWords): Element[] {
  const link = linkTo(consoleUrl)
  const isDecidable = state === 'waiting' && digest !== undefined
  return [
    ...(link ? [{ tag: 'div', text: { tag: 'lark_md', content: `[${words.openIncident}](${link})` } } as const] : []),
    ...(isDecidable ? [{ tag: 'note', elements: [plain(words.planNote(oneLine(digest, 12)))] } as const] : []),
  ]
}

/** Only an address, and one that cannot close the bracket it stands in. */
export function linkTo(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined
  return parsed.href.replace(/[()[\]<>*~@]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
