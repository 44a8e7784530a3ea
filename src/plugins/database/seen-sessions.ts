/** Sessions and tables as the listings of this family showed them. */
import type { SessionFact, TableFact, WaiterFact } from '../gate.ts'

type Answer = { parameters: Readonly<Record<string, unknown>>; result: { success: boolean; data?: unknown } }
type Fields = Readonly<Record<string, unknown>>

export function sessionsIn(answers: readonly Answer[]): SessionFact[] {
  return answers.flatMap(({ result }) => {
    if (!result.success) return []
    const data = fieldsOf(result.data)
    const waiters = recordsOf(data.waiters)
    return rowsIn(data, isSession).map(({ row, list }) => sessionOf(row, list, String(data.database ?? ''), waiters))
  })
}

export function tablesIn(answers: readonly Answer[]): TableFact[] {
  return answers.flatMap(({ result }) => {
    if (!result.success) return []
    const data = fieldsOf(result.data)
    return rowsIn(data, isTable).map(({ row }) => ({
      server: String(data.database ?? ''),
      datname: textOf(row.datname) ?? undefined,
      schema: String(row.schemaname),
      name: String(row.relname),
    }))
  })
}

/** One of another database is shown with the snapshots because they reach back to it; ending it frees nothing here. */
function isSession(row: Fields): boolean {
  return typeof row.pid === 'number' && 'backend_type' in row && row.is_elsewhere !== true
}

function isTable(row: Fields): boolean {
  return typeof row.relname === 'string' && typeof row.schemaname === 'string'
}

function sessionOf(row: Fields, list: string, server: string, waiters: readonly Fields[]): SessionFact {
  const pid = Number(row.pid)
  return {
    pid,
    leader_pid: numberOf(row.leader_pid),
    datname: textOf(row.datname),
    usename: textOf(row.usename),
    application_name: textOf(row.application_name),
    client_addr: textOf(row.client_addr),
    backend_type: textOf(row.backend_type),
    state: textOf(row.state),
    query: textOf(row.query) ?? '',
    query_seconds: numberOf(row.query_seconds),
    xact_seconds: numberOf(row.xact_seconds),
    list,
    server,
    holds: recordsOf(row.holds).map(({ locktype, relation }) => ({
      locktype: String(locktype ?? ''),
      relation: textOf(relation),
    })),
    waiters: behind(pid, waiters).map(waiterOf),
  }
}

/** All who wait for it, through however many others. */
function behind(pid: number, waiters: readonly Fields[]): Fields[] {
  const found = new Set<Fields>()
  const pids = [pid]
  for (let next = pids.pop(); next !== undefined; next = pids.pop())
    for (const waiter of waiters)
      if (Array.isArray(waiter.blocked_by) && waiter.blocked_by.includes(next) && !found.has(waiter)) {
        found.add(waiter)
        pids.push(Number(waiter.pid))
      }
  return [...found]
}

function waiterOf(row: Fields): WaiterFact {
  return {
    pid: Number(row.pid),
    usename: textOf(row.usename),
    application_name: textOf(row.application_name),
    client_addr: textOf(row.client_addr),
    relation: textOf(fieldsOf(row.waits_for).relation),
    query: textOf(row.query) ?? '',
  }
}

type Row = { row: Fields; list: string }

function rowsIn(value: unknown, isWanted: (row: Fields) => boolean, list = ''): Row[] {
  if (Array.isArray(value)) return value.flatMap((part) => rowsIn(part, isWanted, list))
  if (typeof value !== 'object' || value === null) return []
  const row = value as Fields
  const inside = Object.entries(row).flatMap(([name, part]) => rowsIn(part, isWanted, name))
  return isWanted(row) ? [{ row, list }, ...inside] : inside
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function recordsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
