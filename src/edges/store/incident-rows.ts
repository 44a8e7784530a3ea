/** Rows of incidents read into our own types: the one place that knows both names. */
import type { Category } from '../../story/incident/category.ts'
import type { IncidentMember, IncidentSummary, WholeIncident } from '../../story/incident/incident.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Severity } from '../../story/incident/severity.ts'

export type SummaryRow = {
  id: string
  title: string
  status: Status
  severity: Severity
  category: Category
  created_at: Date
  closed_at: Date | null
  assigned_to: string | null
  assigned_by: string | null
  assigned_at: Date | null
  part_of: string | null
  went: number
  comes_since: Date | null
  went_at: Date | null
  calm_since: Date | null
  confirm_by: Date | null
}

/** A column that is forgotten here does not compile; every question for a summary asks for exactly these. */
const SUMMARY: Readonly<Record<keyof SummaryRow, true>> = {
  id: true,
  title: true,
  status: true,
  severity: true,
  category: true,
  created_at: true,
  closed_at: true,
  assigned_to: true,
  assigned_by: true,
  assigned_at: true,
  part_of: true,
  went: true,
  comes_since: true,
  went_at: true,
  calm_since: true,
  confirm_by: true,
}

export const SUMMARY_COLUMNS = Object.keys(SUMMARY)
  .map((column) => `incidents.${column}`)
  .join(', ')

/** Beside the columns, on the rows that are shown: how many each of them leads. */
export const PARTS_COUNT =
  '(SELECT count(*)::int FROM incidents AS part WHERE part.part_of = incidents.id) AS parts_count'

/** A row of a page beside the total of all; without an incident where the page is empty. */
export type CountedRow = { total: number } & (ListedRow | { id: null })

export type ListedRow = SummaryRow & { parts_count: number }

export type IncidentRow = ListedRow & {
  description: string
  source: string
  fingerprint: string
  sender_id: string
  chat_id: string
  resolution: string | null
  repeat_count: number
  updated_at: Date
  proposal_digest: string | null
  alternative_digest: string | null
  execution_result: string | null
  feedback: string | null
}

export type MemberRow = {
  key: string
  state: 'firing' | 'resolved'
  severity: Severity | null
  name: string
  labels: string
  annotations: string
  starts_at: string | null
}

export function readSummary({
  id,
  title,
  status,
  severity,
  category,
  created_at,
  closed_at,
  confirm_by,
  part_of,
  parts_count: partsCount = 0,
  ...row
}: SummaryRow & Partial<ListedRow>): IncidentSummary {
  const closedAt = closed_at ?? undefined
  const resolvedAt = status === 'resolved' ? closedAt : undefined
  const assignee = readAssignee(row)
  const partOf = part_of ?? undefined
  const times = { createdAt: created_at, closedAt, resolvedAt, confirmBy: confirm_by ?? undefined }
  return { id, title, status, severity, category, ...times, assignee, partOf, partsCount, rhythm: readRhythm(row) }
}

function readAssignee({
  assigned_to,
  assigned_by,
  assigned_at,
}: Pick<SummaryRow, 'assigned_to' | 'assigned_by' | 'assigned_at'>) {
  if (assigned_to === null || assigned_by === null || assigned_at === null) return undefined
  return { name: assigned_to, by: assigned_by, at: assigned_at }
}

type RhythmRow = Pick<SummaryRow, 'went' | 'comes_since' | 'went_at' | 'calm_since'>

function readRhythm({ went: times, comes_since: since, went_at: lastAt, calm_since }: RhythmRow) {
  return since && lastAt ? { times, since, lastAt, calmSince: calm_since ?? undefined } : undefined
}

export function readCounted(rows: readonly CountedRow[]): { items: IncidentSummary[]; total: number } {
  const items = rows.flatMap((row) => (row.id === null ? [] : [readSummary(row)]))
  return { items, total: rows[0]?.total ?? 0 }
}

/** What belongs to an incident and lives in rows of its own. */
type Belongings = {
  members: WholeIncident['members']
  memberCounts: WholeIncident['memberCounts']
  diagnosis: WholeIncident['diagnosis']
  proposal: WholeIncident['proposal']
  alternative: WholeIncident['alternative']
  usage: WholeIncident['usage']
  gathering: WholeIncident['gathering']
}

export function readIncident(row: IncidentRow, belongings: Belongings): WholeIncident {
  return {
    ...readSummary(row),
    description: row.description,
    source: row.source,
    fingerprint: row.fingerprint,
    senderId: row.sender_id,
    chatId: row.chat_id,
    resolution: row.resolution ?? undefined,
    repeatCount: row.repeat_count,
    updatedAt: row.updated_at,
    execution:
      row.execution_result === null ? undefined : (JSON.parse(row.execution_result) as WholeIncident['execution']),
    feedback: row.feedback ?? undefined,
    ...belongings,
  }
}

export function readMember({ key, state, severity, name, labels, annotations, starts_at }: MemberRow): IncidentMember {
  return {
    key,
    state,
    ...(severity && { severity }),
    name,
    labels: JSON.parse(labels) as Record<string, string>,
    annotations: JSON.parse(annotations) as Record<string, string>,
    startsAt: starts_at ?? undefined,
  }
}
