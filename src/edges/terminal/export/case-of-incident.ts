/**
 * An incident as a case of `npm run evaluate`, so that what happened in production becomes a regression test. Of the world
 * only what the plugins answered is known: the answers themselves are the case's world.
 */
import type { PluginResult } from '../../../plugins/plugin.ts'
import { firstLine } from '../../../story/alert/title.ts'
import { lookOf } from '../../../story/diagnosis/begin-look.ts'
import type { WholeIncident } from '../../../story/incident/incident.ts'
import type { IncidentEvent } from '../../../story/incident/incident-event.ts'
import type { Proposal } from '../../../story/incident/proposal.ts'
import { draftExpectation } from './draft-expectation.ts'

type Given = {
  incident: WholeIncident
  events: readonly IncidentEvent[]
  /** The settings a diagnosis depends on. */
  config: Readonly<Record<string, unknown>>
  context: Readonly<Record<string, unknown>>
}

export function caseOfIncident({ incident, events, config, context }: Given) {
  const asked = callsOfDiagnosis(events)
  return {
    id: incident.id.toLowerCase(),
    title: incident.title,
    difficulty: 'unrated',
    tags: ['exported', incident.category],
    source: `exported from ${incident.id}`,
    notes: NOTES,
    alert: alertOf(incident),
    world: {
      now: momentOf(asked, incident),
      config,
      environment_context: context,
      recorded: { calls: asked.map(({ call }) => call), intentions: intentionsOf(incident.proposal) },
    },
    expect: draftExpectation(incident),
  }
}

const NOTES = [
  'world.recorded holds what the plugins answered during the diagnosis, and what each step of the plan would have changed.',
  'It is not the world itself: what nobody asked then is not known, and a question that was not asked then fails as not recorded; answers longer than a plugin may give were cut; secrets are masked; the knowledge base, the metrics server and the cluster behind the answers are not in it.',
  'config and environment_context are those of the moment of the export.',
  'expect was drafted from what was found and verified. Read it before you rely on it: a plan that was never carried out is tolerated and not asked for, and one that did not help must not be proposed again.',
].join(' ')

type RecordedCall = { plugin: string; parameters: unknown; result: PluginResult }
type Asked = { at: Date; seconds: number; call: RecordedCall }

/** Of the diagnosis in force; what was seen before an interruption, or by the verification afterwards, is another world. */
function callsOfDiagnosis(events: readonly IncidentEvent[]): Asked[] {
  const begin = events.findLastIndex(({ kind }) => kind === 'diagnosis_started')
  const since = events.slice(begin + 1)
  const end = since.findIndex(({ kind }) => kind === 'diagnosis_completed')
  const calls = since
    .slice(0, end === -1 ? undefined : end)
    .filter(({ kind, data }) => kind === 'tool_call' && !['question', 'person'].includes(String(data.by)))
  const last = Math.max(...calls.map(({ data }) => lookOf(String(data.call))))
  return calls
    .filter(({ data }) => lookOf(String(data.call)) === last)
    .map(({ at, data: { tool, parameters, result, seconds } }) => ({
      ...{ at, seconds: Number(seconds) || 0 },
      call: { plugin: String(tool), parameters, result: result as PluginResult },
    }))
}

/** When the first question was asked: ages are counted from then. */
function momentOf([first]: readonly Asked[], { createdAt }: WholeIncident): string {
  return (first ? new Date(first.at.getTime() - first.seconds * 1000) : createdAt).toISOString()
}

function intentionsOf(proposal: Proposal | undefined) {
  const actions = proposal?.purpose === 'remedy' ? proposal.actions : []
  return actions.map(({ plugin, parameters, targets, changes, commands, risk, preconditions, rollback }) => ({
    plugin,
    parameters,
    intention: { effect: { targets, changes, commands, risk }, preconditions, rollback },
  }))
}

/** As whoever sent it would send it again, in the dialect that loses nothing of it. */
function alertOf(incident: WholeIncident): unknown {
  const { title, description, members, senderId } = incident
  const [first] = members
  const isSentence = members.length <= 1 && Object.keys(first?.annotations ?? {}).length === 0
  if (isSentence && title === firstLine(description))
    return { message: description, metadata: first?.labels ?? {}, ...(senderId !== '' && { sender_id: senderId }) }
  return {
    version: '4',
    groupKey: `{}:{exported="${incident.id}"}`,
    status: 'firing',
    receiver: 'firebreak',
    alerts: members.map(({ key, name, labels, annotations, startsAt }) => ({
      status: 'firing',
      labels: { alertname: name, ...labels },
      annotations: isSentence ? { summary: title, description } : annotations,
      ...(startsAt !== undefined && { startsAt }),
      fingerprint: key,
    })),
  }
}
