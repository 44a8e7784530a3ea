/** Pending incidents become runs: the store tells who waits and who was served, `fair-queue.ts` whose turn it is. */
import type { Status } from '../../story/incident/lifecycle.ts'
import { SEVERITY_RANK } from '../../story/incident/severity.ts'
import { ClaimRest } from '../../story/workflow/claim-rest.ts'
import { type Head, inTurn, placesOf } from '../../story/workflow/fair-queue.ts'
import type { Run } from '../../story/workflow/run-store.ts'
import { GATHERED_WITHIN } from './company-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { followLeaders, headOfReleased, lockReleased, RELEASED_SHARE } from './follow-leader.ts'
import { gatherPending } from './gather-records.ts'
import { moveIncident } from './incident-moves.ts'
import { ASKED_ONCE } from './one-moment.ts'
import { holdCard } from './part-records.ts'
import { oldestPending } from './queue-records.ts'
import { insertDiagnosis } from './run-rows.ts'

/** One claim at a time over all instances, so that the limit is exact. */
const CLAIM_LOCK = 7_210_533_003
/** As the setting has it where nobody says otherwise. */
const WAIT_MAX_SECONDS = 900
/** Who shares with whom: everything one sender says in the name of one source. Cut, because an index holds no long texts. */
const SHARE = `(left(source, 100) || ' ' || left(sender_id, 100))`
/** So many pairs of severity and source are looked at; whoever makes up more of them waits behind, until it is the oldest. */
const HEADS_MAX = 2_000

const SEVERITIES = Object.keys(SEVERITY_RANK)

type Claiming = { database: Database; version: number }
type Limits = {
  atOnce: number
  waitMaxSeconds?: number | undefined
  gatherSeconds?: number | undefined
  clearSeconds?: number | undefined
}

export function createClaims({ database, version }: Claiming) {
  const rest = new ClaimRest(() => performance.now())
  return {
    restMs: () => rest.leftMs(),
    claim: async (instanceId: string, limits: Limits): Promise<Run[]> => {
      if (limits.atOnce === 0 || !(await isAnythingToDo(database))) return []
      const beganAt = performance.now()
      const { claimed, looked } = await inTransaction(database, (connection) =>
        choose(connection, version, instanceId, limits),
      )
      rest.noteChoice(beganAt, looked)
      return claimed
    },
  }
}

async function choose(
  connection: Connection,
  version: number,
  instanceId: string,
  { atOnce, waitMaxSeconds = WAIT_MAX_SECONDS, gatherSeconds = 0, clearSeconds = 0 }: Limits,
): Promise<{ claimed: Run[]; looked: number }> {
  // Whoever claims right now, or stood still while claiming, is not waited for: there is another look in a second.
  if (!(await isClaimOurs(connection))) return { claimed: [], looked: 0 }
  await followLeaders(connection)
  const { looked, leading } = await gatherPending(connection, gatherSeconds)
  const claimed: Run[] = []
  for (;;) {
    const places = placesOf({ ...(await countAtWork(connection)), atOnce })
    const wanted = { waitMaxSeconds, gathers: gatherSeconds > 0, clearSeconds }
    const id = places.open > 0 ? await takeNext(connection, places, wanted) : undefined
    if (id === undefined) return { claimed, looked }
    if (gatherSeconds > 0) await holdCard(connection, id, { gatherSeconds, mayBeOneMore: leading.has(id) })
    claimed.push(await insertDiagnosis(connection, id, instanceId, version))
  }
}

async function isClaimOurs(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ is_ours: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS is_ours', [
    CLAIM_LOCK,
  ])
  return rows[0]?.is_ours === true
}

/** Asked first, without the lock: an idle house should cost next to nothing. */
async function isAnythingToDo(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ pending: boolean }>({
    name: 'anything-pending',
    text: `SELECT EXISTS (SELECT FROM incidents WHERE status = 'pending' AND part_of IS NULL)
                 OR EXISTS (SELECT FROM incidents WHERE part_of IS NOT NULL AND closed_at IS NULL) AS pending`,
  })
  return rows[0]?.pending === true
}

async function countAtWork(connection: Connection): Promise<{ atWork: number; uncriticalAtWork: number }> {
  const { rows } = await connection.query<{ at_work: number; uncritical: number }>({
    name: 'diagnoses-at-work',
    text: `SELECT count(*)::int AS at_work, count(*) FILTER (WHERE severity_rank > 0)::int AS uncritical
             FROM runs JOIN incidents ON incidents.id = runs.incident_id
            WHERE runs.kind = 'diagnose' AND runs.state = 'running'`,
  })
  return { atWork: rows[0]?.at_work ?? 0, uncriticalAtWork: rows[0]?.uncritical ?? 0 }
}

