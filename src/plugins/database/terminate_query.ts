import type { RemediationPlugin, Tools } from '../plugin.ts'
import { answer } from './answer.ts'
import { blocksSomebody, type EndableSession, type Ending, findEndable } from './endable-session.ts'
import { wasEnded } from './ended-session.ts'
import { checkEnded, endSession, intentionOf, type Preconditions } from './ending.ts'
import { DATABASE, PID } from './parameter.ts'
import { sessionGate } from './session-gate.ts'

export default {
  name: 'terminate_query',
  description:
    'Ends one client session of a PostgreSQL database together with its query and open transaction: a runaway query (give the leader, not a parallel worker), ' +
    'or a session idle in transaction that blocks others or pins old rows. Skipped if the session has moved on since it was seen. Never ends replication, autovacuum or our own sessions.',
  category: 'remediation',
  risk: 'medium',
  gate: sessionGate,
  words: 'End session {pid}[ of database {database}]',
  usualSeconds: 15,
  parameters: { type: 'object', properties: { pid: PID, database: DATABASE }, required: ['pid'] },
  intend: async (ending, tools) => {
    const session = await findEndable(tools, ending)
    return intentionOf(tools, ending, session, await bind(tools, ending, session))
  },
  run: (ending, tools, run) => answer(() => endSession(tools, ending, run)),
  readBack: (ending, tools, past) => wasEnded(tools, ending, past),
  verify: (ending, tools, past) => checkEnded(tools, ending, past),
} satisfies RemediationPlugin<Ending>

/** A session that idles in its transaction, or blocks others, harms by the transaction; else by the query it runs. */
async function bind(tools: Tools, ending: Ending, session: EndableSession): Promise<Preconditions> {
  const { pid, backend_start, state, xact_start, query_start } = session
  const harmsByTransaction = state?.startsWith('idle in transaction') || (await blocksSomebody(tools, ending))
  return harmsByTransaction
    ? { pid, backend_start, bound_to: 'xact_start', started: xact_start, must_block: false }
    : { pid, backend_start, bound_to: 'query_start', started: query_start, must_block: false }
}
