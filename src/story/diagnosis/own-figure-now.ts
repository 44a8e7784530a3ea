/** Where the alert's own figure stands when something was done about it: what the alert fired on knows whether it helped. */
import type { FigureNow } from '../incident/execution.ts'
import type { Incident, IncidentMember } from '../incident/incident.ts'
import type { Steps } from '../incident/steps.ts'
import { type DiagnosisParts, recordedCall } from './diagnose-incident.ts'
import { Evidence, type Exhibit } from './evidence.ts'
import { expressionsIn } from './expressions.ts'
import { isBeyond, isWhole, leftSide } from './lenses/fired.ts'
import { lastOf, readFigures } from './signals/points.ts'

type Task = { incident: Incident; steps: Steps; signal: AbortSignal }

/** Undefined where the alert does not bring its rule with a number in it, or where nothing of it is measured now. */
export async function ownFigureNow(parts: DiagnosisParts, task: Task): Promise<FigureNow | undefined> {
  const [member] = task.incident.members
  const rule = ruleOf(member)
  const { METRICS_URL } = await parts.currentSettings()
  if (!member || !rule || !METRICS_URL) return undefined
  const evidence = new Evidence(recordedCall(parts.door, task), { by: 'verification' })
  const exhibit = await evidence.ask('metrics.query', { query: rule.left })
  return exhibit && figureIn(exhibit, member, rule)
}

type Rule = { left: string; operator: string; threshold: number }

function ruleOf(member: IncidentMember | undefined): Rule | undefined {
  const { left, operator, threshold = '' } = leftSide(expressionsIn(member)[0] ?? '')
  const bound = Number(threshold)
  if (left === '' || operator === undefined || threshold === '' || !Number.isFinite(bound)) return undefined
  return { left, operator, threshold: bound }
}

/** Of the series that may be the alert's own, the one that is beyond its bound goes before the others. */
function figureIn(exhibit: Exhibit, { labels }: IncidentMember, rule: Rule): FigureNow | undefined {
  const { left, operator, threshold } = rule
  const values = readFigures(exhibit, 'requests')
    .filter((one) => isWhole({ name: one.name ?? '' }, left) && isOf(one.labels, labels))
    .flatMap((one) => lastOf(one) ?? [])
  const beyond = values.find((value) => isBeyond(value, operator, threshold))
  const value = beyond ?? values[0]
  if (value === undefined) return undefined
  const bound = `${operator} ${threshold}`
  return { value, bound, isBeyond: beyond !== undefined, looksBackSeconds: looksBack(left) }
}

/** What both name, both name alike. */
function isOf(metric: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(metric).every(([name, value]) => labels[name] === undefined || labels[name] === value)
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** The longest stretch it is taken over. */
function looksBack(expression: string): number {
  const stretches = [...expression.matchAll(/\[((?:\d+[smhdw])+)/g)].map(([, stretch = '']) =>
    [...stretch.matchAll(/(\d+)([smhdw])/g)].reduce(
      (sum, [, count, unit = '']) => sum + Number(count) * (SECONDS[unit] ?? 0),
      0,
    ),
  )
  return Math.max(0, ...stretches)
}
