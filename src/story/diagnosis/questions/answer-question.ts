/** Answers a question of a person from what was seen. */
import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import type { PluginResult } from '../../../plugins/plugin.ts'
import type { IncidentEvent } from '../../incident/incident-event.ts'
import type { Answer } from '../../incident/question.ts'
import { lookOf } from '../begin-look.ts'
import { handNames } from '../diagnose-incident.ts'
import type { Exhibit } from '../evidence.ts'
import { createRecogniser } from '../instructions/gives-orders.ts'
import { type Asking, askAbout, type QuestionParts } from './ask-about.ts'
import { knownOf } from './known-of.ts'

/**
 * The front of the room of questions: a person asks about an incident, and gets an answer with quotes from its evidence.
 * Nothing is changed by it. Where no model can speak, what the lenses know of those the question names is the answer, or
 * what is written down of the incident.
 */
export async function answerQuestion(parts: QuestionParts, asking: Asking): Promise<Answer> {
  const { incident, events, question } = asking
  const exhibits = exhibitsOf(events)
  const environment = readEnvironment(await parts.currentEnvironment())
  const known = knownOf(question.text, { diagnosis: incident.diagnosis ?? {}, exhibits, environment })
  const fromRecords = (note: string): Answer => ({
    text: known?.text ?? parts.inPlainWords(asking, question.text),
    by: 'records',
    findings: known?.findings ?? [],
    note,
  })
  if (!(await parts.mind.isConfigured())) return fromRecords('')
  const asked = events.filter(isQuestioned)
  const given = {
    ...{ ...asking, exhibits, known, callsBefore: asked.length },
    ownCallsBefore: asked.filter(({ data }) => String(data.call).startsWith(`Q${question.number}.`)).length,
    givesOrders: createRecogniser(handNames(parts.mind.plugins())),
  }
  const said = await askAbout(parts, given)
  if ('failure' in said) return fromRecords(`No model answers: ${said.failure} This is what is written down.`)
  const { redact } = parts.mind.redactor
  return {
    text: redact(said.text),
    by: 'model',
    findings: said.findings.map(({ text, evidence }) => ({ text: redact(text), evidence })),
    note: noteOf(said),
  }
}

function noteOf({ findings, problems }: { findings: readonly unknown[]; problems: readonly string[] }): string {
  if (findings.length === 0) return 'Unproven: nothing of it is quoted from the evidence.'
  const { length } = problems
  return length === 0 ? '' : `${length} of its quotes ${length === 1 ? 'was' : 'were'} not found and left out.`
}

// The evidence of an incident, read back from its timeline: what the diagnosis in force saw, and what people and their questions brought since.

/** The newest of all, so that a long history does not crowd out what is so now. */
const QUESTIONED_MAX = 60

function exhibitsOf(events: readonly IncidentEvent[]): Exhibit[] {
  const calls = events.filter(({ kind }) => kind === 'tool_call')
  const questioned = calls.filter((call) => isQuestioned(call) || call.data.by === 'person').slice(-QUESTIONED_MAX)
  return [...callsOfDiagnosis(events), ...questioned].map(readExhibit)
}

/** Every look numbers its calls anew; those that verify are no part of it. */
function callsOfDiagnosis(events: readonly IncidentEvent[]): IncidentEvent[] {
  const began = events.findLastIndex(({ kind }) => kind === 'diagnosis_started')
  const calls = events
    .slice(began + 1)
    .filter(({ kind, data }) => kind === 'tool_call' && (data.by === 'analysis' || data.by === 'model'))
  const last = Math.max(...calls.map(({ data }) => lookOf(String(data.call))))
  return calls.filter(({ data }) => lookOf(String(data.call)) === last)
}

function isQuestioned({ kind, data }: IncidentEvent): boolean {
  return kind === 'tool_call' && data.by === 'question'
}

function readExhibit({ data: { call, tool, parameters, result } }: IncidentEvent): Exhibit {
  return {
    id: String(call),
    plugin: String(tool),
    parameters: parameters as Exhibit['parameters'],
    result: result as PluginResult,
  }
}
