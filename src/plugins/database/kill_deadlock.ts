import type { RemediationPlugin } from '../plugin.ts'
import { answer } from './answer.ts'
import { blocksSomebody, type Ending, findEndable } from './endable-session.ts'
import { wasEnded } from './ended-session.ts'
import { checkEnded, endSession, intentionOf } from './ending.ts'
import { DATABASE, PID } from './parameter.ts'
import { sessionGate } from './session-gate.ts'

export default {
  name: 'kill_deadlock',
  description:
    'Ends one client session of a PostgreSQL database that blocks others: the root that lock_waits names, which waits for nobody itself. Its transaction is undone and everyone behind it goes on. ' +
    'Refused where nobody waits for that session; a deadlock the server has already broken needs none. Never ends replication, autovacuum or our own sessions.',
  category: 'remediation',
  risk: 'medium',
  gate: sessionGate,
  words: 'End session {pid}[ of database {database}], which blocks others',
  usualSeconds: 15,
  parameters: { type: 'object', properties: { pid: PID, database: DATABASE }, required: ['pid'] },
  intend: async (ending, tools) => {
    const session = await findEndable(tools, ending)
    if (!(await blocksSomebody(tools, ending)))
      throw new Error(`Nobody waits for session ${ending.pid}; for a runaway query use terminate_query.`)
    const { pid, backend_start, xact_start: started } = session
    return intentionOf(tools, ending, session, {
      pid,
      backend_start,
      bound_to: 'xact_start',
      started,
      must_block: true,
    })
  },
  run: (ending, tools, run) => answer(() => endSession(tools, ending, run)),
  readBack: (ending, tools, past) => wasEnded(tools, ending, past),
  verify: (ending, tools, past) => checkEnded(tools, ending, past),
} satisfies RemediationPlugin<Ending>
