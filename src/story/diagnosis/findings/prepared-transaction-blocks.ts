/** A prepared transaction has no session: nobody can be ended, and only its owner can say whether it is to be committed. */
import { told, weightFor } from '../database/database-finding.ts'
import { plural } from '../database/told-session.ts'
import { citeField } from '../evidence.ts'
import type { Analyzer } from '../finding.ts'

export const preparedTransactionBlocks: Analyzer = ({ database }) => {
  const { locks } = database ?? {}
  const root = locks?.thing.roots.find((one) => 'prepared' in one)
  if (!database || !locks || !root) return []
  const [oldest] = (locks.thing.prepared_transactions ?? []) as readonly { gid?: string; owner?: string }[]
  const name = oldest?.gid === undefined ? '' : ` “${oldest.gid}” of ${oldest.owner}`
  return [
    told({
      kind: 'prepared_transaction_blocks',
      statement: `A prepared transaction${name} holds locks for which ${plural(root.waiters_in_all, 'session waits', 'sessions wait')}. It belongs to no session, so no session can be ended to free them.`,
      evidence: [
        citeField(locks.exhibit, 'waiters_in_all', root.waiters_in_all),
        citeField(locks.exhibit, 'prepared', true),
      ],
      confidence: 0.85,
      subject: { kind: 'PreparedTransaction', name: oldest?.gid ?? 'unknown' },
      weight: weightFor(database, ['locks', 'slow', 'connections', 'errors'], 'symptom'),
      explains: ['connections_exhausted'],
      noActionReason:
        'Whether a prepared transaction is to be committed or rolled back only its transaction manager knows.',
      suggestions: ['Ask the owner of the transaction manager, then COMMIT PREPARED or ROLLBACK PREPARED by hand.'],
    }),
  ]
}
