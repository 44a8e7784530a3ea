/** A prepared transaction has no session: nobody can be ended, and only its owner can say whether it is to be committed. */
import { weightFor } from '../../database/database-finding.ts'
import { clockTime, plural } from '../../database/session-words.ts'
import { citeField } from '../../evidence.ts'
import { type Analyzer, fault } from '../../finding.ts'

export const preparedTransactionBlocks: Analyzer = ({ database }) => {
  const { locks } = database ?? {}
  const root = locks?.thing.roots.find((one) => 'prepared' in one)
  if (!database || !locks || !root) return []
  const all = (locks.thing.prepared_transactions ?? []) as readonly Prepared[]
  const [only] = all.length === 1 ? all : []
  return [
    fault({
      kind: 'prepared_transaction_blocks',
      statement: `${nameOf(all)} holds locks for which ${plural(root.waiters_in_all, 'session waits', 'sessions wait')}. It belongs to no session, so no session can be ended to free them.`,
      evidence: [
        citeField(locks.exhibit, 'waiters_in_all', root.waiters_in_all),
        citeField(locks.exhibit, 'prepared', true),
      ],
      confidence: 0.85,
      subject: { kind: 'PreparedTransaction', name: only?.gid ?? 'unknown' },
      ...(only?.prepared !== undefined && { since: new Date(only.prepared) }),
      weight: weightFor(database, ['locks', 'slow', 'connections', 'errors'], 'symptom'),
      explains: ['connections_exhausted'],
      noActionReason:
        'Whether a prepared transaction is to be committed or rolled back only its transaction manager knows.',
      suggestions: ['Ask the owner of the transaction manager, then COMMIT PREPARED or ROLLBACK PREPARED by hand.'],
    }),
  ]
}

type Prepared = { gid?: string; owner?: string; prepared?: string }

const SHOWN = 3

/** Which of several it is the server does not tell: they have no pid. */
function nameOf(all: readonly Prepared[]): string {
  const names = all
    .slice(0, SHOWN)
    .map(({ gid, owner, prepared }) => `“${gid}” of ${owner}, prepared ${clockTime(prepared ?? '')},`)
  if (names.length === 0) return 'A prepared transaction'
  return names.length === 1
    ? `Prepared transaction ${names[0]}`
    : `One of ${all.length} prepared transactions (${names.join(' ')})`
}
