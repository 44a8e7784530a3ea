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
    versions: (page) => listVersions(database, page),
    version: async (version) => {
      const { rows } = await database.query<{ document: string }>(
        'SELECT document FROM environment_versions WHERE version = $1',
        [version],
      )
      return rows[0]?.document
    },
  }
}

type VersionRow = { version: string; put_at: Date; put_by: string }

async function listVersions(database: Queryable, { offset, limit }: { offset: number; limit: number }) {
  const counted = await database.query<{ total: number }>('SELECT count(*)::int AS total FROM environment_versions')
  const { rows } = await database.query<VersionRow>(
    'SELECT version, put_at, put_by FROM environment_versions ORDER BY version DESC LIMIT $1 OFFSET $2',
    [limit, offset],
  )
  const versions = rows.map(({ version, put_at, put_by }) => ({
    version: Number(version),
    putAt: put_at,
    putBy: put_by,
  }))
  return { versions, total: counted.rows[0]?.total ?? 0 }
}

async function newest(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ document: string }>(
    'SELECT document FROM environment_versions ORDER BY version DESC LIMIT 1',
  )
  return rows[0]?.document ?? EMPTY_CONTEXT
}
