/** How the story speaks to people in a chat. Nothing of a platform's own language stands here. */
export type CardState = 'open' | 'waiting' | 'executing' | 'done' | 'failed' | 'closed'

/** One action of a plan, as a person must see it before it runs. It is never shortened. */
export type ShownAction = {
  plugin: string
  parameters: Readonly<Record<string, unknown>>
  changes: readonly { field: string; from: string; to: string }[]
  risk: string
  rollback: string
}

/** What the chat shows of an incident. Every text in it is taken for a stranger's: it is shown, and never obeyed. */
export type CardView = {
  incidentId: string
  state: CardState
  title: string
  severity: string
  status: string
  conclusion: string
  /** Between 0 and 1. */
  confidence?: number
  source?: 'model' | 'analysis'
  findings: readonly { text: string; seenIn: string }[]
  plan: readonly ShownAction[]
  riskLevel?: string
  rollbackPlan?: string
  /** ISO 8601, as all times here. */
  expiresAt?: string
  digest?: string
  /** The plan of the other view, of which it is chosen instead. */
  alternative?: { conclusion: string; plan: readonly ShownAction[]; digest: string }
  /** Prose of the model: shown apart, labelled, and shortened first. */
  modelText?: string
  team?: string
  oncall?: string
  /** Who has it in hand. */
  assignee?: string
  /** What people told us in advance about whom it concerns; shortened early. */
  background?: readonly string[]
  /** Sentences of runbooks and known problems that match, each with its title and why. */
  knowledge?: readonly string[]
  /** Incidents of the same cause that it stands for as well, in words; a few. */
  parts?: readonly string[]
  /** How its alert comes and goes, in words. */
  rhythm?: string
  flags: readonly string[]
  /** Of the fixed words; what is said about the incident stays as it was written. English where it is left out. */
  language?: 'en' | 'zh'
  decision?: { by: string; at: string; decision: string; comment: string }
  outcome?: string
  /** What the verdict on the plan rests on: what was compared, when, and what would have been seen had it not worked. */
  verdict?: readonly { text: string; basis: string; at: string; otherwise: string }[]
  consoleUrl?: string
}

/** What the chat shows of many incidents at once; nothing can be decided on it. */
export type SummaryView = {
  headline: string
  sentence: string
  lines: readonly string[]
  consoleUrl?: string
  language?: CardView['language']
}

export type Message = {
  chatId: string
  /** The same key is one message, however often it is sent: a retry after a lost answer posts nothing twice. */
  key: string
  view?: CardView | SummaryView
  text?: string
  /** People the text calls on, by their id on the platform. Nobody is called on by what the text itself says. */
  mention?: readonly string[]
  /** The message answered to; where it is gone, the answer goes to the chat. */
  replyTo?: string
  inThread?: boolean
}

export type People = {
  /** `asText` where a card was wanted and only text could be shown: such a message cannot be updated. */
  post(message: Message): Promise<{ messageId: string; asText: boolean }>
  update(message: { messageId: string; view: CardView | SummaryView }): Promise<void>
  react(reaction: { messageId: string; mood: 'seen' | 'done' | 'failed' }): Promise<void>
}

/** `retry` with the same key, no sooner than asked; `gone`: send a new message instead; `never`: a person must act first. */
type Remedy = { kind: 'retry'; afterMs: number } | { kind: 'gone' } | { kind: 'never' }

/** A message did not reach its people. The sentence is safe to show in the status. */
export class PeopleUnreachable extends Error {
  readonly remedy: Remedy

  constructor(remedy: Remedy, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'PeopleUnreachable'
    this.remedy = remedy
  }
}
