/** Whether a statement that takes long is what others suffer from. Old alone is nobody's fault: a report may take its hour every day. */
import type { Scene } from '../../scene.ts'
import type { DatabaseScene, SlowQueries } from '../database-scene.ts'
import { cpuLoad, isBusy } from '../server/host-load.ts'
import { lasting, percent, quotedQuery } from '../session-words.ts'
import { loadRiseOf } from './load-rise.ts'
import { type Burden, burdenOf, spills } from './query-burden.ts'
import {
  type Crowd,
  countedOf,
  largerSession,
  largestCrowd,
  processesAtWork,
  processesOf,
  shareOfWork,
} from './work-share.ts'

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
