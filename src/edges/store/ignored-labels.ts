/** "For these labels": the silence that goes with ignoring an incident, in the same transaction. */
import type { Silence } from '../../guidance/silences/silence.ts'
import type { Decision } from '../../story/decision/decision.ts'
import { commonLabels } from '../../story/incident/common-labels.ts'
import type { Connection } from './database.ts'
import { beginChange } from './generation-records.ts'
import { addSilence, findLasting } from './silence-records.ts'

export async function silenceFor(
  connection: Connection,
  { incidentId, by, comment, repeats }: Decision,
): Promise<Silence | 'no_labels' | 'no_silence' | undefined> {
  if (repeats?.word !== 'for_labels') return undefined
  if (repeats.silenceId !== undefined) return (await findLasting(connection, repeats.silenceId)) ?? 'no_silence'
  const matchers = repeats.matchers ?? (await sharedLabels(connection, incidentId))
  if (matchers.length === 0) return 'no_labels'
  await beginChange(connection, 'silences')
  const { rows } = await connection.query<{ now: Date }>('SELECT firebreak_now() AS now')
  const startsAt = rows[0]?.now ?? new Date()
  const endsAt = new Date(startsAt.getTime() + repeats.seconds * 1000)
  const why = comment.trim() === '' ? `${incidentId} was ignored` : `${incidentId} was ignored: ${comment}`
  return addSilence(connection, { matchers, startsAt, endsAt, comment: why, createdBy: by }, by)
}

async function sharedLabels(connection: Connection, incidentId: string) {
  const { rows } = await connection.query<{ labels: string }>(
    'SELECT labels FROM incident_alerts WHERE incident_id = $1',
    [incidentId],
  )
  const shared = commonLabels(rows.map(({ labels }) => JSON.parse(labels) as Record<string, string>))
  return Object.entries(shared).map(([name, value]) => ({ name, value, isRegex: false, isEqual: true }))
}
