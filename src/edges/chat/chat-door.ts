/** Where the platform's callbacks come in: proven, taken once, worked on within the platform's patience, answered in its words. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import { invalid, Problem, unavailable } from '../../problem.ts'
import type { ChatInbox } from '../../story/conversation/chat-store.ts'
import { hearMessage, hearReaction, type MessageParts } from '../../story/conversation/hear-message.ts'
import { hearPress, type PressOutcome } from '../../story/conversation/hear-press.ts'
import type { Heard } from '../../story/conversation/heard.ts'
import type { ChatRecord, ChatRefusal } from './chat-record.ts'
import { pressAnswer } from './press-answer.ts'
import { type ChatRequest, readChatRequest } from './read-chat-request.ts'

type DoorParts = {
  /** Everything the story needs to hear people. */
  conversation: MessageParts
  inbox: ChatInbox
  currentSettings: () => Promise<Settings>
  clock: Clock
  log: Log
  /** The platform gives three seconds. */
  patienceMs?: number
  countCallback: (outcome: string) => void
}

/** Our envelope, and beside it what the platform looks for. */
type ChatAnswer = {
  success: true
  data: Record<string, unknown>
  message?: string
  challenge?: string
} & ReturnType<typeof pressAnswer>

type Worked = Exclude<ChatRecord, { kind: 'challenge' | 'ignore' }>

const PATIENCE_MS = 2_500
const LOOK_AGAIN_MS = 100

export class ChatDoor {
  readonly #parts: DoorParts
  readonly #behind = new Set<Promise<unknown>>()

  constructor(parts: DoorParts) {
    this.#parts = parts
  }

  /** What was answered too early for is finished all the same. */
  async stop(): Promise<void> {
    await Promise.all(this.#behind)
  }

  async answer(request: Pick<ChatRequest, 'headers' | 'raw' | 'path'>): Promise<ChatAnswer> {
    const settings = await this.#parts.currentSettings()
    const record = await this.#read({ ...request, settings, now: this.#parts.clock.now() })
    if (record.kind === 'refused') {
      this.#parts.countCallback(`refused_${record.reason}`)
      throw problemOf(record)
    }
    if (record.kind === 'challenge') return { success: true, data: {}, challenge: record.challenge }
    if (record.kind === 'ignore') return { success: true, data: { handled: 'ignored' }, message: record.reason }
    return this.#withinPatience(record, settings)
  }

  /** Who we are is asked only for what is proven to come from the platform, and only where it matters. */
  async #read(request: ChatRequest): Promise<ChatRecord | ChatRefusal> {
    const record = readChatRequest(request)
    if (record.kind !== 'message') return record
    const ownId = await this.#parts.conversation.ownId()
    return ownId === undefined ? record : readChatRequest({ ...request, ownId })
  }

  async #withinPatience(record: Worked, { ALERT_BOT_IDS = [] }: Settings): Promise<ChatAnswer> {
    const late = new AbortController()
    const work = this.#once(record, late.signal)
    const patience = new AbortController()
    const tooLate = pause(this.#parts.patienceMs ?? PATIENCE_MS, 'too late' as const, patience)
    const outcome = await Promise.race([work, tooLate]).finally(() => patience.abort())
    if (outcome !== 'too late') return outcome
    late.abort()
    this.#goOn(work)
    const isAlert = record.kind === 'message' && record.senderIds.some((id) => ALERT_BOT_IDS.includes(id))
    // A 200 would say that the alert is stored; as it is, the platform sends it again.
    if (isAlert) throw unavailable('The alert could not be stored in time; send it again.')
    return { success: true, data: {} }
  }

  #goOn(work: Promise<ChatAnswer>): void {
    const done = work
      .catch((error) =>
        this.#parts.log.warn({ error: (error as Error).message }, 'A chat callback failed after it was answered.'),
      )
      .finally(() => this.#behind.delete(done))
    this.#behind.add(done)
  }

  /** A repeat gets the answer of the first time; while that is under way, it waits for it. */
  async #once(record: Worked, late: AbortSignal): Promise<ChatAnswer> {
    const { inbox } = this.#parts
    while (!late.aborted) {
      const taken = await inbox.take(record.dedupe)
      if (taken === 'ours') return this.#work(record)
      if (taken !== 'under way') return JSON.parse(taken.answer) as ChatAnswer
      await pause(LOOK_AGAIN_MS)
    }
    throw unavailable('The same callback is still being worked on.')
  }

  async #work(record: Worked): Promise<ChatAnswer> {
    const { inbox, countCallback } = this.#parts
    try {
      const answer = await this.#hear(record)
      // The card belongs to its moment; a repeat must not bring it back.
      const { card: _, ...kept } = answer
      await inbox.keep(record.dedupe, JSON.stringify(kept))
      countCallback(record.kind)
      return answer
    } catch (error) {
      await inbox
        .putBack(record.dedupe)
        .catch(() => 'The store is away; the next delivery takes it over after a while.')
      throw error
    }
  }

  async #hear(record: Worked): Promise<ChatAnswer> {
    const { conversation } = this.#parts
    if (record.kind === 'message') return heardAnswer(await hearMessage(conversation, record))
    if (record.kind === 'reaction') return heardAnswer(await hearReaction(conversation, record))
    const outcome = await hearPress(conversation, record)
    if (!outcome) throw new Problem('NOT_FOUND', 'There is no such incident.')
    return pressedAnswer(outcome)
  }
}

function heardAnswer({ handled, incidentId }: Heard): ChatAnswer {
  return { success: true, data: { handled, ...(incidentId !== undefined && { incident_id: incidentId }) } }
}

function pressedAnswer({ incidentId, status, accepted, reason, notice, view }: PressOutcome): ChatAnswer {
  const data = { incident_id: incidentId, status, accepted, ...(reason !== undefined && { reason }) }
  return { success: true, data, message: notice.text, ...pressAnswer({ notice, ...(view && { view }) }) }
}

/** `action.value: must be an object` names its field. */
function problemOf({ code, sentence }: ChatRefusal): Problem {
  const [, field, message] = /^([\w.]+): (.*)$/.exec(sentence) ?? []
  return code === 'VALIDATION_ERROR' && field && message ? invalid(field, message) : new Problem(code, sentence)
}
