/** The connection to our own records. Nothing but `edges/store` speaks SQL to it. */
import pg from 'pg'
import { parse } from 'pg-connection-string'
import type { Log } from '../../ports/log.ts'
import { StartRefused, unavailable } from '../../problem.ts'
import { createRowSeal, type RowSeal } from './row-seal.ts'
import { createInquiry } from './session-inquiry.ts'
import { SilentConnections } from './silent-connections.ts'

/** It carries the seal, because whoever writes a row that needs one has nothing but a connection in hand. */
export type Connection = pg.PoolClient & { readonly seal: RowSeal }
/** Where a statement may run: on its own, or inside somebody's transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** A pool whose errors tell a store that is away from a mistake of ours. */
export type Database = Queryable & {
  seal: RowSeal
  connect(): Promise<Connection>
  connections(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Our tables live in a schema of their own, so that the database may be shared with others. */
export const SCHEMA = 'firebreak'

const SESSION_OPTIONS = [
  `-c search_path=${SCHEMA},public`,
  '-c statement_timeout=30s',
  // Nobody waits for a ghost: an instance that stands still, or is cut off, holds its rows no longer than this.
  '-c idle_in_transaction_session_timeout=3s',
  '-c lock_timeout=10s',
  // One whose machine is gone without a word is noticed within seconds instead of hours, also in the middle of a statement.
  '-c tcp_keepalives_idle=2',
  '-c tcp_keepalives_interval=1',
  '-c tcp_keepalives_count=3',
  '-c tcp_user_timeout=5000',
  '-c client_connection_check_interval=2s',
  // Compiling a statement takes longer than any of ours runs.
  '-c jit=off',
].join(' ')

/** Longer than the store's own limit: it only ends waiting for a store that no longer answers at all. */
const ANSWER_WITHIN_MS = 35_000
/** For what costs the store nothing: whoever does not get it at once has lost the store. */
export const TRIFLE_WITHIN_MS = 3_000

/** The same from our side: a store that has vanished is noticed although nobody said so. */
const CLIENT = {
  application_name: 'firebreak',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 2_000,
}

export function connectionConfig(url: string): pg.PoolConfig {
  // Many tools write the driver into the scheme (postgresql+asyncpg://); it says nothing to us.
  const config = readUrl(url.replace(/^(postgres(?:ql)?)\+[a-z0-9_]+:/i, '$1:'))
  const options = [config.options, SESSION_OPTIONS].filter(Boolean).join(' ')
  return { ...config, options, ...CLIENT }
}

function readUrl(url: string): pg.PoolConfig {
  try {
    return parse(url) as unknown as pg.PoolConfig
  } catch (error) {
    // Nothing of it is repeated here, because it may hold a password.
    throw new StartRefused(
      'DATABASE_URL cannot be read; it should look like postgresql://user:password@host/database.',
      {
        cause: error,
      },
    )
  }
}

type Opening = { url: string; log: Log; max?: number; secretKey?: string | undefined }

export function openDatabase({ url, log, max = 16, secretKey }: Opening): Database {
  const seal = createRowSeal(secretKey)
  const config = connectionConfig(url)
  const silent = new SilentConnections(createInquiry(config))
  const pool = new pg.Pool({
    ...config,
    max,
    idleTimeoutMillis: 30_000,
    query_timeout: ANSWER_WITHIN_MS,
    // Statements given to one connection at once are sent at once; each still has its own answer or error.
    pipeline: true,
  })
  // Without this listener a restart of the database would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'An idle connection to the database was lost.'))
  // The same for one that is lost in use: the statement under way fails with that error, and its caller deals with it.
  pool.on('connect', (client) => {
    Object.assign(client, { seal }).on('error', () => {})
    silent.watch(client as unknown as pg.Client)
  })
  const query = (...given: unknown[]) => (Reflect.apply(pool.query, pool, given) as Promise<unknown>).catch(fail)
  return {
    query: query as Queryable['query'],
    connect: () => pool.connect().catch(fail) as Promise<Connection>,
    seal,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      silent.stop()
      return pool.end()
    },
  }
}

/**
 * Works that share a connection, sent together. All of them have ended when this does, however one of them fails: what one
 * still asks after its first answer would else come after the rollback, outside of the transaction.
 */
export async function allDone(works: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works)
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  // After the first error the store refuses the rest of the transaction; that refusal is not the reason.
  const reason = errors.find((error) => (error as { code?: unknown }).code !== ALREADY_FAILED) ?? errors[0]
  if (errors.length > 0) throw reason
}

