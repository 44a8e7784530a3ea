/** What a silence would hold back today: alerts of incidents, and those that are held back already. */
import { compileMatchers, type Matcher } from '../../guidance/silences/matcher.ts'
import type { Alert } from '../../story/alert/alert.ts'
import type { Queryable } from './database.ts'

export type SilencePreview = {
  /** Alerts of today that were looked at, and how many of them match. */
  lookedAt: number
  matching: number
  firing: number
  /** Of those that match, the alerts of other incidents than those that were asked about. */
  unasked: number
  /** All that was heard today, and not all of one kind: whoever makes it hears of nothing any more. */
  isAllOfToday: boolean
  alerts: {
    name: string
    state: 'firing' | 'resolved'
    labels: Readonly<Record<string, string>>
    /** Empty where another silence holds it back. */
    incidentId: string
  }[]
}

const INCIDENTS_LOOKED_AT = 2_000
const ALERTS_LOOKED_AT = 10_000
const ALERTS_SHOWN = 100

/** Whatever is open, and whatever came within a day: that is what people have in mind when they write one. */
const TODAY = `
  SELECT key, name, alert.state, labels, incident_id
    FROM (SELECT id, seq FROM incidents WHERE closed_at IS NULL OR created_at > firebreak_now() - interval '1 day'
           ORDER BY created_at DESC, seq DESC LIMIT ${INCIDENTS_LOOKED_AT}) AS newest
    JOIN incident_alerts AS alert ON alert.incident_id = newest.id
   ORDER BY newest.seq DESC, alert.state, key LIMIT ${ALERTS_LOOKED_AT}`

/** Held back already, so that no incident has them: one silence may take the place of another. */
const HELD_TODAY = `
  SELECT DISTINCT ON (key) key, state, notification FROM silenced_alerts
   WHERE state <> 'heard' AND last_seen_at > firebreak_now() - interval '1 day'
   ORDER BY key, last_seen_at DESC LIMIT ${ALERTS_LOOKED_AT}`

type TodayRow = { key: string; name: string; state: 'firing' | 'resolved'; labels: string; incident_id: string }
type HeldTodayRow = { key: string; state: 'firing' | 'resolved'; notification: string }

type PreviewedAlert = SilencePreview['alerts'][number]

export async function previewSilence(
  database: Queryable,
  matchers: readonly Matcher[],
  askedAbout: ReadonlySet<string>,
): Promise<SilencePreview> {
  const heard = await heardToday(database)
  const heldBack = await heldToday(database, new Set(heard.map(({ key }) => key)))
  const matches = compileMatchers(matchers)
  const matching = (alerts: readonly PreviewedAlert[]) => alerts.filter(({ labels }) => matches(labels))
  const [ofHeard, ofHeld] = [matching(heard), matching(heldBack)]
  const all = [...ofHeard, ...ofHeld]
  return {
    lookedAt: heard.length + heldBack.length,
    matching: all.length,
    firing: all.filter(({ state }) => state === 'firing').length,
    unasked: ofHeard.filter(({ incidentId }) => !askedAbout.has(incidentId)).length,
    isAllOfToday: ofHeard.length === heard.length && new Set(heard.map(({ name }) => name)).size > 1,
    alerts: all
      .slice(0, ALERTS_SHOWN)
      .map(({ name, state, labels, incidentId }) => ({ name, state, labels, incidentId })),
  }
}

async function heardToday(database: Queryable) {
  const { rows } = await database.query<TodayRow>(TODAY)
  return rows.map(({ key, name, state, labels, incident_id: incidentId }) => {
    return { key, name, state, labels: JSON.parse(labels) as Record<string, string>, incidentId }
  })
}

/** One that fired before it was silenced is its incident's. */
async function heldToday(database: Queryable, heard: ReadonlySet<string>): Promise<PreviewedAlert[]> {
  const { rows } = await database.query<HeldTodayRow>(HELD_TODAY)
  return rows
    .filter(({ key }) => !heard.has(key))
    .map(({ state, notification }) => {
      const { title, members } = JSON.parse(notification) as Alert
      const { name = title, labels = {} } = members[0] ?? {}
      return { name, state, labels, incidentId: '' }
    })
}
