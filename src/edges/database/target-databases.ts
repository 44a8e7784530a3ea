/** The databases we look after, over PostgreSQL's own protocol. */
import { type DatabaseAnswer, DatabaseRefusal, type DatabaseRow, type TargetDatabases } from '../../ports/database.ts'
import { type Deadline, refuseLate, TooLate } from '../../ports/deadline.ts'
import type { Log } from '../../ports/log.ts'
import { NotConfigured } from '../../ports/not-configured.ts'
import { untilAborted } from './interruption.ts'
import { readRows } from './read-rows.ts'
import { asOutcome, asRefusal } from './refusal.ts'
import type { Target } from './target-list.ts'
import { openTargetPool, type TargetPool } from './target-pool.ts'
import { beginSession, endWhenLate, isEndedWaiting, stayOpen } from './target-session.ts'

const READING_SECONDS = 15
const ACTING_SECONDS = 20

type OpenTarget = { name: string; reading: TargetPool; acting: TargetPool }
type Remark = { severity?: string | undefined; message?: string | undefined }
type Statement = { sql: string; values: readonly unknown[]; signal: AbortSignal; before?: Deadline | undefined }

type OpenTargetDatabases = TargetDatabases & { close(): Promise<void> }

export function openTargetDatabases({ targets, log }: { targets: readonly Target[]; log: Log }): OpenTargetDatabases {
  const open = targets.map(({ name, url, actingUrl }) => ({
    name,
    reading: openTargetPool({ name, url, purpose: 'reading', log }),
    acting: openTargetPool({ name, url: actingUrl, purpose: 'acting', log }),
  }))
  const reach = async <Result>(name: string | undefined, work: (target: OpenTarget) => Promise<Result>) => {
    const target = findTarget(open, name)
    return work(target).catch((error) => {
      throw error instanceof TooLate ? error : asRefusal(target.name, error)
    })
  }
  return {
    names: () => targets.map((target) => target.name),
    hostOf: (name) => hostOf(lookUp(open, name)),
    read: (database, sql, values, signal) =>
      reach(database, (target) => read(target.reading, { sql, values, signal })) as Promise<never[]>,
    act: (database, sql, values, { signal, timeoutSeconds = ACTING_SECONDS, before }) =>
      reach(database, (target) => act(target, { sql, values, signal, before }, timeoutSeconds)) as Promise<never>,
    close: async () => {
      await Promise.all(open.flatMap(({ reading, acting }) => [reading.close(), acting.close()]))
    },
  }
}

/** People also say the database's own name, as alerts do; it counts where exactly one target has it. */
function findTarget(open: readonly OpenTarget[], name: string | undefined): OpenTarget {
  const [first] = open
  if (first === undefined)
    throw new NotConfigured('No database to look after is known. Set TARGET_DATABASES, as in shop=postgresql://….')
  const found = lookUp(open, name)
  if (found !== undefined) return found
  const known = open.map((target) => target.name).join(', ')
  throw new DatabaseRefusal(`There is no database ${JSON.stringify(name)} among those we look after. Known: ${known}.`)
}

function lookUp(open: readonly OpenTarget[], name: string | undefined): OpenTarget | undefined {
  const named = name === undefined ? open[0] : open.find((target) => target.name === name)
  if (named !== undefined) return named
  const [same, ...others] = open.filter((target) => target.reading.config.database === name)
  return others.length === 0 ? same : undefined
}

/** A folder is a socket's. */
const THIS_MACHINE = /^\/|^$|^(localhost|127\..*|::1)$/i

function hostOf(target: OpenTarget | undefined): string | undefined {
  const { host = '' } = target?.reading.config ?? {}
  return THIS_MACHINE.test(host) ? undefined : host
}

function read(pool: TargetPool, { sql, values, signal }: Statement): Promise<DatabaseRow[]> {
  const limits = { timeoutSeconds: READING_SECONDS, searchPath: pool.searchPath }
  return pool.borrow((connection) => readRows({ connection, config: pool.config, limits, sql, values, signal }))
}

/** Outside a transaction, because VACUUM refuses to run in one. The extended protocol sees to it that it is one statement. */
function act(
  { name, acting: pool }: OpenTarget,
  { sql, values, signal, before }: Statement,
  timeoutSeconds: number,
): Promise<DatabaseAnswer> {
  return pool.borrow(async (connection) => {
    const pid = await beginSession(connection, { timeoutSeconds, searchPath: pool.searchPath }, false)
    if (before) await endWhenLate(connection, before)
    const notices: string[] = []
    const listen = (notice: Remark) => void notices.push(`${notice.severity ?? 'NOTICE'}: ${notice.message ?? ''}`)
    connection.on('notice', listen)
    const statement = {
      text: sql,
      values: [...values],
      queryMode: 'extended',
      query_timeout: (timeoutSeconds + 5) * 1000,
    }
    const work = async () => {
      refuseLate(before)
      return connection.query<DatabaseRow>(statement).catch((error) => {
        throw isEndedWaiting(error) ? new TooLate() : asOutcome(name, error)
      })
    }
    const { rows } = await untilAborted({ connection, pid, config: pool.config, signal }, work).finally(async () => {
      connection.off('notice', listen)
      if (before) await stayOpen(connection)
    })
    return { rows, notices }
  })
}
