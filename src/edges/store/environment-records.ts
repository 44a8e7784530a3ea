import { EMPTY_CONTEXT, type EnvironmentStore } from '../../guidance/environment/environment-context.ts'
import { appendAudit } from './audit-records.ts'
import { type Database, inTransaction } from './database.ts'

export function createEnvironmentStore(database: Database): EnvironmentStore {
  return {
    async current() {
      const { rows } = await database.query<{ document: string }>(
        'SELECT document FROM environment_versions ORDER BY version DESC LIMIT 1',
      )
      return rows[0]?.document ?? EMPTY_CONTEXT
    },
    put: (document, by) =>
      inTransaction(database, async (connection) => {
        const { rows } = await connection.query<{ version: string }>(
          'INSERT INTO environment_versions (document, put_by) VALUES ($1, $2) RETURNING version',
          [document, by],
        )
        await appendAudit(connection, {
          actor: by,
          action: 'environment.put',
          target: 'environment context',
          details: { version: rows[0]?.version },
        })
      }),
  }
}
