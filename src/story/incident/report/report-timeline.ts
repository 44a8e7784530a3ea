/** The whole timeline on few lines: what follows each other and is alike is told once. */
import type { EventData, EventKind, IncidentEvent } from '../incident-event.ts'
import { tellRhythm } from '../rhythm.ts'
import { code, plain } from './markdown.ts'
import { toolName } from './tool-name.ts'
import type { Voice } from './voice.ts'

/** Under this name Firebreak notes what befell it. */
export const OURSELVES = 'firebreak'

type Words = { [Kind in EventKind]?: (data: EventData[Kind], voice: Voice) => string }

/** Told apart, one line each; a kind without words of its own is told by its name. */
const WORDS: Words = {
  alert_received: ({ sender_id }, { say }) =>
    sender_id ? say('alert received from {sender}', { sender: code(sender_id) }) : say('alert received'),
  alert_cleared: ({ alerts, still_firing: firing, more = 0 }, { say }) =>
    say('{count} alerts cleared, {firing} still firing', { count: alerts.length + more, firing }),
  severity_raised: ({ from, to }, { say, name }) =>
    say('severity raised from {from} to {to}', { from: name(from), to: name(to) }),
  alert_flapping: (beat, { say, tell }) => say('the alert {rhythm}', { rhythm: tell(tellRhythm(beat)) }),
  analysis_found: ({ statement, confidence }, { say, tellNews }) => {
    const [percent, news] = [percentOf(confidence), tellNews(statement)]
    return news === ''
      ? say('found ({percent} %), as said above', { percent })
      : say('found ({percent} %): {statement}', { percent, statement: news })
  },
  instruction_flagged: ({ where }, { say }) => say('text that gives orders, in {where}', { where: plain(where) }),
  diagnosis_completed: ({ version, confidence, source }, { say, name }) =>
    say('diagnosis {version} by {source} ({percent} %)', {
      version,
      source: name(source),
      percent: percentOf(confidence),
    }),
  proposal_created: ({ version, risk_level }, { say, name }) =>
    say('plan {version} proposed, {risk} risk', { version, risk: name(risk_level) }),
  plan_handed_in: ({ by, why }, { say }) => say('plan handed in by {by}: {why}', { by: plain(by), why: plain(why) }),
  policy_refused: ({ plugin, reason, sentence }, { say, tell }) => {
    const values = { plugin: code(plugin), why: tell(sentence) }
    return reason === 'gate'
      ? say('its gate refused {plugin}: {why}', values)
      : say('policy refused {plugin}: {why}', values)
  },
  confirmation_requested: ({ confirm_by }, { say }) =>
    say('a person was asked, until {time}', { time: plain(confirm_by) }),
  confirmation_received: ({ decision, by, via }, { say, name }) =>
    say('{decision} by {by} ({via})', { decision: name(decision), by: plain(by), via: name(via) }),
  action_started: ({ plugin, phase, step }, { say }) => {
    const values = { plugin: code(plugin), step: step + 1 }
    return phase === 'undo'
      ? say('{plugin} began (undoing, step {step})', values)
      : say('{plugin} began (step {step})', values)
  },
  action_completed: ({ plugin, outcome }, { say, name }) =>
    say('{plugin}: {outcome}', { plugin: code(plugin), outcome: name(outcome) }),
  execution_completed: ({ success, duration }, voice) => {
    const seconds = saySeconds(duration, voice)
    return success
      ? voice.say('execution succeeded after {seconds} s', { seconds })
      : voice.say('execution failed after {seconds} s', { seconds })
  },
  verification_completed: ({ outcome }, { say, name }) => say('verification: {outcome}', { outcome: name(outcome) }),
  incident_resolved: ({ resolution, by }, { say, name }) => {
    const how = name(resolution)
    return by ? say('resolved: {how} by {by}', { how, by: plain(by) }) : say('resolved: {how}', { how })
  },
  incident_ignored: ({ by }, { say }) => say('ignored by {by}', { by: plain(by) }),
  incident_escalated: ({ reason }, { say, tellNews }) => {
    const why = tellNews(reason)
    return why === '' ? say('escalated') : say('escalated: {why}', { why })
  },
  incident_expired: ({ reason }, { say, tell }) => say('expired: {why}', { why: tell(reason) }),
  incident_assigned: ({ name, by }, { say }) => {
    if (name === '') return say('handed back by {by}', { by: plain(by) })
    return name === by
      ? say('{by} has it', { by: plain(by) })
      : say('given to {name} by {by}', { name: plain(name), by: plain(by) })
  },
  question_asked: ({ question: number, by, text }, { say }) =>
    say('question {number} by {by}: {text}', { number, by: plain(by), text: plain(text) }),
  question_answered: ({ question: number, text }, { say, tell }) =>
    say('answer to question {number}: {text}', { number, text: tell(text) }),
  incident_gathered: ({ part_of, why }, { say, tell }) => {
    const leader = code(part_of)
    return why ? say('part of {leader}: {why}', { leader, why: tell(why) }) : say('part of {leader}', { leader })
  },
  incident_set_free: ({ part_of, why }, { say, tell }) => {
    const leader = code(part_of)
    return why
      ? say('no longer part of {leader}: {why}', { leader, why: tell(why) })
      : say('no longer part of {leader}', { leader })
  },
  parts_changed: ({ gained_count, lost_count, total }, { say }) =>
    gained_count > 0
      ? say('gained {count} parts, {total} in all', { count: gained_count, total })
      : say('lost {count} parts, {total} in all', { count: lost_count, total }),
  note_added: ({ by, text }, { say, tell }) => (by === OURSELVES ? tell(text) : say('note by {by}', { by: plain(by) })),
}

