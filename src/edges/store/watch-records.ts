import type { WatchedState, WatchStore } from '../../story/watch/watch-store.ts'
import type { Database } from './database.ts'
import { createSweepStore } from './sweep-leases.ts'

/**
 * The row lock lets one of two instances through; the other finds the round already begun. A beginning that lies ahead was
 * written by a clock that has been put back since.
 */
const CLAIM = `
  WITH claimed AS (
    UPDATE watch_rounds SET begun_at = firebreak_now()
     WHERE begun_at <= firebreak_now() - make_interval(secs => $1) OR begun_at > firebreak_now() + interval '1 minute'
    RETURNING begun_at)
  SELECT EXISTS (SELECT FROM claimed) AS is_ours,
         greatest(extract(epoch FROM begun_at - firebreak_now())::float8 + $1, 0) AS due_in FROM watch_rounds`

const SAVE = `
  INSERT INTO watched_checks (kind, target, check_name, is_firing, streak, value, counter, read_at, told_at)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::int[], $6::float8[], $7::float8[],
                       $8::timestamptz[], $9::timestamptz[])
  ON CONFLICT (kind, target, check_name) DO UPDATE
    SET is_firing = excluded.is_firing, streak = excluded.streak, value = excluded.value, counter = excluded.counter,
        read_at = excluded.read_at, told_at = excluded.told_at`

type Row = {
  kind: WatchedState['kind']
  target: string
  check_name: string
  is_firing: boolean
  streak: number
  value: number | null
  counter: number | null
  read_at: Date
  told_at: Date | null
}

export function createWatchStore(database: Database): WatchStore {
  const { alone } = createSweepStore(database)
  return {
    async claimRound(everySeconds) {
      const { rows } = await database.query<{ is_ours: boolean; due_in: number }>({
        name: 'claim-watch-round',
        text: CLAIM,
        values: [everySeconds],
      })
      return { isOurs: rows[0]?.is_ours === true, dueInSeconds: rows[0]?.due_in ?? 0 }
    },
    alone: async (work) => void (await alone('watch', work)),
    async load() {
      const { rows } = await database.query<Row>('SELECT * FROM watched_checks')
      return rows.map(readState)
    },
    save: (states) => save(database, states),
  }
}

async function save(database: Database, states: readonly WatchedState[]): Promise<void> {
  if (states.length > 0)
    await database.query(SAVE, [
      states.map(({ kind }) => kind),
      states.map(({ target }) => target),
      states.map(({ check }) => check),
      states.map(({ isFiring }) => isFiring),
      states.map(({ streak }) => streak),
      states.map(({ value }) => value ?? null),
      states.map(({ counter }) => counter ?? null),
      states.map(({ readAt }) => readAt),
      states.map(({ toldAt }) => toldAt ?? null),
    ])
  // What nobody has watched for a day is watched no more, and what is long over is no longer of interest.
  await database.query(`DELETE FROM watched_checks WHERE read_at < firebreak_now() - interval '1 day'`)
}

function readState({ check_name, is_firing, value, counter, read_at, told_at, ...row }: Row): WatchedState {
  return {
    ...row,
    check: check_name,
    isFiring: is_firing,
    value: value ?? undefined,
    counter: counter ?? undefined,
    readAt: read_at,
    toldAt: told_at ?? undefined,
  }
}
