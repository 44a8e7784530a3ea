/**
 * The databases of a run bear its name, and the run holds a lock of that name on the server. So on a server that outlives
 * a killed run the next one knows which databases nobody needs any more.
 */
import { randomInt } from 'node:crypto'
import pg from 'pg'

/** Any fixed number will do; it only has to be ours. The second half of the lock is the run. */
const RUNS = 721_053

/** `test_17_3f9a2c` is a database, and a role, of run 17. */
export const databasePrefix = (run: string) => `test_${run}_`

export async function holdRunDatabases(adminUrl: string): Promise<{ name: string; close(): Promise<void> }> {
  // A lock counts within one database, so all runs meet in the one that every server has.
  const place = Object.assign(new URL(adminUrl), { pathname: 'postgres' })
  const client = new pg.Client({ connectionString: place.href })
  client.on('error', () => 'Who lost the server hears of it from every test.')
  await client.connect()
  const run = randomInt(2 ** 31 - 1)
  await client.query('SELECT pg_advisory_lock($1, $2)', [RUNS, run])
  await dropThoseOfDeadRuns(client)
  return { name: String(run), close: () => client.end().catch(() => {}) }
}

async function dropThoseOfDeadRuns(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; run: number }>(
    `SELECT datname AS name, split_part(datname, '_', 2)::int AS run FROM pg_database WHERE datname ~ '^test_\\d{1,10}_\\w+$'`,
  )
  for (const [run, databases] of Map.groupBy(rows, (row) => row.run)) {
    const { rows: locks } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS "isOurs"', [RUNS, run])
    if (!locks[0]?.isOurs) continue
    for (const { name } of databases) await drop(client, name)
    await client.query('SELECT pg_advisory_unlock($1, $2)', [RUNS, run])
  }
}

async function drop(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await client.query(`DROP ROLE IF EXISTS ${name}`)
}
