/** What entries were before. */
import type { KnowledgeRevision, NewKnowledge } from '../../guidance/knowledge/knowledge-entry.ts'
import type { Queryable } from './database.ts'

type Row = NewKnowledge & {
  revision: number
  change: KnowledgeRevision['change']
  entry_created_at: Date
  written_at: Date
  written_by: string
}

export async function listRevisions(
  database: Queryable,
  id: string,
  page: { offset: number; limit: number },
): Promise<{ revisions: KnowledgeRevision[]; total: number }> {
  const counted = await database.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM knowledge_revisions WHERE entry_id = $1',
    [id],
  )
  const { rows } = await database.query<Row>(
    'SELECT * FROM knowledge_revisions WHERE entry_id = $1 ORDER BY revision DESC LIMIT $2 OFFSET $3',
    [id, page.limit, page.offset],
  )
  return { revisions: rows.map(readRow), total: counted.rows[0]?.total ?? 0 }
}

export async function readRevision(database: Queryable, id: string, revision: number) {
  const { rows } = await database.query<Row>(
    'SELECT * FROM knowledge_revisions WHERE entry_id = $1 AND revision = $2',
    [id, revision],
  )
  return rows[0] && { ...readRow(rows[0]), entryCreatedAt: rows[0].entry_created_at }
}

/** 0 where there never was such an entry. An instance of an older version counts in neither place. */
export async function lastRevision(database: Queryable, id: string): Promise<number> {
  const { rows } = await database.query<{ last: number }>(
    `SELECT greatest(0, (SELECT max(revision) FROM knowledge_revisions WHERE entry_id = $1),
                     (SELECT revision FROM knowledge_entries WHERE id = $1)) AS last`,
    [id],
  )
  return rows[0]?.last ?? 0
}

function readRow({ revision, change, title, content, category, tags, written_at, written_by }: Row): KnowledgeRevision {
  return { revision, change, title, content, category, tags, writtenAt: written_at, writtenBy: written_by }
}