/** Told together, however many follow each other. */
const TOGETHER: { [Kind in EventKind]?: (all: readonly EventData[Kind][], voice: Voice, until: Date) => string } = {
  tool_call: (calls, voice, until) => sayLooks(calls, voice, until),
  model_turn: ({ length: count }, { say }) =>
    count === 1 ? say('asked the model, one turn') : say('asked the model, {count} turns', { count }),
  alert_repeated: (repeats, voice) => {
    const times = sayTimes(
      repeats.reduce((sum, { count }) => sum + count, 0),
      voice,
    )
    return voice.say('alert repeated {times}', { times })
  },
  chat_message_sent: (messages, { say, name }) =>
    say('told the chat ({what})', { what: counted(messages.map(({ what }) => code(name(what)))) }),
  chat_message_failed: ({ length }, voice) =>
    voice.say('could not tell the chat, {times}', { times: sayTimes(length, voice) }),
}

export function timelineOf(events: readonly IncidentEvent[], voice: Voice): string {
  const lines = runsOf(events).map((run) => {
    const [first] = run
    return `- ${momentOf(first.at)} ${tell(run, voice)}`
  })
  return `## ${voice.say('Timeline')}\n\n${lines.join('\n')}`
}

function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
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

function tell(run: Run, voice: Voice): string {
  const [{ kind, data }] = run
  const together = TOGETHER[kind] as ((all: readonly unknown[], voice: Voice, until: Date) => string) | undefined
  if (together)
    return together(
      run.map((event) => event.data),
      voice,
      (run.at(-1) ?? run[0]).at,
    )
  const words = WORDS[kind] as ((data: unknown, voice: Voice) => string) | undefined
  return words ? words(data, voice) : voice.name(kind)
}

type Looks = readonly EventData['tool_call'][]

/** So few are told by their names alone. */
const FEW_LOOKS = 4

/** A verification asks the same again and again: how often, for how long, and which answers became others. */
function sayLooks(calls: Looks, { say }: Voice, until: Date): string {
  const told = (names: readonly string[]) => counted(names.map((tool) => toolName(tool, { say })))
  const tools = told(calls.map(({ tool }) => tool))
  if (calls.length <= FEW_LOOKS) return say('looked with {tools}', { tools })
  const looked = say('looked {count} times, until {time}: {tools}', {
    count: calls.length,
    time: momentOf(until),
    tools,
  })
  const changed = changedAnswers(calls)
  return changed.length === 0 ? looked : say('{looked}; answers changed of {tools}', { looked, tools: told(changed) })
}

/** The tools by which something was answered differently than the time before, once for each such question. */
function changedAnswers(calls: Looks): string[] {
  const questions = Map.groupBy(calls, ({ tool, parameters }) => JSON.stringify([tool, parameters]))
  return [...questions.values()].flatMap((same) => {
    const answers = new Set(same.map(({ result }) => JSON.stringify(result)))
    return answers.size > 1 ? same.slice(0, 1).map(({ tool }) => tool) : []
  })
}

/** `get_pod_logs ×3, list_pods`. */
function counted(names: readonly string[]): string {
  const groups = Map.groupBy(names, (name) => name)
  return [...groups].map(([name, { length }]) => (length > 1 ? `${name} ×${length}` : name)).join(', ')
}

function percentOf(confidence: number): number {
  return Math.round(confidence * 100)
}

/** Whole seconds that have passed, as the page of the incident counts them. */
export function sayDuration(from: Date, to: Date, { say }: Voice): string {
  const seconds = Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const parts = [
    ...(hours > 0 ? [say('{count} h', { count: hours })] : []),
    ...(minutes > 0 ? [say('{count} min', { count: minutes })] : []),
    ...(rest > 0 || seconds < 60 ? [say('{count} s', { count: rest })] : []),
  ]
  return parts.join(' ')
}

/** Whole ones; nothing takes no time. */
export function saySeconds(whole: number, { say }: Voice): string {
  return whole < 1 ? say('less than 1') : String(whole)
}

/** `once`, `3 times`. */
export function sayTimes(count: number, { say }: Voice): string {
  return count === 1 ? say('once') : say('{count} times', { count })
}
