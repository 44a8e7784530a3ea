/** A database that many processes of a run want to copy is made by whoever needs it first; the others wait for it. */
import pg from 'pg'

/** Any fixed number will do; it only has to be ours. */
const MAKING = 721_054

export async function madeOnce(
  adminUrl: string,
  database: string,
  make: (admin: pg.Client) => Promise<void>,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query('SELECT pg_advisory_lock($1)', [MAKING])
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [database])
    if (rowCount === 0) await make(admin)
  } finally {
    await admin.end()
  }
}
