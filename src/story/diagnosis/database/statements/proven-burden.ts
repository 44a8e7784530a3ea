/** How much of the load one statement bears. */

import type { Scene } from '../../scene.ts'
import type { DatabaseScene, SlowQueries } from '../database-scene.ts'
import { cpuLoad, isBusy, spilling } from '../server/host-load.ts'
import { lasting, percent, quotedQuery } from '../session-words.ts'
import { isSpilling, loggedFiles } from '../storage/temporary-files.ts'
import { type Counted, countedOf, isWorking } from './leading-statement.ts'
import { shapeOf } from './sql-words.ts'
import { loadRiseOf, sum } from './statement-rise.ts'

// Whether a statement that takes long is what others suffer from. Old alone is nobody's fault: a report may take its hour every day.

type Running = SlowQueries['running'][number]

export type Judged = {
  /** Undefined of a bystander. */
  burden: Burden | undefined
  /** Why it is not ended although it may be to blame. */
  doubt?: string
  /** Who takes the work instead, as a sentence. */
  instead?: string
}

/** So much of the work is heavy whatever else there is; less only where nothing else stands out. */
const HEAVY_SHARE = 0.25
const SMALL_SHARE = 0.08
const HOGGING_SHARE = 0.5
const CROWD_MIN = 3
const CROWD_SHARE = 0.5
/** On average in milliseconds: a statement that is slow each time is no victim of the moment. */
const SLOW_MEAN_MS = 50

export function judgeBurden(session: Running, scene: Scene): Judged {
  const { database } = scene
  const burden = burdenOf(session, scene)
  if (!database?.queries || burden === undefined) return { burden }
  const usual = sayUsual(session, database.queries.thing)
  if (burden === 'disk') return { burden }
  if (burden === 'named') return { burden, ...(usual !== undefined && { doubt: usual }) }
  const instead = whoInstead(session, database.queries.thing, scene)
  if (instead !== undefined) return { burden: undefined, instead }
  const doubt = usual ?? whyDoubtful(session, burden, database)
  return { burden, ...(doubt !== undefined && { doubt }) }
}

function whoInstead(session: Running, queries: SlowQueries, scene: Scene): string | undefined {
  const larger = largerSession(session, queries)
  if (larger)
    return `pid ${larger.pid} works with ${processesOf(larger)} processes at once, this one with ${processesOf(session)}.`
  const crowd = largestCrowd(session, queries)
  if (crowd && isSlowEachTime(crowd) && crowd.sessions >= processesOf(session)) return sayCrowd(crowd)
  const share = shareOfWork(session, queries)
  if (share >= HEAVY_SHARE || roseWith(session, scene)) return undefined
  if (crowd && crowd.sessions >= CROWD_MIN && crowd.sessions >= CROWD_SHARE * crowd.ofAll) return sayCrowd(crowd)
  return share >= SMALL_SHARE ? undefined : `It is ${processesOf(session)} of ${processesAtWork(queries)} at work.`
}

/** By the statistics: most of the time of all goes there, or many of its calls do. */
function isSlowEachTime({ statement, ofTime, sessions, ofAll }: Crowd): boolean {
  if (statement === undefined || statement.mean_exec_time < SLOW_MEAN_MS) return false
  return ofTime >= CROWD_SHARE || (sessions >= CROWD_MIN && sessions >= CROWD_SHARE * ofAll)
}

function sayCrowd({ query, sessions, ofAll, statement, ofTime }: Crowd): string {
  const counted = statement ? `, which takes ${percent(ofTime)} of the time of all statements` : ''
  return `${sessions} of ${ofAll} working sessions run ${quotedQuery(query)}${counted}.`
}

const BEFORE_SECONDS = 60
const AFTER_SECONDS = 600

/** Where it is measured that the load rose when it began. */
function roseWith({ query_start }: Running, scene: Scene): boolean {
  const rise = loadRiseOf(scene)
  if (query_start === null || !rise?.isMeasured) return false
  const seconds = (rise.at.getTime() - Date.parse(query_start)) / 1000
  return seconds >= -BEFORE_SECONDS && seconds <= AFTER_SECONDS
}

const CALLS_MIN = 3
const TIMES_THE_MEAN = 2

/** It has always taken that long, and ended by itself each time. */
function sayUsual({ pid, query, query_seconds }: Running, queries: SlowQueries): string | undefined {
  const { statement } = countedOf(query, queries)
  if (!statement || statement.calls < CALLS_MIN) return undefined
  const mean = statement.mean_exec_time / 1000
  if ((query_seconds ?? 0) > TIMES_THE_MEAN * mean) return undefined
  return `pid ${pid} runs as long as it usually does (${lasting(mean)} on average in ${statement.calls} calls) and ends by itself.`
}

/** That another program is slow does not show that this statement makes it so. */
function whyDoubtful(session: Running, burden: Burden, database: DatabaseScene): string | undefined {
  const { parallel_workers, pid, wait_event_type } = session
  const share = database.queries ? shareOfWork(session, database.queries.thing) : 0
  if (burden === 'slow' && database.concern !== 'own' && !(parallel_workers > 1 && share >= HOGGING_SHARE))
    return `Nothing shows that others are slow because of pid ${pid}.`
  const isOfProcessor = share < 1 && (isBusy(cpuLoad(database)) || database.topics.has('cpu'))
  return isOfProcessor && wait_event_type === 'IO' && parallel_workers === 0 && !spills(session, database)
    ? `pid ${pid} waits for the disk; nothing shows that it takes the CPU.`
    : undefined
}

