import pg from 'pg'

export type Row = Record<string, unknown>

/** On a connection of its own, in the schema of the service; several statements only where there are no values. */
export async function runSql(url: string, sql: string, values?: unknown[]): Promise<Row[]> {
  const client = await openSql(url)
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** A connection the test closes itself, for locks and transactions it holds. */
export async function openSql(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=firebreak,public' })
  await client.connect()
  return client
}
