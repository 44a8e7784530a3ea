/** The two engines as the bench drives them: workers in processes of their own, work to do, and what the store says of it. */
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../../src/edges/store/database.ts'
import { migrate } from '../../../src/edges/store/migrate.ts'
import { openIncident, SILENT_LOG } from '../../world/records.ts'
import { runSql } from '../../world/sql.ts'
import type { BenchProcess, BenchWorld } from '../world.ts'
import { fetchDbos } from './dbos-package.ts'
import { type Order, TARGET_TABLES } from './two-workflows.ts'

export type Engine = {
  name: string
  /** An empty store. */
  open(): Promise<Store>
}

export type Store = {
  url: string
  /** Work waits in the store until somebody comes; else it is begun by those it is given to. */
  isQueue: boolean
  start(name: string, order: Order): Promise<BenchProcess>
  /** So many incidents, shared out to these; resolves when all of them are in the store. */
  give(workers: readonly BenchProcess[], count: number): Promise<void>
  /** How many have come to their end. */
  ended(): Promise<number>
  /** How many of them nobody knows the outcome of, and say so. */
  unknown(): Promise<number>
  /** Own records that were written more than once. */
  doubledRecords(): Promise<number>
}

let stores = 0

/** On the server of the bench, so that both have the same disk. */
async function freshStore({ adminUrl }: BenchWorld): Promise<string> {
  stores += 1
  const name = `thread_${stores}`
  await runSql(adminUrl, `CREATE DATABASE ${name} OWNER firebreak`)
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}`, username: 'firebreak' }).href
  await runSql(url, TARGET_TABLES)
  return url
}

async function startWorker(world: BenchWorld, script: string, args: string[]): Promise<BenchProcess> {
  const worker = world.startProcess(join(import.meta.dirname, script), args)
  await once(worker.child, 'message')
  return worker
}

async function countOf(url: string, sql: string): Promise<number> {
  return Number((await runSql(url, sql))[0]?.count)
}

export function ourEngine(world: BenchWorld): Engine {
  return {
    name: 'our thread',
    open: async () => {
      const url = await freshStore(world)
      await migrate({ url, log: SILENT_LOG })
      return {
        ...{ url, isQueue: true },
        start: (name, order) => startWorker(world, 'our-worker.ts', [url, name, JSON.stringify(order)]),
        give: (_, count) => openIncidents(url, count),
        ended: () => countOf(url, `SELECT count(*) FROM runs WHERE kind = 'execute' AND state = 'finished'`),
        unknown: () => countOf(url, `SELECT count(*) FROM incident_events WHERE data LIKE '%it is unknown of%'`),
        doubledRecords: () =>
          countOf(
            url,
            `SELECT count(*) FROM (SELECT FROM incident_events WHERE kind = 'note_added' AND data::json ->> 'by' = 'bench'
               GROUP BY split_part(data::json ->> 'text', ' by ', 1) HAVING count(*) > 1) AS doubled`,
          ),
      }
    },
  }
}

async function openIncidents(url: string, count: number): Promise<void> {
  const database = openDatabase({ url, log: SILENT_LOG })
  for (let at = 0; at < count; at += 1) await openIncident(database, { message: `bench ${at}` })
  await database.close()
}

export async function dbosEngine(world: BenchWorld, folder: string): Promise<Engine> {
  const place = await fetchDbos(folder)
  return {
    name: 'DBOS',
    open: async () => {
      const url = await freshStore(world)
      return {
        ...{ url, isQueue: false },
        start: (name, order) => startWorker(world, 'dbos-worker.ts', [url, name, JSON.stringify(order), place]),
        give: async (workers, count) => {
          const ids = Array.from({ length: count }, (_, at) => `incident-${at}`)
          for (const [turn, { child }] of workers.entries())
            child.send(ids.filter((_, at) => at % workers.length === turn))
          const stored = () => countOf(url, `SELECT count(*) FROM dbos.workflow_status WHERE name = 'look'`)
          while ((await stored()) < count) await pause(50)
        },
        ended: () =>
          countOf(url, `SELECT count(*) FROM dbos.workflow_status WHERE name = 'act' AND status = 'SUCCESS'`),
        unknown: () => countOf(url, `SELECT count(*) FROM bench.records WHERE name = 'it is unknown'`),
        doubledRecords: () =>
          countOf(
            url,
            'SELECT count(*) FROM (SELECT FROM bench.records GROUP BY id, name HAVING count(*) > 1) AS doubled',
          ),
      }
    },
  }
}
