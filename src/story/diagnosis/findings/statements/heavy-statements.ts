/**
 * A statement that has run far longer than all others, and those that write what does not fit into memory onto the
 * disk.
 */
import { whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../../database/database-scene.ts'
import { quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { cpuLoad, isBusy, spilling } from '../../database/server/host-load.ts'
import { bytes, clockTime, lasting, percent, plural, quotedQuery, who } from '../../database/session-words.ts'
import { type Burden, type Judged, judgeBurden, spills } from '../../database/statements/proven-burden.ts'
import { isCrossJoin, shapeOf, statementKind } from '../../database/statements/sql-words.ts'
import { sum } from '../../database/statements/statement-rise.ts'
import { fallingDisk } from '../../database/storage/disk-space.ts'
import { largestSpill, type Spilling, spilledBytes } from '../../database/storage/temporary-files.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import { median } from '../../signals/points.ts'
import { endSession } from '../database-fault.ts'

const LONG_SECONDS = 180
const TIMES_THE_OTHERS = 5
/** Many sessions with one statement are an application's habit, and ending one of them helps nobody. */
const HABIT = 3
/** It works: on the processor, on the disk, or with its workers. One that waits for a lock or its client does not. */
const WORKING = [null, 'IO', 'IPC', 'LWLock', 'BufferPin']

type Running = SlowQueries['running'][number]

export const runawayQuery: Analyzer = (scene) => {
  const { database } = scene
  const { queries } = database ?? {}
  if (!database || !queries) return []
  const { running } = queries.thing
  return running
    .filter((session) => isRunaway(session, running))
    .slice(0, 2)
    .map((session) => runaway(session, database, judgeBurden(session, scene), queries.exhibit))
}

function isRunaway(session: Running, all: readonly Running[]): boolean {
  const seconds = session.query_seconds ?? 0
  if (seconds < LONG_SECONDS || !WORKING.includes(session.wait_event_type)) return false
  if (session.backend_type !== 'client backend' || statementKind(session.query) === 'upkeep') return false
  const alike = all.filter(({ query, query_seconds }) => query === session.query && (query_seconds ?? 0) < LONG_SECONDS)
  const others = all.filter(({ pid, backend_type }) => pid !== session.pid && backend_type === 'client backend')
  const usual = median(others.map(({ query_seconds }) => query_seconds ?? 0))
  return alike.length < HABIT && seconds >= TIMES_THE_OTHERS * usual
}

function runaway(session: Running, database: DatabaseScene, judged: Judged, exhibit: Exhibit): Finding {
  const { burden, doubt, instead } = judged
  const obstacle = whyLeftAlone(session) ?? doubt ?? instead
  const load = cpuLoad(database)
  const spilled = spilling(database)
  const { wait_event_type: type, wait_event: event } = session
  const activity = type === null ? 'active and waiting for nothing' : `active (${type}: ${event})`
  const why = `pid ${session.pid} is the runaway; ending it (the leader) also ends its workers and loses only its own result.`
  return fault({
    kind: 'runaway_query',
    statement: `${who(session)} has been running one statement for ${lasting(session.query_seconds)} (since ${clockTime(session.query_start ?? '')}), ${activity}${session.parallel_workers > 0 ? `, with ${plural(session.parallel_workers, 'parallel worker')} under it as leader` : ''}: ${quotedQuery(session.query)}.${isCrossJoin(session.query) ? ' It joins tables without a condition (a cross join).' : ''} ${burdenSentence(session, database, judged)}`,
    facts: otherFacts(session, database),
    evidence: [
      citeField(exhibit, 'pid', session.pid),
      session.query_seconds !== null && citeField(exhibit, 'query_seconds', session.query_seconds),
      isBusy(load) && cite(load.figure.exhibit, quoteOfLast(load.figure)),
      spilled && cite(spilled.exhibit, quoteOfLast(spilled)),
      session.wait_event && citeField(exhibit, 'wait_event', session.wait_event),
    ],
    confidence: isBusy(load) || (spilled && database.topics.has('disk')) ? 0.9 : burden === 'slow' ? 0.7 : 0.8,
    subject: { kind: 'Session', name: `pid ${session.pid}` },
    weight: burden === undefined ? 'context' : doubt === undefined ? 'cause' : 'symptom',
    ...(session.query_start !== null && { since: new Date(session.query_start) }),
    ...(burden !== undefined && doubt === undefined && { explains: explainedBy(burden) }),
    ...(obstacle === undefined ? { actions: [endSession(database, session.pid, why)] } : { noActionReason: obstacle }),
    suggestions: [
      'Give interactive and reporting roles a statement_timeout, and let reports run on a replica.',
      ...(spills(session, database)
        ? ['Raise work_mem for this statement alone (SET LOCAL work_mem), or set temp_file_limit for its role.']
        : []),
    ],
  })
}

/** A disk that fills with its temporary files is no matter of its own. */
function explainedBy(burden: Burden): string[] {
  const filled = burden === 'disk' ? ['volume_filling', 'volume_full'] : []
  return ['costly_statement', 'missing_index', 'connections_exhausted', 'growth', ...filled]
}

/** To stop a change halfway costs its whole undoing, which can last as long again. */
function whyLeftAlone(session: Running): string | undefined {
  const isChange = statementKind(session.query) !== 'read' || session.backend_xid !== null
  const undone = `pid ${session.pid} changes data; ending it would undo all it has done, so its owner has to agree.`
  return whyNotEnded(session) ?? (isChange ? undone : undefined)
}

/** What it takes from the server: its processor, or its disk for sorts and joins that do not fit into memory. */
function burdenSentence(session: Running, database: DatabaseScene, { burden, doubt, instead }: Judged): string {
  const load = cpuLoad(database)
  const disk = spills(session, database)
    ? ` It spills into temporary files on disk, which are given back when it ends. ${fallingDisk(database)?.sentence ?? ''}`.trimEnd()
    : ''
  if (instead !== undefined) return `It takes long and is not what takes the work: ${instead}${disk}`
  if (doubt !== undefined) return `It takes long. ${doubt}${disk}`
  if (isBusy(load)) return `The server's CPU stands at ${percent(load.share)}: this runaway query takes it.${disk}`
  if (database.topics.has('cpu')) return `This long-running query is what takes the CPU.${disk}`
  if (burden === undefined) return `It takes long; nothing shows that anybody suffers from it.${disk}`
  return `${burden === 'slow' ? 'It works all the time, and nobody waits for a lock.' : 'It is a runaway query.'}${disk}`
}

function otherFacts({ pid }: Running, { queries }: DatabaseScene): Finding['facts'] {
  const others = (queries?.thing.running ?? []).filter((one) => one.pid !== pid)
  const [longest] = others.map(({ query_seconds }) => query_seconds ?? 0).sort((one, other) => other - one)
  if (longest === undefined || !queries) return []
  return [
    {
      text: `The ${plural(others.length, 'other running statement')} shown ${others.length === 1 ? 'is' : 'are'} at most ${lasting(longest)} old.`,
      evidence: [citeField(queries.exhibit, 'running_total', queries.thing.running_total)],
    },
  ]
}

// Statements whose sorts and joins do not fit into memory write them onto the disk: which statement, how much, and
// what would keep it in memory.

const LOGGED_BYTES = 256 * 1024 ** 2

export const temporaryFiles: Analyzer = ({ database }) => {
  if (!database || !(['disk', 'writing', 'slow', 'cpu'] as const).some((topic) => database.topics.has(topic))) return []
  const spill = largestSpill(database)
  return spill && !isReported(spill) && isMuch(spill, database) ? [writtenToDisk(spill, database)] : []
}

/** One session that has been at it for long is told by itself, with what may be done about it. */
function isReported({ sessions, query }: Spilling): boolean {
  const [only, ...others] = sessions
  const isAlone = only !== undefined && others.length === 0
  return isAlone && statementKind(query) !== 'upkeep' && (only.query_seconds ?? 0) >= LONG_SECONDS
}

function isMuch({ logged, sessions }: Spilling, database: DatabaseScene): boolean {
  const isLogged = sum(logged.map((one) => one.bytes)) >= LOGGED_BYTES
  // What was counted once, however much, need not be what happens now.
  return isLogged || sessions.length > 0 || spilling(database) !== undefined
}

function writtenToDisk(spill: Spilling, database: DatabaseScene): Finding {
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
    first &&
      `the log names ${plural(logged.length, 'file')} of ${bytes(sum(logged.map((one) => one.bytes)))} in all since ${clockTime(first.line.thing.at)}`,
    session &&
      `${plural(sessions.length, 'session is', 'sessions are')} at it now, the longest ${who(session)} for ${lasting(session.query_seconds)} (${session.wait_event})`,
    counted &&
      written > 0 &&
      `${plural(counted.calls, 'call')} have written ${bytes(written)} since the statistics were reset`,
  ].filter((part) => typeof part === 'string')
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
