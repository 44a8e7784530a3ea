/**
 * Numbered SQL files, applied forward only. Safe when several instances start at once (one lock, held by the
 * session) and when killed half-way (each file and its entry are one transaction).
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Log } from '../../ports/log.ts'
import { StartRefused } from '../../problem.ts'
import { connectionConfig, isStoreAway, SCHEMA } from './database.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** Any fixed number will do; it only has to be ours. */
const MIGRATION_LOCK = 7_210_533_001

/** Whoever stands still between two statements holds the lock, and tables that others need, no longer than this. */
const END_WHEN_IDLE = `SELECT set_config(name, '30s', false) FROM pg_settings
  WHERE name IN ('idle_in_transaction_session_timeout', 'idle_session_timeout')`

/** One that takes longer than this, on a large table, is told by itself: who upgrades wants to know how far it is. */
const SLOW_SECONDS = 2

type Migration = { name: string; sql: string; checksum: string }

/** Trying again does not help: a person must mend the migration or the store. */
export class MigrationFailed extends StartRefused {}

/** Answers the names it applied. */
export async function migrate({
  url,
  log,
  folder = MIGRATIONS,
}: {
  url: string
  log: Log
  folder?: URL
}): Promise<string[]> {
  const client = new pg.Client(connectionConfig(url))
  client.on('error', (error) => log.warn({ error: error.message }, 'The connection that migrates was lost.'))
  await client.connect()
  try {
    // A large table takes its time, and so does waiting for another instance that is at it.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0')
    await client.query(END_WHEN_IDLE)
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await applyPending(client, await readMigrations(folder), log)
  } finally {
    await client.end()
  }
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applyPending(client: pg.Client, migrations: Migration[], log: Log): Promise<string[]> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  for (const migration of migrations) refuseEdited(migration, applied)
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const began = performance.now()
  for (const migration of pending) await apply(client, migration, log)
  if (pending.length > 0) log.info(summaryOf(pending, began), 'The tables are up to date.')
  return pending.map(({ name }) => name)
}

function summaryOf(applied: Migration[], began: number) {
  return { migrations: applied.length, last: applied.at(-1)?.name, seconds: secondsSince(began) }
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 100) / 10
}

function refuseEdited({ name, checksum }: Migration, applied: Map<string, string>): void {
  const before = applied.get(name)
  if (before !== undefined && before !== checksum) {
    throw new MigrationFailed(`Migration ${name} was edited after it had been applied; write a new one instead.`)
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration, log: Log): Promise<void> {
  const began = performance.now()
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    // The connection may be gone with the error; ending it rolls back just as well.
    await client.query('ROLLBACK').catch(() => {})
    const isOurMistake = error instanceof pg.DatabaseError && !isStoreAway(error)
    throw isOurMistake ? new MigrationFailed(`Migration ${name} failed: ${error.message}`, { cause: error }) : error
  }
  const seconds = secondsSince(began)
  log[seconds < SLOW_SECONDS ? 'debug' : 'info']({ migration: name, seconds }, 'A migration was applied.')
}
