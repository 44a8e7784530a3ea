/** Incidents in the contract's own names. */
import type { Cost } from '../../guidance/settings/model-prices.ts'
import { ownFigureOf } from '../../story/diagnosis/keep-figure.ts'
import { isAcknowledged } from '../../story/incident/assignment.ts'
import type { IncidentMember, IncidentSummary, WholeIncident } from '../../story/incident/incident.ts'
import type { IncidentEvent } from '../../story/incident/incident-event.ts'
import type { RelatedIncident as Related } from '../../story/incident/related.ts'
import { beatOf, type Rhythm, tellRhythm } from '../../story/incident/rhythm.ts'
import type { IncidentDetail, IncidentItem, Member, RelatedIncident } from './contract/incident.ts'
import { type Background, shownBackground } from './shown-background.ts'
import { shownDiagnosis, shownExecution, shownProposal } from './shown-course.ts'

export function itemOf(
  { id, title, status, severity, category, createdAt, closedAt, resolvedAt, ...rest }: IncidentSummary,
  now: Date,
): IncidentItem {
  const { assignee, partOf, partsCount, rhythm, confirmBy } = rest
  return {
    id,
    title,
    status,
    severity,
    category,
    created_at: createdAt.toISOString(),
    ...(resolvedAt ? { resolved_at: resolvedAt.toISOString() } : {}),
    duration: secondsBetween(createdAt, closedAt ?? now),
    ...(status === 'awaiting_approval' && confirmBy && { confirm_by: confirmBy.toISOString() }),
    part_of: partOf ?? null,
    parts_count: partsCount,
    ...(rhythm && { flapping: flappingOf(rhythm) }),
    ...(assignee && {
      assignee: { ...assignee, at: assignee.at.toISOString(), acknowledged: isAcknowledged(assignee) },
    }),
  }
}

function flappingOf(rhythm: Rhythm): NonNullable<IncidentItem['flapping']> {
  const { times, since, lastAt, calmSince } = rhythm
  const beat = beatOf(rhythm)
  return {
    times,
    since: since.toISOString(),
    last_at: lastAt.toISOString(),
    every_seconds: beat.every_seconds,
    calm_since: calmSince?.toISOString() ?? null,
    sentence: tellRhythm(beat),
  }
}

export function relatedOf({ id, title, status, severity, createdAt, why }: Related): RelatedIncident {
  return { id, title, status, severity, created_at: createdAt.toISOString(), why }
}

/** Clocks differ by moments; a duration is never negative. */
function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000))
}

export function memberOf({ startsAt, ...member }: IncidentMember): Member {
  return { ...member, ...(startsAt ? { starts_at: startsAt } : {}) }
}

export function eventOf({ id, kind, at, data }: IncidentEvent) {
  return { id, type: kind, timestamp: at.toISOString(), data }
}

type Shown = { now: Date /** In money, where prices are given. */; cost: Cost | undefined }

function figureOf(incident: WholeIncident) {
  const figure = ownFigureOf(incident)
  return figure ? { figure } : {}
}

export function detailOf(
  incident: WholeIncident,
  events: readonly IncidentEvent[],
  background: Background,
  { now, cost }: Shown,
) {
  const shown = {
    ...itemOf(incident, now),
    parts: [...incident.gathering.parts],
    parts_by_severity: incident.gathering.bySeverity as Record<string, number>,
    parts_by_service: [...incident.gathering.byService],
    description: incident.description,
    source: incident.source,
    fingerprint: incident.fingerprint,
    diagnosis: incident.diagnosis ? shownDiagnosis(incident.diagnosis) : null,
    proposal: incident.proposal ? shownProposal(incident.proposal, incident.alternative) : null,
    execution_result: incident.execution ? shownExecution(incident.execution) : null,
    ...shownBackground(background),
    events: events.map(eventOf) as IncidentDetail['events'],
    updated_at: incident.updatedAt.toISOString(),
    ...(incident.resolution ? { resolution: incident.resolution } : {}),
    ...figureOf(incident),
    repeat_count: incident.repeatCount,
    alerts: incident.members.map(memberOf),
    alert_counts: incident.memberCounts,
    usage: {
      turns: incident.usage.turns,
      input_tokens: incident.usage.inputTokens,
      cached_input_tokens: incident.usage.cachedInputTokens,
      output_tokens: incident.usage.outputTokens,
      ...(cost && { cost: cost.amount, currency: cost.currency }),
    },
  }
  return shown satisfies Omit<IncidentDetail, 'related'>
}
