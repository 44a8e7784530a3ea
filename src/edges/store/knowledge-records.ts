/** Entries of the knowledge base. Every change leaves a revision and a line on the audit trail, in its own transaction. */
import type {
  Change,
  KnowledgeEntry,
  KnowledgeRevision,
  KnowledgeStore,
  NewKnowledge,
} from '../../guidance/knowledge/knowledge-entry.ts'
import type { Clock } from '../../ports/clock.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { lastRevision, listRevisions, readRevision } from './knowledge-revisions.ts'
import { WORDS_FORM, wordsOf } from './knowledge-words.ts'
import { uuidv7 } from './uuid.ts'

export type EntryRow = {
  id: string
  title: string
  content: string
  category: string | null
  tags: string[]
  created_at: Date
  updated_at: Date
  revision: number
}

export const ENTRY_COLUMNS = 'id, title, content, category, tags, created_at, updated_at, revision'

export function createKnowledgeStore({ database, clock }: { database: Database; clock: Clock }): KnowledgeStore {
  const alone = <Result>(id: string, work: (connection: Connection) => Promise<Result>) =>
    inTransaction(database, async (connection) => {
      // A removed entry has no row to lock, and may be restored by two at once.
      await connection.query(`SELECT pg_advisory_xact_lock(hashtextextended('knowledge ' || $1, 0))`, [id])
      return work(connection)
    })
  return {
    list: ({ category }, page) => listEntries(database, category, page),
    find: (id) => findEntry(database, id),
    async findByTitle(title) {
      const { rows } = await database.query<EntryRow>(
        `SELECT ${ENTRY_COLUMNS} FROM knowledge_entries WHERE title = $1 ORDER BY created_at, id`,
        [title],
      )
      return rows.map(readEntry)
    },
    add: (entry, by) =>
      inTransaction(database, (connection) =>
        writeEntry(connection, { id: uuidv7(clock.now()), entry, by, change: 'created' }),
      ),
    put: (id, entry, by) => alone(id, (connection) => putEntry(connection, id, entry, by)),
    change: (id, changes, change) => alone(id, (connection) => changeEntry(connection, id, changes, change)),
    remove: (id, change) => alone(id, (connection) => removeEntry(connection, id, change)),
    revisions: (id, page) => listRevisions(database, id, page),
    restore: (id, revision, change) => alone(id, (connection) => restoreEntry(connection, id, revision, change)),
  }
}

async function findEntry(database: Queryable, id: string): Promise<KnowledgeEntry | undefined> {
  const { rows } = await database.query<EntryRow>(`SELECT ${ENTRY_COLUMNS} FROM knowledge_entries WHERE id = $1`, [id])
  return rows[0] && readEntry(rows[0])
}

async function listEntries(database: Database, category: string | undefined, page: { offset: number; limit: number }) {
  const where = '($1::text IS NULL OR category = $1)'
  const values = [category ?? null]
  const counted = await database.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM knowledge_entries WHERE ${where}`,
    values,
  )
  const { rows } = await database.query<EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM knowledge_entries WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
    [...values, page.limit, page.offset],
  )
  return { entries: rows.map(readEntry), total: counted.rows[0]?.total ?? 0 }
}

async function putEntry(connection: Connection, id: string, entry: NewKnowledge, by: string): Promise<KnowledgeEntry> {
  const before = await findEntry(connection, id)
  if (before && isSame(before, entry)) return before
  return writeEntry(connection, { id, entry, by, change: before ? 'changed' : 'created' })
}

async function changeEntry(
  connection: Connection,
  id: string,
  changes: Partial<NewKnowledge>,
  { by, isFresh = () => true }: Change,
): Promise<KnowledgeEntry | 'missing' | 'stale'> {
  const before = await findEntry(connection, id)
  if (!before) return 'missing'
  if (!isFresh(before.revision)) return 'stale'
  const entry = { ...before, ...changes }
  return isSame(before, entry) ? before : writeEntry(connection, { id, entry, by, change: 'changed' })
}

async function removeEntry(connection: Connection, id: string, { by, isFresh = () => true }: Change) {
  const before = await findEntry(connection, id)
  if (!before) return 'missing'
  if (!isFresh(before.revision)) return 'stale'
  await connection.query('DELETE FROM knowledge_entries WHERE id = $1', [id])
  const revision = (await lastRevision(connection, id)) + 1
  await keepRevision(connection, { ...before, revision }, { by, change: 'removed' })
  return 'removed'
}

async function restoreEntry(
  connection: Connection,
  id: string,
  revision: number,
  { by, isFresh = () => true }: Change,
): Promise<KnowledgeEntry | 'missing' | 'stale'> {
  const earlier = await readRevision(connection, id, revision)
  if (!earlier) return 'missing'
  // A removal is a revision like others: who has not seen it does not know what he undoes.
  if (!isFresh(await lastRevision(connection, id))) return 'stale'
  return writeEntry(connection, { id, entry: earlier, by, change: 'restored', createdAt: earlier.entryCreatedAt })
}

function isSame(one: NewKnowledge, other: NewKnowledge): boolean {
  const comparable = ({ title, content, category, tags }: NewKnowledge) =>
    JSON.stringify([title, content, category, tags])
  return comparable(one) === comparable(other)
}

type Write = { id: string; entry: NewKnowledge; by: string; change: KnowledgeRevision['change']; createdAt?: Date }

async function writeEntry(
  connection: Connection,
  { id, entry, by, change, createdAt }: Write,
): Promise<KnowledgeEntry> {
  const { title, content, category, tags } = entry
  const revision = (await lastRevision(connection, id)) + 1
  const { rows } = await connection.query<EntryRow>(
    `INSERT INTO knowledge_entries (id, title, content, category, tags, search_text, words, words_form, revision, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7::tsvector, $8, $9, coalesce($10, firebreak_now()))
       ON CONFLICT (id) DO UPDATE SET title = $2, content = $3, category = $4, tags = $5, search_text = $6,
         words = $7::tsvector, words_form = $8, revision = $9, updated_at = firebreak_now()
       RETURNING ${ENTRY_COLUMNS}`,
    [id, title, content, category, tags, searchTextOf(entry), wordsOf(entry), WORDS_FORM, revision, createdAt ?? null],
  )
  const written = readEntry(rows[0] as EntryRow)
  await keepRevision(connection, written, { by, change })
  return written
}

const AUDITED = { created: 'create', changed: 'change', removed: 'remove', restored: 'restore' } as const

async function keepRevision(
  connection: Connection,
  { id, title, content, category, tags, createdAt, revision }: KnowledgeEntry,
  { by, change }: Pick<Write, 'by' | 'change'>,
): Promise<void> {
  await connection.query(
    `INSERT INTO knowledge_revisions (entry_id, revision, change, title, content, category, tags, entry_created_at, written_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, revision, change, title, content, category, tags, createdAt, by],
  )
  const details = { title, revision }
  await appendAudit(connection, { actor: by, action: `knowledge.${AUDITED[change]}`, target: id, details })
}

function searchTextOf({ title, category, tags, content }: NewKnowledge): string {
  return [title, category ?? '', tags.join(' '), content].join('\n').toLowerCase()
}

export function readEntry(row: EntryRow): KnowledgeEntry {
  const { created_at: createdAt, updated_at: updatedAt, ...rest } = row
  return { ...rest, createdAt, updatedAt }
}
