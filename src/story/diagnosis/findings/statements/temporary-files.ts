/** Statements whose sorts and joins do not fit into memory write them onto the disk: which statement, how much, and what would keep it in memory. */

import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { spilling } from '../../database/server/host-load.ts'
import { bytes, clockTime, lasting, plural, quotedQuery, who } from '../../database/session-words.ts'
import { shapeOf, statementKind } from '../../database/statements/sql-words.ts'
import { sum } from '../../database/statements/statement-rise.ts'
import { fallingDisk } from '../../database/storage/disk-space.ts'
import { largestSpill, type Spilling, spilledBytes } from '../../database/storage/temporary-files.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

const LOGGED_BYTES = 256 * 1024 ** 2
const LONG_SECONDS = 180

export const temporaryFiles: Analyzer = ({ database }) => {
  if (!database || !['disk', 'writing', 'slow', 'cpu'].some((topic) => database.topics.has(topic as 'disk'))) return []
  const spill = largestSpill(database)
  if (!spill || isReported(spill) || !isMuch(spill, database)) return []
  return [findingOf(spill, database)]
}

/** One session that has been at it for long is told by itself, with what may be done about it. */
function isReported({ sessions, query }: Spilling): boolean {
  const [only, ...others] = sessions
  return (
    statementKind(query) !== 'upkeep' &&
    only !== undefined &&
    others.length === 0 &&
    (only.query_seconds ?? 0) >= LONG_SECONDS
  )
}

function isMuch({ logged, sessions }: Spilling, database: DatabaseScene): boolean {
  const isLogged = sum(logged.map((one) => one.bytes)) >= LOGGED_BYTES
  // What was counted once, however much, need not be what happens now.
  return isLogged || sessions.length > 0 || spilling(database) !== undefined
}

function findingOf(spill: Spilling, database: DatabaseScene): Finding {
  const { queries } = database
  const { logged, sessions, counted, query } = spill
  const rise = spilling(database)
  const disk = fallingDisk(database)
  const [first] = logged
  const sources = [first, sessions[0] ?? counted, rise].filter((one) => one !== undefined).length
  return fault({
    kind: 'temporary_files',
    statement: `${quotedQuery(query)} sorts or joins more than fits into ${memoryOf(query)}${sayMemory(query, database)} and so writes temporary files onto the disk: ${partsOf(spill).join('; ')}.${rise ? ` The server wrote ${bytes(riseOf(rise))} of them in the last hours.` : ''}${disk && database.topics.has('disk') ? ` ${disk.sentence}` : ''}`,
    evidence: [
      first && cite(first.line.exhibit, first.line.thing.line),
      queries && sessions[0] && citeField(queries.exhibit, 'pid', sessions[0].pid),
      queries && counted && citeField(queries.exhibit, 'temp_blks_written', counted.temp_blks_written),
      rise && cite(rise.exhibit, quoteOfLast(rise)),
    ],
    confidence: sources >= 2 ? 0.9 : 0.75,
    subject: { kind: 'Statement', name: shapeOf(query).slice(0, 60) },
    weight: weightFor(database, ['disk', 'writing'], 'symptom'),
    ...(first && { since: new Date(first.line.thing.at) }),
    explains: ['growth', ...(disk && database.topics.has('disk') ? ['volume_filling', 'volume_full'] : [])],
    noActionReason: whyNothing(spill),
    suggestions: adviceFor(query),
  })
}

/** Upkeep sorts in a memory of its own. */
function memoryOf(query: string): string {
  return statementKind(query) === 'upkeep' ? 'maintenance_work_mem' : 'work_mem'
}

function sayMemory(query: string, { queries }: DatabaseScene): string {
  const settings = queries?.thing.settings as Readonly<Record<string, string>> | undefined
  const value = settings?.[memoryOf(query)]
  return value === undefined ? '' : ` (${value})`
}

function partsOf({ logged, sessions, counted }: Spilling): string[] {
  const [first] = logged
  const [session] = [...sessions].sort((one, other) => (other.query_seconds ?? 0) - (one.query_seconds ?? 0))
  const written = counted ? spilledBytes(counted) : 0
  return [
    ...(first
      ? [
          `the log names ${plural(logged.length, 'file')} of ${bytes(sum(logged.map((one) => one.bytes)))} in all since ${clockTime(first.line.thing.at)}`,
        ]
      : []),
    ...(session
      ? [
          `${plural(sessions.length, 'session is', 'sessions are')} at it now, the longest ${who(session)} for ${lasting(session.query_seconds)} (${session.wait_event})`,
        ]
      : []),
    ...(counted && written > 0
      ? [`${plural(counted.calls, 'call')} have written ${bytes(written)} since the statistics were reset`]
      : []),
  ]
}

function whyNothing({ sessions }: Spilling): string {
  return sessions.length === 1
    ? 'The files go when the statement ends; it has not run for long, and nothing shows that it does not end by itself.'
    : 'The files go when each call ends, and the next call writes them again: ending a session would not help.'
}

function adviceFor(query: string): string[] {
  const memory = memoryOf(query)
  return [
    `Raise ${memory} for this ${memory === 'work_mem' ? 'role or statement alone (SET LOCAL work_mem), not for all' : 'session'}: every sort and join of every session may take that much.`,
    'Look at the plan with EXPLAIN (ANALYZE, BUFFERS): an index in the wanted order, fewer columns or fewer rows make the sort small.',
    'Set temp_file_limit, so that one statement cannot fill the disk, and log_temp_files to see the next one.',
  ]
}
