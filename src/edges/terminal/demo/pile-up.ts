/** A real lock pile-up in the local PostgreSQL: one session holds a table and sleeps, six others wait for it. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

type PileUp = {
  blockerPid: number
  waiters: number
  /** How many of the waiting queries have their answer. */
  answered(): number
  /** True once the database has ended all of it, as a restart does. */
  isLost(): boolean
  clear(): Promise<void>
}

const SCHEMA = 'firebreak_demo'
const WAITERS = 6
/** Waits come and go in every database; only ones that last are worth an incident. */
const LASTING_MS = 6_000

export async function makePileUp(url: string, lastingMs = LASTING_MS): Promise<PileUp> {
  const sessions: pg.Client[] = []
  const open = async (application: string) => {
    const client = new pg.Client({ connectionString: url, application_name: application })
    // The blocker is going to be ended: that is the point of all this.
    client.on('error', () => {})
    sessions.push(client)
    await client.connect()
    return client
  }
  const keeper = await open('demo-setup')
  let isLost = false
  keeper.once('end', () => {
    isLost = true
  })
  await keeper.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
  await keeper.query(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.orders (id int PRIMARY KEY, state text)`)
  const blocker = await open('demo-migration')
  const { rows } = await blocker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await blocker.query('BEGIN')
  await blocker.query(`LOCK TABLE ${SCHEMA}.orders IN ACCESS EXCLUSIVE MODE`)
  let answered = 0
  for (let index = 1; index <= WAITERS; index += 1) {
    const waiter = await open(`demo-web-${index}`)
    waiter.query(`SELECT count(*) FROM ${SCHEMA}.orders`).then(
      () => (answered += 1),
      () => 'It ends with the demo.',
    )
  }
  await pause(lastingMs)
  return {
    blockerPid: rows[0]?.pid ?? 0,
    waiters: WAITERS,
    answered: () => answered,
    isLost: () => isLost,
    clear: () => clear(url, sessions),
  }
}

/** Over a connection of its own: those of the demo may be gone by then. */
async function clear(url: string, sessions: readonly pg.Client[]): Promise<void> {
  const ended = 'It was ended already.'
  for (const session of sessions) await session.end().catch(() => ended)
  const broom = new pg.Client({ connectionString: url, application_name: 'demo-cleanup' })
  broom.on('error', () => {})
  await broom.connect()
  await broom.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`).finally(() => broom.end())
}