/** The id of the incident whose turn it is, moved to `diagnosing`. */
async function takeNext(
  connection: Connection,
  places: ReturnType<typeof placesOf>,
  { waitMaxSeconds, gathers, clearSeconds }: { waitMaxSeconds: number; gathers: boolean; clearSeconds: number },
): Promise<string | undefined> {
  const heads = [
    ...(await readHeads(connection, waitMaxSeconds)),
    ...(await headOfReleased(connection, waitMaxSeconds, clearSeconds)),
  ]
  const isAgedTurn = await isTurnOfAged(connection)
  for (const head of inTurn(heads, { isAgedTurn, places })) {
    const oldest =
      head.share === RELEASED_SHARE
        ? await lockReleased(connection, clearSeconds)
        : await lockOldest(connection, head, gathers)
    const event = { kind: 'diagnosis_started', data: {} } as const
    if (!oldest) continue
    const { id: incidentId, status: from } = oldest
    if (!(await moveIncident(connection, { incidentId, from, to: 'diagnosing', event }))) continue
    await passTurn(connection, head, !isAgedTurn && heads.some(({ isOverdue }) => isOverdue))
    return incidentId
  }
  return undefined
}

/**
 * The oldest of each severity and source, found by leaping over the index from one pair to the next: the number of those who
 * wait behind them does not matter. And the oldest of each severity whatever its source, so that no crowd of sources hides it.
 */
const HEADS = `
  WITH RECURSIVE heads AS (
    (SELECT severity_rank, ${SHARE} AS share, seq, created_at FROM incidents WHERE status = 'pending' AND part_of IS NULL
      ORDER BY severity_rank, ${SHARE}, seq LIMIT 1)
    UNION ALL
    SELECT next.* FROM heads CROSS JOIN LATERAL (
      SELECT severity_rank, ${SHARE} AS share, seq, created_at FROM incidents
       WHERE status = 'pending' AND part_of IS NULL AND (severity_rank, ${SHARE}) > (heads.severity_rank, heads.share)
       ORDER BY severity_rank, ${SHARE}, seq LIMIT 1) AS next),
  seen AS (SELECT * FROM heads LIMIT ${HEADS_MAX}),
  oldest AS (
    SELECT severity_rank, ${SHARE} AS share, seq, created_at FROM ${oldestPending('$2')})
  SELECT severity_rank, share, seq, turn, created_at <= ${ASKED_ONCE} - make_interval(secs => $1) AS is_overdue
    FROM (SELECT * FROM seen UNION SELECT * FROM oldest) AS next LEFT JOIN share_turns USING (share)`

type HeadRow = { severity_rank: number; share: string; seq: string; turn: string | null; is_overdue: boolean }

async function readHeads(connection: Connection, waitMaxSeconds: number): Promise<Head[]> {
  const { rows } = await connection.query<HeadRow>({
    name: 'heads-of-queue',
    text: HEADS,
    values: [waitMaxSeconds, SEVERITIES],
  })
  return rows.map(({ severity_rank: severityRank, share, seq, turn, is_overdue: isOverdue }) => {
    const servedTurn = turn === null ? undefined : BigInt(turn)
    return { severityRank, share, seq: BigInt(seq), isOverdue, servedTurn }
  })
}

async function isTurnOfAged(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ is_aged: boolean }>('SELECT is_aged FROM queue_turn')
  return rows[0]?.is_aged === true
}

type Oldest = { id: string; status: Status }

/** As a range, so that it is read in the order of its index: told that both are equal, the store orders by `seq` and reads everybody. */
function ofShare(rank: string, share: string): string {
  return `(severity_rank, ${SHARE}) >= (${rank}::smallint, ${share}::text) AND (severity_rank, ${SHARE}) <= (${rank}::smallint, ${share}::text)`
}

/** One that somebody holds, as who adds an alert to it does, is passed over and not waited for. */
async function lockOldest(
  connection: Connection,
  { severityRank, share }: Head,
  gathers: boolean,
): Promise<Oldest | undefined> {
  const { rows } = await connection.query<Oldest>({
    name: 'oldest-of-share',
    text: `SELECT id, status FROM incidents WHERE status = 'pending' AND part_of IS NULL AND ${ofShare('$1', '$2')}
              AND ($3 = false OR stands_alone OR created_at <= ${ASKED_ONCE} - ${GATHERED_WITHIN}
                   OR EXISTS (SELECT FROM gathering WHERE incident_id = id AND NOT waits))
            ORDER BY severity_rank, ${SHARE}, seq LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    values: [severityRank, share, gathers],
  })
  return rows[0]
}

async function passTurn(connection: Connection, { share }: Head, isAgedNext: boolean): Promise<void> {
  await connection.query(`DELETE FROM share_turns WHERE served_at < firebreak_now() - interval '1 hour'`)
  await connection.query(
    `INSERT INTO share_turns (share) VALUES ($1)
     ON CONFLICT (share) DO UPDATE SET turn = excluded.turn, served_at = excluded.served_at`,
    [share],
  )
  await connection.query('UPDATE queue_turn SET is_aged = $1 WHERE is_aged <> $1', [isAgedNext])
}
