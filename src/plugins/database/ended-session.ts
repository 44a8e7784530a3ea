/**
 * Whether a session that is gone was ended by command. It may as well have gone because its client left, a timeout ended it,
 * or the server was restarted. The server counts ends by command, and only those: so the count is noted right before the act.
 */
import type { ReadBack, Tools } from '../plugin.ts'
import { type Ending, readSession } from './endable-session.ts'
import { openReader } from './reader.ts'
import { beganAfter } from './server-start.ts'

type Count = { datname: string; ended_by_command: number | null; counted_since: string | null }
type Past = { preconditions: Readonly<Record<string, unknown>>; witness?: Readonly<Record<string, unknown>> }

/** Servers before version 14 do not count it; read by name, so that they answer all the same. */
const COUNT = `SELECT d.datname, (to_jsonb(d) ->> 'sessions_killed')::int AS ended_by_command, d.stats_reset AS counted_since
  FROM pg_stat_database d WHERE d.datname = $1`

/** How many sessions of that database were ended by command so far. */
export async function countEnded(
  tools: Tools,
  { database }: Pick<Ending, 'database'>,
  datname: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  return (await openReader(tools, database).rows<Count>(COUNT, [datname]))[0] ?? {}
}

/** The very session that was seen: gone, there, or undefined where one has its pid and our login may not see which. */
export async function isGone(tools: Tools, ending: Ending, { preconditions }: Past): Promise<boolean | undefined> {
  const session = await readSession(tools, ending)
  if (session && session.backend_start === null) return undefined
  return session?.backend_start !== preconditions.backend_start
}

export async function wasEnded(tools: Tools, ending: Ending, past: Past): Promise<ReadBack> {
  const gone = await isGone(tools, ending, past)
  return gone ? wasByCommand(tools, ending, past) : gone
}

async function wasByCommand(tools: Tools, ending: Ending, { preconditions, witness = {} }: Past): Promise<ReadBack> {
  // It was seen alive when the plan was made, so a server that began after it did was restarted since.
  if (await beganAfter(openReader(tools, ending.database), String(preconditions.backend_start)))
    return { unknown: 'The server was restarted since, which ends every session.' }
  const now = await countEnded(tools, ending, witness.datname)
  const [before, after] = [witness.ended_by_command, now.ended_by_command]
  if (typeof before !== 'number' || typeof after !== 'number' || witness.counted_since !== now.counted_since)
    return { unknown: `Session ${ending.pid} is gone, and the server does not tell why.` }
  return after > before
}
