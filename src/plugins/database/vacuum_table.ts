import type { Check, RemediationPlugin, RemediationResult, Tools } from '../plugin.ts'
import { answer } from './answer.ts'
import { DATABASE } from './parameter.ts'
import { openReader, type Reader } from './reader.ts'
import { beganAfter } from './server-start.ts'
import { readSnapshotHolders } from './snapshot-holders.ts'
import { vacuumGate } from './vacuum-gate.ts'
import { type FoundTable, findTable, stateOf, type TableState, tableByOid } from './vacuumed-table.ts'

const TIMEOUT_SECONDS = 900

const NOTHING_TO_UNDO = {
  impossible: 'There is nothing to undo: VACUUM frees the room of dead rows, and no row that anybody can see changes.',
}

type Parameters = { table: string; database?: string }
type Preconditions = { oid: number; table: string }

export default {
  name: 'vacuum_table',
  description:
    'Runs a plain VACUUM (ANALYZE) on one table of a PostgreSQL database: frees dead rows, freezes old ones and renews the planner’s figures while reads and writes go on; never VACUUM FULL. ' +
    'It frees nothing that an old snapshot still needs: look at snapshot_holders of table_bloat first.',
  category: 'remediation',
  risk: 'low',
  gate: vacuumGate,
  words: 'Vacuum table {table}[ of database {database}]',
  usualSeconds: 600,
  timeoutSeconds: TIMEOUT_SECONDS,
  parameters: {
    type: 'object',
    properties: {
      table: {
        type: 'string',
        description: 'The table, with or without its schema: orders or public.orders.',
        minLength: 1,
        maxLength: 150,
      },
      database: DATABASE,
    },
    required: ['table'],
  },
  intend: async ({ table, database }, tools) => {
    const reader = openReader(tools, database)
    const found = await findTable(reader, table)
    const state = await stateOf(reader, found.oid)
    return {
      effect: {
        targets: [{ system: 'database', kind: 'table', name: `${reader.database}/${found.name}` }],
        changes: [
          {
            field: `dead rows of ${found.name}`,
            from: String(state?.n_dead_tup ?? 'unknown'),
            to: 'freed for new rows',
          },
        ],
        commands: [statementFor(found)],
        risk: 'low',
      },
      preconditions: { oid: found.oid, table: found.name } satisfies Preconditions,
      rollback: NOTHING_TO_UNDO,
    }
  },
  run: (parameters, tools, { preconditions, isDryRun }) =>
    answer(() => vacuum(parameters, tools, preconditions as Preconditions, isDryRun)),
  readBack: async ({ database }, tools, { preconditions, startedAt }) => {
    const reader = openReader(tools, database)
    const state = await stateOf(reader, (preconditions as Preconditions).oid)
    if (!state || isVacuumedSince(state, startedAt)) return state && true
    // A server that was taken down has forgotten when its tables were vacuumed.
    if (!(await beganAfter(reader, startedAt.toISOString()))) return false
    return { unknown: 'The server was restarted since, and may have forgotten when the table was vacuumed.' }
  },
  verify: async ({ database }, tools, { preconditions, startedAt, before }) => {
    const { oid, table } = preconditions as Preconditions
    return checkVacuumed(table, await stateOf(openReader(tools, database), oid), before, startedAt)
  },
} satisfies RemediationPlugin<Parameters>

function isVacuumedSince({ last_vacuum }: TableState, moment: Date): boolean {
  return last_vacuum !== null && Date.parse(last_vacuum) >= moment.getTime()
}

function checkVacuumed(
  table: string,
  state: TableState | undefined,
  before: Readonly<Record<string, unknown>>,
  startedAt: Date,
): Check {
  const dead = Number(before.n_dead_tup ?? Number.NaN)
  const compared = {
    before: `${before.n_dead_tup ?? '?'} dead rows`,
    after: `${state?.n_dead_tup ?? '?'} dead rows`,
    basis: `last_vacuum (${state?.last_vacuum ?? 'none'}) and n_dead_tup of ${table} in pg_stat_all_tables`,
    otherwise: `Had it not worked: last_vacuum before ${startedAt.toISOString()}, or more than half of the dead rows left.`,
  }
  if (!state || !isVacuumedSince(state, startedAt))
    return { state: 'fails', text: `${table} was not vacuumed.`, ...compared }
  return dead > 0 && state.n_dead_tup > dead / 2
    ? { state: 'fails', text: `${table} was vacuumed, but most of its dead rows stayed.`, ...compared }
    : { state: 'holds', text: `${table} was vacuumed and has ${state.n_dead_tup} dead rows left.`, ...compared }
}

function statementFor({ name }: FoundTable): string {
  return `VACUUM (ANALYZE) ${name}`
}

async function vacuum(
  { database }: Parameters,
  tools: Tools,
  { oid, table }: Preconditions,
  isDryRun: boolean,
): Promise<RemediationResult> {
  const reader = openReader(tools, database)
  const found = await tableByOid(reader, oid)
  if (found === undefined || found.name !== table)
    return { success: false, isSkipped: true, error: `${table} is no longer the table of the plan. Nothing was done.` }
  const before = await stateOf(reader, oid)
  const rollback = NOTHING_TO_UNDO
  if (isDryRun)
    return { success: true, message: `${statementFor(found)} would run; nothing was done.`, before, rollback }
  const { notices } = await tools.databases.act(database, statementFor(found), [], {
    signal: tools.signal,
    timeoutSeconds: TIMEOUT_SECONDS,
  })
  const after = await stateOf(reader, oid)
  if (wasLeftAlone(before, after))
    return { success: false, error: notices.join(' ') || `${table} was not vacuumed.`, before, after }
  return { success: true, message: await sentenceOf(reader, table, before, after), before, after, rollback }
}

/** Without the right to it the server only remarks that it skips the table, and calls that a success. */
function wasLeftAlone(before: TableState | undefined, after: TableState | undefined): boolean {
  return after !== undefined && after.last_vacuum === (before?.last_vacuum ?? null)
}

async function sentenceOf(reader: Reader, table: string, before?: TableState, after?: TableState): Promise<string> {
  const done = `${table} was vacuumed: ${before?.n_dead_tup ?? '?'} dead rows before, ${after?.n_dead_tup ?? '?'} after.`
  if (
    before === undefined ||
    after === undefined ||
    after.n_dead_tup < before.n_dead_tup / 2 ||
    before.n_dead_tup === 0
  )
    return done
  const [oldest] = await readSnapshotHolders(reader)
  if (oldest === undefined) return done
  return `${done} What stayed is still needed by an old snapshot: ${oldest.kind} ${oldest.pid ?? oldest.slot_name ?? oldest.gid}.`
}
