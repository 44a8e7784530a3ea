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
  // A server that is taken down by a test takes it along; its query hears of it.
  client.on('error', () => 'It is of no use any more.')
  await client.connect()
  return client
}
