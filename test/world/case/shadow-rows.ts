/** From the rows of a case to rows of the catalogue's own shape: what a case adds for the reader's sake becomes what the server would store. */
export type Row = Record<string, unknown>

/** `world.postgres` of a case, its times already moved to now. */
export type CasePostgres = {
  version?: string
  database: string
  settings?: Record<string, string>
  views?: Record<string, Row[]>
  blocking?: { pid: number; pg_blocking_pids: number[] }[]
}

const XID_COLUMNS = [
  'backend_xid',
  'backend_xmin',
  'xmin',
  'catalog_xmin',
  'transaction',
  'datfrozenxid',
  'relfrozenxid',
]
const XIDS = 2 ** 32
const LSN_COLUMNS = ['sent_lsn', 'write_lsn', 'flush_lsn', 'replay_lsn', 'restart_lsn', 'confirmed_flush_lsn']
const SOME_XID = 1_000_000_000
const SOME_LSN = 0xa_0000_0000n

/** The newest transaction id a case knows of: ages are counted from it. */
export function newestXid(rows: readonly Row[]): number {
  const xids = rows.flatMap((row) => XID_COLUMNS.map((column) => Number(row[column] ?? Number.NaN)))
  const known = xids.filter((xid) => Number.isSafeInteger(xid))
  return known.length > 0 ? Math.max(...known) : SOME_XID
}

/** A case may give an age where the catalogue keeps a transaction id: `relfrozenxid_age` and the like, or plain `age` of a database. */
export function withXids(row: Row, newest: number): Row {
  const ages = XID_COLUMNS.map((column) => [column, row[`${column}_age`]] as const)
  if (row.datname !== undefined && row.pid === undefined) ages.push(['datfrozenxid', row.age])
  const xids = ages
    .filter(([column, age]) => age !== undefined && age !== null && row[column] === undefined)
    .map(([column, age]) => [column, String((newest - Number(age) + XIDS) % XIDS)])
  return { ...row, ...Object.fromEntries(xids) }
}

/** Where the WAL ends, so that every position and every distance the case gives agrees with it. */
export function walEnd(rows: readonly Row[]): bigint {
  const ends = rows.flatMap((row) =>
    LSN_COLUMNS.filter((column) => typeof row[column] === 'string').map(
      (column) => readLsn(String(row[column])) + (bytesBehind(row, column) ?? 0n),
    ),
  )
  return ends.reduce((end, one) => (one > end ? one : end), ends.length > 0 ? 0n : SOME_LSN)
}

/** A case may give the distance in bytes where the catalogue keeps a position. */
export function withLsns(row: Row, end: bigint): Row {
  const missing = LSN_COLUMNS.filter((column) => row[column] === undefined && bytesBehind(row, column) !== undefined)
  return {
    ...row,
    ...Object.fromEntries(missing.map((column) => [column, writeLsn(end - (bytesBehind(row, column) ?? 0n))])),
  }
}

function bytesBehind(row: Row, column: string): bigint | undefined {
  const word = column.split('_')[0] ?? ''
  const isDistance = (name: string) =>
    /byte/.test(name) && (name.startsWith(word) || (word === 'restart' && row.slot_name !== undefined))
  const name = Object.keys(row).find((key) => isDistance(key) && Number.isFinite(Number(row[key])) && row[key] !== null)
  return name === undefined ? undefined : BigInt(Math.round(Number(row[name])))
}

function readLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return BigInt(`0x${high}`) * 0x1_0000_0000n + BigInt(`0x${low}`)
}

export function writeLsn(lsn: bigint): string {
  return `${(lsn / 0x1_0000_0000n).toString(16)}/${(lsn % 0x1_0000_0000n).toString(16)}`.toUpperCase()
}