// Who takes how much of a server's work: by the processes that are at it, not by how long one of them has been. All that are
// ready to run share the processors alike, so one of nine cannot be what takes them.

/** Sessions that run one statement, another than the one in question. */
type Crowd = Counted & { query: string; sessions: number; ofAll: number }

/** With its parallel workers. */
function processesOf({ parallel_workers }: Pick<Running, 'parallel_workers'>): number {
  return 1 + parallel_workers
}

function shareOfWork(session: Running, queries: SlowQueries): number {
  return processesOf(session) / Math.max(1, processesAtWork(queries))
}

function processesAtWork(queries: Pick<SlowQueries, 'running'> & Partial<SlowQueries>): number {
  const shown = queries.running.filter(isWorking)
  const workers = sum(queries.running.map(({ parallel_workers }) => parallel_workers))
  return Math.max(shown.length, queries.working_total ?? 0) + workers
}

/** The largest of all other statements, by sessions. */
function largestCrowd(session: Running, queries: SlowQueries): Crowd | undefined {
  const isOther = ({ query }: { query: string | null }) => shapeOf(query ?? '') !== shapeOf(session.query)
  const working = queries.running.filter(isWorking)
  const shown = [...Map.groupBy(working.filter(isOther), ({ query }) => shapeOf(query)).values()].map((group) => ({
    query: group[0]?.query ?? '',
    sessions: group.length,
  }))
  const [largest] = [...shown, ...countedAlike(queries).filter(isOther)].sort(
    (one, other) => other.sessions - one.sessions,
  )
  if (!largest) return undefined
  return {
    ...largest,
    ofAll: Math.max(working.length, queries.working_total ?? 0),
    ...countedOf(largest.query, queries),
  }
}

/** The plugin groups by program too; a statement is one whoever runs it. */
function countedAlike({ running_alike }: Partial<SlowQueries>): { query: string; sessions: number }[] {
  const groups = Map.groupBy(running_alike ?? [], ({ query }) => shapeOf(query ?? ''))
  return [...groups.values()].map((group) => ({
    query: group[0]?.query ?? '',
    sessions: sum(group.map(({ sessions }) => sessions)),
  }))
}

/** One session that works with more processes, be it upkeep. */
function largerSession(session: Running, { running }: SlowQueries): Running | undefined {
  return running.find((one) => one.pid !== session.pid && processesOf(one) > processesOf(session) && !isWaiting(one))
}

function isWaiting({ wait_event_type }: Running): boolean {
  return wait_event_type === 'Lock' || wait_event_type === 'Client'
}

// What a statement that takes long does to others, as far as it is shown. Long alone is no harm: a report may take hours.

/**
 * load   the server is busy, or that is what the alert says
 * disk   it spills onto the disk that the alert speaks of
 * named  the alert is about statements that take long, and no other takes longer
 * slow   others are slow, and none of them waits for a lock instead
 */
export type Burden = 'load' | 'disk' | 'named' | 'slow'

function burdenOf(session: Running, { database, subject }: Pick<Scene, 'database' | 'subject'>): Burden | undefined {
  if (!database) return undefined
  const { topics } = database
  if (isLoad(database)) return 'load'
  if (topics.has('disk') && spills(session, database)) return 'disk'
  if (isOfLongStatements(subject)) return isTheLongest(session, database, subject) ? 'named' : undefined
  const isSlow = topics.size === 0 || topics.has('slow')
  return isSlow && database.locks?.thing.waiting === 0 ? 'slow' : undefined
}

function isLoad(database: DatabaseScene): boolean {
  const load = cpuLoad(database)
  if (load !== undefined) return isBusy(load)
  return database.topics.has('cpu') || database.topics.has('writing')
}

/** By what it waits for; else by the counter, unless the log says that the files are another's. */
export function spills({ wait_event, pid, query }: Running, database: DatabaseScene): boolean {
  if (isSpilling({ wait_event })) return true
  const files = loggedFiles(database.lines)
  const isOwn = files.some(
    (file) => file.pid === pid || (file.query !== undefined && shapeOf(file.query) === shapeOf(query)),
  )
  return isOwn || (files.length === 0 && spilling(database) !== undefined)
}

const LONG_STATEMENTS =
  /long[\s_-]?running|(quer(y|ies)|statements?|transactions?)\b.{0,40}\b(duration|runs?|running|active) for/i

function isOfLongStatements({ alertName, text }: Scene['subject']): boolean {
  return LONG_STATEMENTS.test(alertName) || LONG_STATEMENTS.test(text)
}

/** By the pid the alert gives; else by the time, waiting or not. */
function isTheLongest(session: Running, { queries }: DatabaseScene, { labels }: Scene['subject']): boolean {
  if (labels.pid !== undefined) return labels.pid === String(session.pid)
  const all = (queries?.thing.running ?? []).filter(({ backend_type }) => backend_type === 'client backend')
  return all.every(({ query_seconds }) => (query_seconds ?? 0) <= (session.query_seconds ?? 0))
}
