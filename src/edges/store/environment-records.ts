import { contextChange } from '../../guidance/environment/context-change.ts'
import { EMPTY_CONTEXT, type EnvironmentStore } from '../../guidance/environment/environment-context.ts'
import { appendAudit } from './audit-records.ts'
import { type Database, inTransaction, type Queryable } from './database.ts'

export function createEnvironmentStore(database: Database): EnvironmentStore {
  return {
    current: () => newest(database),
    put: (document, by) =>
      inTransaction(database, async (connection) => {
        // Two who put at once come one after the other, so that each change is told against what it replaced.
        await connection.query('LOCK TABLE environment_versions IN SHARE ROW EXCLUSIVE MODE')
        const before = await newest(connection)
        const { rows } = await connection.query<{ version: string }>(
          'INSERT INTO environment_versions (document, put_by) VALUES ($1, $2) RETURNING version',
          [document, by],
        )
        await appendAudit(connection, {
          actor: by,
          action: 'environment.put',
          target: 'environment context',
          details: { version: rows[0]?.version, changes: contextChange(before, document) },
        })
      }),
  }
}

async function newest(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ document: string }>(
    'SELECT document FROM environment_versions ORDER BY version DESC LIMIT 1',
  )
  return rows[0]?.document ?? EMPTY_CONTEXT
}
