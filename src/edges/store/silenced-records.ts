/** What silences hold back: each alert once, with how often it came. Nothing of it is lost, and nobody is called. */
import type { Alert } from '../../story/alert/alert.ts'
import type { Connection } from './database.ts'
import { ONE_MOMENT } from './one-moment.ts'

const HOLD_BACK = `
  INSERT INTO silenced_alerts AS held (silence_id, key, state, notification, reports_clearing, times, first_seen_at, last_seen_at)
  SELECT silence_id, key, 'firing', notification, reports_clearing, times, now, now
    FROM ${ONE_MOMENT}, unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::int[])
      AS given (silence_id, key, notification, reports_clearing, times)
  ON CONFLICT (silence_id, key) DO UPDATE SET state = 'firing', notification = excluded.notification,
    times = held.times + excluded.times, last_seen_at = excluded.last_seen_at`

type Row = { silenceId: string; key: string; notification: Alert; times: number }

export async function saveHeldBack(connection: Connection, group: readonly Alert[]): Promise<void> {
  const rows = rowsOf(group)
  if (rows.length === 0) return
  await connection.query(HOLD_BACK, [
    rows.map(({ silenceId }) => silenceId),
    rows.map(({ key }) => key),
    rows.map(({ notification }) => JSON.stringify(notification)),
    rows.map(({ notification }) => notification.reportsClearing),
    rows.map(({ times }) => times),
  ])
}

/** In the order of their keys, so that two groups that hold back the same wait for each other in one direction only. */
function rowsOf(group: readonly Alert[]): Row[] {
  const rows = new Map<string, Row>()
  for (const alert of group) {
    for (const { member, silence } of alert.heldBack ?? []) {
      const name = `${silence.id} ${member.key}`
      const times = (rows.get(name)?.times ?? 0) + 1
      rows.set(name, { silenceId: silence.id, key: member.key, notification: alone(alert, member), times })
    }
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** As if its source had told of this alert and no other. */
function alone({ heldBack: _, ...alert }: Alert, member: Alert['members'][number]): Alert {
  const { key, severity, name } = member
  const isOnly = alert.members.length === 0 && alert.fingerprint === key
  return {
    ...alert,
    ...(isOnly ? {} : { title: name, severity, fingerprint: key, labels: member.labels }),
    state: 'firing',
    members: [member],
    joinKeys: [key],
  }
}

/** Those that are over need not be let through when the silence is. */
export async function clearHeldBack(connection: Connection, group: readonly Alert[]): Promise<void> {
  const over = group.flatMap(({ members }) => members.filter(({ state }) => state === 'resolved').map(({ key }) => key))
  if (over.length === 0) return
  await connection.query({
    name: 'clear-held-back',
    text: `UPDATE silenced_alerts SET state = 'resolved', last_seen_at = firebreak_now() WHERE key = ANY($1) AND state = 'firing'`,
    values: [over],
  })
}