const ALREADY_FAILED = '25P02'

type TransactionOptions = {
  /** For whoever would rather come again than wait for a row that somebody holds. */
  lockWithinMs?: number
  /** For work that may be done anew where its session was lost before the commit was asked for: then nothing was written. */
  tries?: number
}

export async function inTransaction<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
  { lockWithinMs, tries = 1 }: TransactionOptions = {},
): Promise<Result> {
  const connection = await database.connect()
  let isBroken = false
  let isCommitting = false
  try {
    await connection.query(lockWithinMs === undefined ? BEGIN : beginImpatiently(lockWithinMs))
    const result = await work(connection)
    isCommitting = true
    await connection.query('COMMIT')
    return result
  } catch (error) {
    isBroken = (isStoreAway(error) && !isTimedOut(error)) || !(await rollBack(connection))
    if (isCommitting || tries === 1 || !isSessionLost(error)) throw asProblem(error)
  } finally {
    connection.release(isBroken)
  }
  return inTransaction(database, work, { ...(lockWithinMs !== undefined && { lockWithinMs }), tries: tries - 1 })
}

/**
 * A transaction that is sent whole, its commit included, and so costs one exchange with the store. For statements that see
 * for themselves whether they may write: what the first ones answer is not known when the last ones are sent. After one that
 * fails the store refuses the rest, the commit included.
 */
export async function inOneBreath<Answers extends readonly Promise<unknown>[]>(
  database: Database,
  lockWithinMs: number,
  ask: (connection: Connection) => Answers,
): Promise<{ -readonly [Place in keyof Answers]: Awaited<Answers[Place]> }> {
  const connection = await database.connect()
  let isBroken = false
  try {
    const begun = connection.query(beginImpatiently(lockWithinMs))
    const answers = ask(connection)
    await allDone([begun, ...answers, connection.query('COMMIT')])
    return await Promise.all(answers)
  } catch (error) {
    isBroken = (isStoreAway(error) && !isTimedOut(error)) || !(await rollBack(connection))
    throw asProblem(error)
  } finally {
    connection.release(isBroken)
  }
}

const BEGIN = { text: 'BEGIN', query_timeout: TRIFLE_WITHIN_MS }

function beginImpatiently(lockWithinMs: number) {
  return { ...BEGIN, text: `BEGIN; SET LOCAL lock_timeout = ${Math.ceil(lockWithinMs)}` }
}

/** A connection that cannot even roll back is thrown away instead of going back into the pool. */
function rollBack(connection: Connection): Promise<boolean> {
  return connection.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}

/** SQLSTATE classes that say "the store is away or overrun", not "the statement is wrong". */
const AWAY_STATES = /^(08|28|3D|53|57|58|25006|25P03|40001|40P01|55P03)/
const AWAY_ERRORS =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EACCES)$/
const AWAY_MESSAGES =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|client has encountered a connection error|cannot use a pool after/i

export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') return AWAY_STATES.test(code) || AWAY_ERRORS.test(code)
  return AWAY_MESSAGES.test(error.message)
}

/** A machine that is overrun may leave its transaction idle for longer than it may, and the store ends the session. */
function isSessionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? /^(25P03|57P0|ECONNRESET|EPIPE)/.test(code) : LOST_MESSAGES.test(String(message))
}

const LOST_MESSAGES = /connection terminated|client has encountered a connection error/i

/** It took longer than its statement may: the store is there, and said so itself. */
export function isTimedOut(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === '57014' || (cause instanceof Error && isTimedOut(cause))
}

/** Somebody holds a row it wanted for longer than it may wait. */
export function isHeldUp(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === '55P03' || (cause instanceof Error && isHeldUp(cause))
}

function asProblem(error: unknown): unknown {
  if (isTimedOut(error)) return unavailable('This took the relational store too long; try again.', error)
  return isStoreAway(error) ? unavailable('The relational store is not available right now; try again.', error) : error
}

function fail(error: unknown): never {
  throw asProblem(error)
}
