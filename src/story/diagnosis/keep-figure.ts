/**
 * The alert's own figure, point by point over the whole incident, kept with it: it is seen long after the metrics server
 * forgot it. It is asked when the diagnosis is done and takes no part in it, and once more when it was looked whether the
 * plan helped.
 */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { PluginCall } from '../../plugins/plugin.ts'
import type { Incident } from '../incident/incident.ts'
import type { Evidence } from './evidence.ts'
import { expressionsIn } from './expressions.ts'
import { leftSide } from './lenses/fired.ts'

const MINUTE = 60_000
const BEFORE_MINUTES = 60
const MOST_MINUTES = 24 * 60
/** Enough for a curve; a query that gives many series stays small enough to be kept whole. */
const POINTS = 60
const LEAST_STEP_SECONDS = 15

type Told = Pick<Incident, 'members' | 'createdAt'>

/** What the alert's rule measures and what it compares it with; undefined where the alert does not bring its rule. */
export function ownFigureOf({ members }: Pick<Told, 'members'>): { query: string; bound?: string } | undefined {
  const [expression] = expressionsIn(members[0])
  if (expression === undefined) return undefined
  const { left, operator, threshold } = leftSide(expression)
  return { query: left, ...(operator && threshold && { bound: `${operator} ${threshold}` }) }
}

/** `now` is what a run that is taken up again finds in its journal, so that it asks the same and not twice. */
export async function keepFigure(
  { currentSettings }: { currentSettings: () => Promise<Settings> },
  { incident, evidence, now }: { incident: Told; evidence: Evidence; now: Date },
): Promise<void> {
  const { METRICS_URL } = await currentSettings()
  const question = METRICS_URL ? figureQuestion(incident, now) : undefined
  if (question) await evidence.ask(question.plugin, question.parameters)
}

export function figureQuestion(incident: Told, now: Date): PluginCall | undefined {
  const figure = ownFigureOf(incident)
  if (!figure || figure.query === '') return undefined
  const stated = Date.parse(incident.members[0]?.startsAt ?? '')
  const began = Math.min(incident.createdAt.getTime(), Number.isNaN(stated) ? Number.POSITIVE_INFINITY : stated)
  const start = Math.max(began - BEFORE_MINUTES * MINUTE, now.getTime() - MOST_MINUTES * MINUTE)
  const from = new Date(Math.floor(start / MINUTE) * MINUTE)
  const step = Math.max(LEAST_STEP_SECONDS, Math.ceil((now.getTime() - from.getTime()) / 1000 / POINTS))
  return {
    plugin: 'metrics.query_range',
    parameters: { query: figure.query, start: from.toISOString(), step: `${step}s` },
  }
}
