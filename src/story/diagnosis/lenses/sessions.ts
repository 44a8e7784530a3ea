/** What a database itself shows of who works in it: transactions that stay open, and what most of those at work wait for. */
import type { DatabaseScene } from '../database/database-scene.ts'
import { lasting, quotedQuery, who } from '../database/session-words.ts'
import { cite } from '../evidence.ts'
import { clipped, type Fact } from './fact.ts'

const OPEN_SECONDS = 300
const SHOWN = 3

export function sessionFacts({ connections }: DatabaseScene): Fact[] {
  if (!connections) return []
  const { exhibit, thing } = connections
  const open = [...thing.longest_transactions, ...thing.idle_in_transaction].filter(
    ({ xact_seconds: age, backend_type: type }) => (age ?? 0) >= OPEN_SECONDS && type === 'client backend',
  )
  return open.slice(0, SHOWN).map((session) => {
    const {
      pid,
      application_name: program,
      usename,
      datname,
      xact_start: since,
      xact_seconds: age,
      state,
      query,
    } = session
    return {
      lens: 'state' as const,
      entity: program || usename || `pid ${pid}`,
      names: [datname ?? ''].filter(Boolean),
      at: since ? new Date(since) : undefined,
      strength: 0.6,
      text: clipped(
        `${who(session)} is ${state} in a transaction open for ${lasting(age)}: ${quotedQuery(query ?? '')}`,
      ),
      evidence: [cite(exhibit, `"pid":${pid}`)],
    }
  })
}
