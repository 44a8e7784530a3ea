/** A real PostgreSQL to look after, in which one session holds a table that another waits for. Its own log says who was ended. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'
import { layCluster } from '../world/laid-cluster.ts'
import { runSql } from '../world/sql.ts'

export type LockedShop = {
  /** As in TARGET_DATABASES. */
  targets: string
  /** The trouble before it is over then, whether or not anybody has helped. */
  lock(): Promise<void>
  /** Sessions that were ended on somebody's order, as the server wrote it down. */
  endings(): { pid: number; at: Date }[]
  close(): Promise<void>
}

/** The process that writes the line, and the moment in seconds. */
const PREFIX = '%p %n '
const ENDED = /^(\d+) ([\d.]+) FATAL: {2}terminating connection due to administrator command/

export async function openLockedShop(): Promise<LockedShop> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-locked-'))
  await layCluster(folder)
  const endings: { pid: number; at: Date }[] = []
  const hear = ({ line }: { line?: unknown }) => {
    const [, pid, seconds] = ENDED.exec(String(line)) ?? []
    if (pid !== undefined) endings.push({ pid: Number(pid), at: new Date(Number(seconds) * 1000) })
  }
  const log = { debug: hear as (fields: object) => void, info: () => {}, warn: () => {}, error: () => {} }
  const settings = { log_line_prefix: PREFIX }
  const server = await startEmbeddedPostgres({ dataDirectory: folder, log, durable: false, settings })
  await runSql(server.url, 'CREATE TABLE public.orders (id int)')
  let open: pg.Client[] = []
  const letGo = async () => {
    await Promise.all(open.map((client) => client.end().catch(() => 'It was ended; that is what it is for.')))
    open = []
  }
  return {
    targets: `shop=${server.url}`,
    lock: async () => {
      await letGo()
      open = [await connect(server.url, 'migration-tool'), await connect(server.url, 'web')]
      const [holder, waiter] = open as [pg.Client, pg.Client]
      await holder.query('BEGIN')
      await holder.query('LOCK TABLE public.orders IN ACCESS EXCLUSIVE MODE')
      waiter.query('SELECT count(*) FROM public.orders').catch(() => 'It waits until somebody helps, or we close.')
    },
    endings: () => endings,
    close: async () => {
      await letGo()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function connect(url: string, application: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: application })
  client.on('error', () => 'Somebody may end it; that is what it is for.')
  await client.connect()
  return client
}

export function lockAlertFor(index: number): Record<string, unknown> {
  const labels = { alertname: 'PostgreSQLSlowQueries', severity: 'high', job: 'postgres', round: String(index) }
  const annotations = {
    summary: 'Queries on shop take minutes',
    description: 'Every query on orders hangs.',
  }
  const startsAt = new Date().toISOString()
  return {
    version: '4',
    groupKey: `{}:{alertname="PostgreSQLSlowQueries", round="${index}"}`,
    status: 'firing',
    receiver: 'firebreak',
    alerts: [{ status: 'firing', labels, annotations, startsAt, fingerprint: `locked-${index}` }],
  }
}
