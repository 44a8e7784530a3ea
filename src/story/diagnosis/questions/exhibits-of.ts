/** The evidence of an incident, read back from its timeline: what the diagnosis in force saw, and what people and their questions brought since. */
import type { PluginResult } from '../../../plugins/plugin.ts'
import type { IncidentEvent } from '../../incident/incident-event.ts'
import { lookOf } from '../begin-look.ts'
import type { Exhibit } from '../evidence.ts'

/** The newest of all, so that a long history does not crowd out what is so now. */
const QUESTIONED_MAX = 60

export function exhibitsOf(events: readonly IncidentEvent[]): Exhibit[] {
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

export function isQuestioned({ kind, data }: IncidentEvent): boolean {
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
