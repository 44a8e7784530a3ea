/** Silences as people look at them: with what each holds back, and what one would hold back today. */
import type { Matcher } from '../../guidance/silences/matcher.ts'
import type { Silence, SilenceState } from '../../guidance/silences/silence.ts'
import type { Alert } from '../../story/alert/alert.ts'
import type { Severity } from '../../story/incident/severity.ts'
import type { Database, Queryable } from './database.ts'
import { sharedMatchers } from './shared-labels.ts'
import { previewSilence, type SilencePreview } from './silence-preview.ts'
import { readSilence, SILENCE_COLUMNS, type SilenceRow } from './silence-records.ts'

export type ListedSilence = Silence & {
  state: SilenceState
  held: { alerts: number; firing: number; notifications: number; lastAt: Date | undefined }
}

export type HeldAlert = {
  key: string
  name: string
  state: 'firing' | 'resolved' | 'heard'
  severity: Severity
  source: string
  title: string
  labels: Readonly<Record<string, string>>
  notifications: number
  firstSeenAt: Date
  lastSeenAt: Date
}

type PageWanted = { offset: number; limit: number }

export type SilenceList = {
  list(state: SilenceState | undefined, page: PageWanted): Promise<{ items: ListedSilence[]; total: number }>
  find(id: string): Promise<ListedSilence | undefined>
  /** The newest first. */
  held(id: string, page: PageWanted): Promise<{ items: HeldAlert[]; total: number }>
  preview(matchers: readonly Matcher[], askedAbout?: readonly string[]): Promise<SilencePreview>
  /** By which labels one silence would hold back the alerts of all of them; empty where they share nothing. */
  sharedMatchers(incidentIds: readonly string[]): Promise<Matcher[]>
}

export function createSilenceList(database: Database): SilenceList {
  return {
    list: (state, page) => listSilences(database, state, page),
    find: async (id) => (await database.query<ListedRow>(`${LISTED} WHERE id = $1`, [id])).rows.map(readListed)[0],
    held: (id, page) => listHeld(database, id, page),
    preview: (matchers, askedAbout = []) => previewSilence(database, matchers, new Set(askedAbout)),
    sharedMatchers: (incidentIds) => sharedMatchers(database, incidentIds),
  }
}

type ListedRow = SilenceRow & {
  state: SilenceState
  alerts: number
  firing: number
  notifications: number
  last_at: Date | null
}

const STATE = `CASE WHEN ends_at <= firebreak_now() THEN 'expired' WHEN starts_at > firebreak_now() THEN 'pending' ELSE 'active' END`

const LISTED = `
  SELECT ${SILENCE_COLUMNS}, ${STATE} AS state, held.* FROM silences
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS alerts, count(*) FILTER (WHERE held.state = 'firing')::int AS firing,
            coalesce(sum(times), 0)::int AS notifications, max(last_seen_at) AS last_at
       FROM silenced_alerts AS held WHERE silence_id = silences.id) AS held`

async function listSilences(database: Queryable, state: SilenceState | undefined, page: PageWanted) {
  const wanted = [state ?? null]
  const where = `WHERE ($1::text IS NULL OR ${STATE} = $1)`
  const counted = await database.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM silences ${where}`,
    wanted,
  )
  // Those that hold come first, then those that will.
  const order = `ORDER BY CASE ${STATE} WHEN 'active' THEN 0 WHEN 'pending' THEN 1 ELSE 2 END, created_at DESC, id DESC`
  const { rows } = await database.query<ListedRow>(`${LISTED} ${where} ${order} LIMIT $2 OFFSET $3`, [
    ...wanted,
    page.limit,
    page.offset,
  ])
  return { items: rows.map(readListed), total: counted.rows[0]?.total ?? 0 }
}

function readListed(row: ListedRow): ListedSilence {
  const { state, alerts, firing, notifications, last_at } = row
  return { ...readSilence(row), state, held: { alerts, firing, notifications, lastAt: last_at ?? undefined } }
}

type HeldRow = {
  key: string
  state: HeldAlert['state']
  notification: string
  times: number
  first_seen_at: Date
  last_seen_at: Date
}

async function listHeld(database: Queryable, id: string, { offset, limit }: PageWanted) {
  const counted = await database.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM silenced_alerts WHERE silence_id = $1',
    [id],
  )
  const { rows } = await database.query<HeldRow>(
    `SELECT key, state, notification, times, first_seen_at, last_seen_at FROM silenced_alerts
      WHERE silence_id = $1 ORDER BY last_seen_at DESC, key OFFSET $2 LIMIT $3`,
    [id, offset, limit],
  )
  return { items: rows.map(readHeld), total: counted.rows[0]?.total ?? 0 }
}

function readHeld({ key, state, notification, times, first_seen_at, last_seen_at }: HeldRow): HeldAlert {
  const { title, source, severity, members } = JSON.parse(notification) as Alert
  const { name = title, labels = {} } = members[0] ?? {}
  const seen = { notifications: times, firstSeenAt: first_seen_at, lastSeenAt: last_seen_at }
  return { key, name, state, severity, source, title, labels, ...seen }
}
