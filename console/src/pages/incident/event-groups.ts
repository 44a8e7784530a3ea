/** What the timeline can be narrowed to. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { phrase } from '../../language/phrase.ts'

type Kind = IncidentEvent['type']

export const GROUPS = {
  alert: phrase('Alert'),
  diagnosis: phrase('Diagnosis'),
  calls: phrase('Tool calls'),
  model: phrase('Model'),
  plan: phrase('Plan and decision'),
  execution: phrase('Execution'),
  people: phrase('Notes and questions'),
  chat: phrase('Chat'),
  end: phrase('Outcome'),
} as const

export type Group = keyof typeof GROUPS

export const ALL_GROUPS = Object.keys(GROUPS) as Group[]

export const GROUP_OF: Record<Kind, Group> = {
  alert_received: 'alert',
  alert_repeated: 'alert',
  alert_cleared: 'alert',
  severity_raised: 'alert',
  alert_flapping: 'alert',
  diagnosis_started: 'diagnosis',
  tool_call: 'calls',
  analysis_found: 'diagnosis',
  model_turn: 'model',
  instruction_flagged: 'diagnosis',
  diagnosis_completed: 'diagnosis',
  proposal_created: 'plan',
  plan_handed_in: 'plan',
  policy_refused: 'plan',
  confirmation_requested: 'plan',
  confirmation_received: 'plan',
  execution_started: 'execution',
  action_started: 'execution',
  action_completed: 'execution',
  execution_completed: 'execution',
  verification_completed: 'execution',
  rollback_proposed: 'plan',
  rollback_completed: 'execution',
  incident_resolved: 'end',
  incident_ignored: 'end',
  incident_escalated: 'end',
  incident_expired: 'end',
  incident_assigned: 'people',
  incident_gathered: 'alert',
  incident_set_free: 'alert',
  parts_changed: 'alert',
  note_added: 'people',
  question_asked: 'people',
  question_answered: 'people',
  chat_message_sent: 'chat',
  chat_message_failed: 'chat',
}

/** `plan,execution` of an address; nothing known means everything. */
export function readGroups(text: string | undefined): Group[] {
  return (text ?? '').split(',').filter((word): word is Group => Object.hasOwn(GROUPS, word))
}

export type Order = 'newest' | 'oldest'
