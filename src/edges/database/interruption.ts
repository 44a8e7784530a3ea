import pg from 'pg'

type Interrupted = {
  connection: pg.ClientBase
  /** The process of the server that works for the connection. */
  pid: number
  config: pg.ClientConfig
  signal: AbortSignal
}

const PATIENCE_MS = 2_000

/**
 * Works until the signal fires; then the server is told to stop, because a query nobody waits for still costs it.
 * The connection is not given back before that is done: a late cancel must not hit the next user's query.
 */
export async function untilAborted<Result>(given: Interrupted, work: () => Promise<Result>): Promise<Result> {
  const { signal } = given
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping = cancel(given)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    return await work()
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', stop)
    await stopping
  }
}

/** Every role may cancel what it runs itself. Where no slot is left for asking, the connection is cut instead. */
async function cancel({ connection, pid, config }: Interrupted): Promise<void> {
  const canceller = new pg.Client({ ...config, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS })
  canceller.on('error', () => 'The query it was opened for is cut off below.')
  try {
    await canceller.connect()
    await canceller.query('SELECT pg_catalog.pg_cancel_backend($1)', [pid])
  } catch {
    await (connection as pg.Client).end().catch(() => 'It is gone, which is what was wanted.')
  } finally {
    await canceller.end().catch(() => 'What never was connected need not be closed.')
  }
}
