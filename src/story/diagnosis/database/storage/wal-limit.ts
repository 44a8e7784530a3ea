/** What forces checkpoints: more WAL than the server lets pile up before one, and who writes most of it. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { citeField } from '../../evidence.ts'
import type { DatabaseScene, SlowQueries } from '../database-scene.ts'
import { bytes, percent, quotedQuery } from '../session-words.ts'
import { shapeOf } from '../statements/sql-words.ts'
import { sum } from '../statements/statement-rise.ts'

type Statement = NonNullable<SlowQueries['statements']>['by_wal_bytes'][number]
type Sentence = { sentence: string; evidence: readonly EvidenceReference[] }

/** The setting with its value, as far as our login sees it. */
export function walLimit({ queries }: Pick<DatabaseScene, 'queries'>): Sentence | undefined {
  const value = queries && 'settings' in queries.thing ? queries.thing.settings.max_wal_size : undefined
  if (!queries || value === undefined) return undefined
  return {
    sentence: `max_wal_size is ${inUnits(value)}`,
    evidence: [citeField(queries.exhibit, 'max_wal_size', value)],
  }
}

/** The server counts it in megabytes. */
function inUnits(value: string): string {
  const [, number, unit = 'MB'] = /^(\d+)\s*([kMGT]?B)?$/.exec(value) ?? []
  return unit === 'MB' && number !== undefined ? bytes(Number(number) * 1024 ** 2) : value
}

const SHARE_MIN = 0.5
const WRITTEN_BYTES = 1024 ** 3

/** The statement that most of the WAL comes from, where one has most of it. */
export function walDriver({ queries }: Pick<DatabaseScene, 'queries'>): Sentence | undefined {
  const statements = queries?.thing.statements?.by_wal_bytes ?? []
  const [top] = statements
  if (!queries || !top) return undefined
  const share = written(top) / sum(statements.map(written))
  if (written(top) < WRITTEN_BYTES || share < SHARE_MIN) return undefined
  return {
    sentence: `${quotedQuery(top.query)} writes most of the WAL (${bytes(written(top))}, ${percent(share)} of what was counted)${sayWho(top, queries.thing)}`,
    evidence: [citeField(queries.exhibit, 'wal_bytes', top.wal_bytes)],
  }
}

function written({ wal_bytes }: Statement): number {
  return Number(wal_bytes)
}

/** Those that run it now, where any do. */
function sayWho({ query }: Statement, { running }: SlowQueries): string {
  const names = running
    .filter((one) => shapeOf(one.query) === shapeOf(query))
    .flatMap((one) => one.application_name || one.usename || [])
  return names.length === 0 ? '' : `, run by ${[...new Set(names)].slice(0, 2).join(', ')}`
}
