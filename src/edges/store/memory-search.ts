/**
 * Similar incidents of the past, way after way until there are enough: the same alert on the same subject, then alike
 * texts. A further way, such as by vectors, is a further function in the list.
 */
import type { Memory, MemoryKey, RememberedIncident, SimilarIncident } from '../../story/incident/memory.ts'
import type { Database } from './database.ts'

type Question = { key: MemoryKey; known: readonly string[]; limit: number }
type Way = (database: Database, question: Question) => Promise<SimilarIncident[]>

const WAYS: readonly Way[] = [sameAlertAndSubject, alikeWords]

export function createMemory(database: Database): Memory {
  return {
    async similarTo(incidentId, key, limit) {
      const found: SimilarIncident[] = []
      for (const way of WAYS) {
        const known = [incidentId, ...found.map(({ id }) => id)]
        if (found.length < limit) found.push(...(await way(database, { key, known, limit: limit - found.length })))
      }
      return found
    },
  }
}

type Row = { alert_name: string; subject: string; closed_at: Date; document: string; words: string[] }

async function sameAlertAndSubject(database: Database, { key, known, limit }: Question): Promise<SimilarIncident[]> {
  if (key.subject === '') return []
  const { rows } = await database.query<Row>({
    name: 'similar-alike',
    text: `SELECT closed_at, document FROM remembered_incidents
            WHERE alert_name = $1 AND subject = $2 AND incident_id <> ALL($3)
            ORDER BY lesson DESC, closed_at DESC LIMIT $4`,
    values: [key.alertName, key.subject, known, limit],
  })
  return rows.map((row) => ({ ...readRow(row), why: `the same alert on ${key.subject}` }))
}

const CANDIDATES_MAX = 20
/** How many are compared by their words; with this bound no question costs more than some tens of milliseconds. */
const READ_MAX = 3_000
/** Fewer words nobody can be likened by; two of many, such as `disk` and `full`, are what all alerts of a kind say. */
const ASKED_MIN = 2
const SHARED_MIN = 3
const SHARED_SHARE_MIN = 0.5

async function alikeWords(database: Database, { key, known, limit }: Question): Promise<SimilarIncident[]> {
  if (key.words.length < ASKED_MIN) return []
  const { rows } = await database.query<Row>({
    name: 'similar-words',
    text: `SELECT alert_name, subject, closed_at, document, tsvector_to_array(words) AS words
             FROM (SELECT * FROM remembered_incidents ORDER BY (lesson >= 2) DESC, closed_at DESC LIMIT ${READ_MAX}) AS read
            WHERE words @@ $1::tsquery AND incident_id <> ALL($2)
            ORDER BY ts_rank(words, $1::tsquery) DESC, lesson DESC, closed_at DESC LIMIT ${CANDIDATES_MAX}`,
    values: [key.words.map(quoted).join(' | '), known],
  })
  return rows
    .map((row) => ({ row, shared: key.words.filter((word) => row.words.includes(word)) }))
    .filter(({ shared }) => shared.length >= leastShared(key))
    .slice(0, limit)
    .map(({ row, shared }) => ({ ...readRow(row), why: whyAlike(row, key, shared) }))
}

/** Of an alert of two words both. */
function leastShared({ words }: MemoryKey): number {
  return Math.max(Math.min(SHARED_MIN, words.length), words.length * SHARED_SHARE_MIN)
}

/** They are letters only, but the store reads signs between them as its own. */
function quoted(word: string): string {
  return `'${word.replaceAll(/['\\]/g, '')}'`
}

function whyAlike({ alert_name, subject }: Row, key: MemoryKey, shared: readonly string[]): string {
  const words = `the words in common: ${shared.slice(0, 6).join(', ')}`
  if (alert_name !== key.alertName) return words
  // Of another subject, or of nobody known: `HighErrorRate` of two services is two alerts.
  return `an alert of the same name${subject === '' ? '' : ` on ${subject}`}, and ${words}`
}

function readRow({ closed_at, document }: Row): RememberedIncident {
  return { ...(JSON.parse(document) as Omit<RememberedIncident, 'closedAt'>), closedAt: closed_at }
}
