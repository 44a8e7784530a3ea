/**
 * A database with every migration applied, made once in a run by whoever needs it first. The others are copies of it,
 * which takes a fraction of the time the migrations take.
 */
import type pg from 'pg'
import { migrate } from '../../src/edges/store/migrate.ts'
import { databasePrefix } from '../runner/run-databases.ts'
import { madeOnce } from './made-once.ts'
import { runSql } from './sql.ts'

const SILENT_LOG = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** The name of the database, and of the role its tables belong to. */
export type Template = { database: string; role: string }

const made = new Map<string, Promise<Template>>()

export function templateDatabase(adminUrl: string): Promise<Template> {
  const known = made.get(adminUrl) ?? makeOnce(adminUrl)
  made.set(adminUrl, known)
  return known
}

/** A copy knows that it is one, and holds everything until a person has looked. */
export async function adoptCopy(url: string): Promise<void> {
  await runSql(
    url,
    `UPDATE store_hold SET identity = store_identity(), files = store_files(), port = current_setting('port')`,
  )
}

async function makeOnce(adminUrl: string): Promise<Template> {
  const role = `${databasePrefix(process.env.TEST_RUN ?? '0')}template`
  await madeOnce(adminUrl, role, (admin) => make(admin, adminUrl, role))
  return { database: role, role }
}

/** It bears its name only when it is whole: one that was killed half-way is made anew. */
async function make(admin: pg.Client, adminUrl: string, role: string): Promise<void> {
  const half = `${role}_half`
  await admin.query(`DROP DATABASE IF EXISTS ${half}`)
  await admin.query(`DROP ROLE IF EXISTS ${role}`)
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`)
  await admin.query(`CREATE DATABASE ${half}`)
  await admin.query(`GRANT CREATE ON DATABASE ${half} TO ${role}`)
  const url = Object.assign(new URL(adminUrl), { pathname: half, username: role, password: role })
  await migrate({ url: url.href, log: SILENT_LOG })
  await admin.query(`ALTER DATABASE ${half} RENAME TO ${role}`)
}
