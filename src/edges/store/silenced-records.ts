/** What silences hold back: each alert once, with how often it came. Nothing of it is lost, and nobody is called. */
import { compileMatchers } from '../../guidance/silences/matcher.ts'
import type { Silence } from '../../guidance/silences/silence.ts'
import type { Alert } from '../../story/alert/alert.ts'
import type { Connection } from './database.ts'
import { ONE_MOMENT } from './one-moment.ts'

const HOLD_BACK = `
  INSERT INTO silenced_alerts AS held (silence_id, key, state, notification, reports_clearing, times, first_seen_at, last_seen_at)
  SELECT silence_id, key, 'firing', notification, reports_clearing, times, now, now
    FROM ${ONE_MOMENT}, unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::int[])
      AS given (silence_id, key, notification, reports_clearing, times)
  ON CONFLICT (silence_id, key) DO UPDATE SET state = 'firing', is_let_go = false, notification = excluded.notification,
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
  const over = lastSaidOver(group)
  if (over.length === 0) return
  await connection.query({
    name: 'clear-held-back',
    text: `UPDATE silenced_alerts SET state = 'resolved', last_seen_at = firebreak_now() WHERE key = ANY($1) AND state = 'firing'`,
    values: [over],
  })
}

/** In one group an alert may be over and come again: what was said last counts. */
function lastSaidOver(group: readonly Alert[]): string[] {
  const over = new Set<string>()
  for (const { members, heldBack = [] } of group) {
    for (const { key, state } of members) if (state === 'resolved') over.add(key)
    for (const { member } of heldBack) over.delete(member.key)
  }
  return [...over]
}

/** What a silence held back and, changed as it is now, would not: it is heard soon, as what still fires after an end is. */
export async function letGoUnmatched(connection: Connection, { id, matchers, startsAt }: Silence): Promise<void> {
  const { rows } = await connection.query<{ key: string; notification: string; now: Date }>(
    `SELECT key, notification, firebreak_now() AS now FROM silenced_alerts WHERE silence_id = $1 AND state = 'firing' FOR UPDATE`,
    [id],
  )
  const matches = compileMatchers(matchers)
  const unmatched = rows.filter(({ notification, now }) => {
    const [member] = (JSON.parse(notification) as Alert).members
    return startsAt > now || !matches(member?.labels ?? {})
  })
  if (unmatched.length === 0) return
  await connection.query('UPDATE silenced_alerts SET is_let_go = true WHERE silence_id = $1 AND key = ANY($2)', [
    id,
    unmatched.map(({ key }) => key),
  ])
}
