/** What can happen to an incident, and what is written down of it. Names and fields are those of the timeline. */
import type { EvidenceReference, KeyFinding } from './diagnosis.ts'
import type { Severity } from './severity.ts'

export type EventData = {
  alert_received: { message: string; sender_id: string }
  alert_repeated: { count: number; total: number; message: string }
  /** `more` is how many are not among the names, where there are many. */
  alert_cleared: { alerts: string[]; still_firing: number; more?: number; hold_seconds?: number }
  /** A worse alert fires in it than before; it stays as bad while it is open. */
  severity_raised: { from: Severity; to: Severity }
  /** It has come back; `before` names the incident in which it went the time before, where that is another. */
  alert_flapping: { times: number; seconds: number; every_seconds: number; hold_seconds: number; before?: string }
  diagnosis_started: Record<string, never>
  /** `call` is the number findings refer to; `by` says who asked: analysis, model, verification, question, plan or person, who is named then. */
  tool_call: {
    tool: string
    parameters: Fields
    result: Fields
    call: string
    by: string
    seconds: number
    person?: string
  }
  analysis_found: { kind: string; statement: string; confidence: number; evidence: readonly EvidenceReference[] }
  /** One exchange with the model; `failure` instead of an answer where none came. */
  model_turn: {
    turn: number
    provider: string
    model: string
    asked: string
    answered: string
    calls: string[]
    input_tokens: number
    cached_input_tokens: number
    output_tokens: number
    failure: string
  }
  instruction_flagged: { where: string; text: string }
  diagnosis_completed: { conclusion: string; confidence: number; source: string; version: number }
  proposal_created: {
    version: number
    digest: string
    risk_level: string
    description: string
    actions: PluginCallData[]
    /** The plan of the other view, where there is one. */
    alternatives?: {
      version: number
      digest: string
      risk_level: string
      description: string
      actions: PluginCallData[]
    }[]
  }
  /** Somebody wrote a plan by hand; it is judged now. */
  plan_handed_in: { by: string; via: string; why: string; actions: PluginCallData[] }
  policy_refused: { plugin: string; parameters: Fields; reason: string; sentence: string }
  confirmation_requested: { version: number; digest: string; confirm_by: string }
  confirmation_received: { decision: string; by: string; via: string; comment: string; version: number; digest: string }
  execution_started: { digest: string; actions: PluginCallData[] }
  action_started: { phase: string; step: number; plugin: string; parameters: Fields }
  action_completed: {
    phase: string
    step: number
    plugin: string
    outcome: string
    message: string
    before: Fields
    after: Fields
    seconds: number
  }
  execution_completed: { success: boolean; duration: number; output: string }
  verification_completed: { outcome: string; sentence: string; checks: readonly CheckData[] }
  rollback_proposed: { version: number; digest: string; actions: PluginCallData[] }
  rollback_completed: { success: boolean; output: string }
  incident_resolved: { resolution: string; by: string; comment: string }
  /** `until` with `for_a_time` and `for_labels`, `silence` with the latter. */
  incident_ignored: { by: string; comment: string; repeats?: string; until?: string; silence?: string }
  incident_escalated: { reason: string }
  incident_expired: { reason: string }
  /** Somebody said who has it in hand: himself where both names are the same, nobody where `name` is empty. */
  incident_assigned: { name: string; by: string; via: string }
  /** It is part of another from here on; `by` is `firebreak` where nobody did it by hand. */
  incident_gathered: { part_of: string; why: string; by: string }
  incident_set_free: { part_of: string; why: string; by: string }
  /** What a leader gained and lost: twenty of each are named. */
  parts_changed: {
    gained: string[]
    gained_count: number
    lost: string[]
    lost_count: number
    total: number
    why: string
    by: string
  }
  /** A reaction in the chat is a note with its emoji. */
  note_added: { by: string; text: string; emoji?: string }
  /** `question` is its number. */
  question_asked: { question: number; by: string; via: string; text: string }
  question_answered: {
    question: number
    /** `model`, or `records` where no model spoke. */
    by: string
    text: string
    findings: readonly KeyFinding[]
    note: string
  }
  chat_message_sent: { what: string; chat_id: string; message_id: string }
  chat_message_failed: { what: string; chat_id: string; error: string }
}

type Fields = Readonly<Record<string, unknown>>
type PluginCallData = { plugin: string; parameters: Fields }
/** One thing looked at before and after. */
/** `basis`, `otherwise` and `at` are missing where a check was written down before verdicts carried their reasons. */
export type CheckData = {
  text: string
  before: string
  after: string
  holds: boolean
  /** Which facts were compared, of which generation or moment. */
  basis?: string
  /** What would have been seen had it not worked. */
  otherwise?: string
  /** When it was seen. */
  at?: string
}

export type EventKind = keyof EventData

/** An event still to be written. */
export type NewEvent = { [Kind in EventKind]: { kind: Kind; data: EventData[Kind] } }[EventKind]

export type IncidentEvent = {
  /** A decimal number that grows over all incidents; also the id of the message on the stream. */
  id: string
  kind: EventKind
  at: Date
  data: Record<string, unknown>
}
