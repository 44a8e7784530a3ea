/** The whole timeline on few lines: what follows each other and is alike is told once. */
import type { EventData, EventKind, IncidentEvent } from '../incident-event.ts'
import { tellRhythm } from '../rhythm.ts'
import { code, plain } from './markdown.ts'

type Words = { [Kind in EventKind]?: (data: EventData[Kind]) => string }

/** Told apart, one line each; a kind without words of its own is told by its name. */
const WORDS: Words = {
  alert_received: ({ sender_id }) => (sender_id ? `alert received from ${code(sender_id)}` : 'alert received'),
  alert_cleared: ({ alerts, still_firing, more = 0 }) =>
    `${alerts.length + more} alerts cleared, ${still_firing} still firing`,
  severity_raised: ({ from, to }) => `severity raised from ${plain(from)} to ${plain(to)}`,
  alert_flapping: (beat) => `the alert ${tellRhythm(beat)}`,
  analysis_found: ({ statement, confidence }) => `found (${percent(confidence)}): ${plain(statement)}`,
  instruction_flagged: ({ where }) => `text that gives orders, in ${plain(where)}`,
  diagnosis_completed: ({ version, confidence, source }) =>
    `diagnosis ${version} by ${plain(source)} (${percent(confidence)})`,
  proposal_created: ({ version, risk_level }) => `plan ${version} proposed, ${plain(risk_level)} risk`,
  plan_handed_in: ({ by, why }) => `plan handed in by ${plain(by)}: ${plain(why)}`,
  policy_refused: ({ plugin, reason, sentence }) =>
    `${reason === 'gate' ? 'its gate' : 'policy'} refused ${code(plugin)}: ${plain(sentence)}`,
  confirmation_requested: ({ confirm_by }) => `a person was asked, until ${plain(confirm_by)}`,
  confirmation_received: ({ decision, by, via }) => `${plain(decision)} by ${plain(by)} (${plain(via)})`,
  action_started: ({ plugin, phase, step }) => `${code(plugin)} began (${plain(phase)} ${step + 1})`,
  action_completed: ({ plugin, outcome }) => `${code(plugin)}: ${plain(outcome)}`,
  execution_completed: ({ success, duration }) => `execution ${success ? 'succeeded' : 'failed'} after ${duration} s`,
  verification_completed: ({ outcome }) => `verification: ${plain(outcome.replaceAll('_', ' '))}`,
  incident_resolved: ({ resolution, by }) =>
    `resolved: ${plain(resolution.replaceAll('_', ' '))}${by ? ` by ${plain(by)}` : ''}`,
  incident_ignored: ({ by }) => `ignored by ${plain(by)}`,
  incident_escalated: ({ reason }) => `escalated: ${plain(reason)}`,
  incident_expired: ({ reason }) => `expired: ${plain(reason)}`,
  incident_assigned: ({ name, by }) =>
    name === ''
      ? `handed back by ${plain(by)}`
      : name === by
        ? `${plain(by)} has it`
        : `given to ${plain(name)} by ${plain(by)}`,
  question_asked: ({ question, by, text }) => `question ${question} by ${plain(by)}: ${plain(text)}`,
  question_answered: ({ question, text }) => `answer to question ${question}: ${plain(text)}`,
  incident_gathered: ({ part_of, why }) => `part of ${code(part_of)}${why ? `: ${plain(why)}` : ''}`,
  incident_set_free: ({ part_of, why }) => `no longer part of ${code(part_of)}${why ? `: ${plain(why)}` : ''}`,
  parts_changed: ({ gained_count, lost_count, total }) =>
    `${gained_count > 0 ? `gained ${gained_count}` : `lost ${lost_count}`} parts, ${total} in all`,
  note_added: ({ by }) => `note by ${plain(by)}`,
}

/** Told together, however many follow each other. */
const TOGETHER: { [Kind in EventKind]?: (all: readonly EventData[Kind][]) => string } = {
  tool_call: (calls) => `looked with ${counted(calls.map(({ tool }) => tool))}`,
  model_turn: (turns) => `asked the model, ${turns.length} ${turns.length === 1 ? 'turn' : 'turns'}`,
  alert_repeated: (repeats) => `alert repeated ${sayTimes(repeats.reduce((sum, { count }) => sum + count, 0))}`,
  chat_message_sent: (messages) => `told the chat (${counted(messages.map(({ what }) => what))})`,
  chat_message_failed: (messages) => `could not tell the chat, ${sayTimes(messages.length)}`,
}

export function timelineOf(events: readonly IncidentEvent[]): string {
  const lines = runsOf(events).map((run) => {
    const [first] = run
    return `- ${first.at.toISOString().slice(0, 19).replace('T', ' ')} UTC ${tell(run)}`
  })
  return `## Timeline\n\n${lines.join('\n')}`
}

type Run = [IncidentEvent, ...IncidentEvent[]]

function runsOf(events: readonly IncidentEvent[]): Run[] {
  const runs: Run[] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last && last[0].kind === event.kind && event.kind in TOGETHER) last.push(event)
    else runs.push([event])
  }
  return runs
}

function tell(run: Run): string {
  const [{ kind, data }] = run
  const together = TOGETHER[kind] as ((all: readonly unknown[]) => string) | undefined
  if (together) return together(run.map((event) => event.data))
  const words = WORDS[kind] as ((data: unknown) => string) | undefined
  return words ? words(data) : kind.replaceAll('_', ' ')
}

/** `get_pod_logs ×3, list_pods`. */
function counted(names: readonly string[]): string {
  const groups = Map.groupBy(names, (name) => name)
  return [...groups].map(([name, { length }]) => (length > 1 ? `${code(name)} ×${length}` : code(name))).join(', ')
}

function percent(confidence: number): string {
  return `${Math.round(confidence * 100)} %`
}

export function sayDuration(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, (rest || seconds < 60) && `${rest} s`]
  return parts.filter(Boolean).join(' ')
}

/** `once`, `3 times`. */
export function sayTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
