/** One statement that has run far longer than all others and works all the time; with parallel workers, its leader. */

import { whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import { actionOn } from '../../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../../database/database-scene.ts'
import { quoteOfLast } from '../../database/server/figures.ts'
import { cpuLoad, isBusy, spilling } from '../../database/server/host-load.ts'
import { clockTime, lasting, percent, plural, quotedQuery, who } from '../../database/session-words.ts'
import { type Burden, type Judged, judgeBurden, spills } from '../../database/statements/proven-burden.ts'
import { isCrossJoin, statementKind } from '../../database/statements/sql-words.ts'
import { fallingDisk } from '../../database/storage/disk-space.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import { median } from '../../signals/points.ts'

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
    .map((session) => findingOf(session, database, judgeBurden(session, scene)))
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

function findingOf(session: Running, database: DatabaseScene, judged: Judged): Finding {
  const { burden, doubt, instead } = judged
  const { exhibit } = database.queries ?? {}
  if (exhibit === undefined) throw new Error('A runaway is read from the queries.')
  const obstacle = whyLeftAlone(session) ?? doubt ?? instead
  const load = cpuLoad(database)
  const spilled = spilling(database)
  return fault({
    kind: 'runaway_query',
    statement: `${who(session)} has been running one statement for ${lasting(session.query_seconds)} (since ${clockTime(session.query_start ?? '')}), ${activity(session)}${session.parallel_workers > 0 ? `, with ${plural(session.parallel_workers, 'parallel worker')} under it as leader` : ''}: ${quotedQuery(session.query)}.${isCrossJoin(session.query) ? ' It joins tables without a condition (a cross join).' : ''} ${burdenSentence(session, database, judged)}`,
    facts: otherFacts(session, database),
    evidence: [
      citeField(exhibit, 'pid', session.pid),
      ...(session.query_seconds === null ? [] : [citeField(exhibit, 'query_seconds', session.query_seconds)]),
      isBusy(load) && cite(load.figure.exhibit, quoteOfLast(load.figure)),
      spilled && cite(spilled.exhibit, quoteOfLast(spilled)),
      session.wait_event && citeField(exhibit, 'wait_event', session.wait_event),
    ],
    confidence: isBusy(load) || (spilled && database.topics.has('disk')) ? 0.9 : burden === 'slow' ? 0.7 : 0.8,
    subject: { kind: 'Session', name: `pid ${session.pid}` },
    weight: burden === undefined ? 'context' : doubt === undefined ? 'cause' : 'symptom',
    ...(session.query_start !== null && { since: new Date(session.query_start) }),
    ...(burden !== undefined && doubt === undefined && { explains: explainedBy(burden) }),
    ...(obstacle === undefined
      ? {
          actions: [
            actionOn(
              database,
              'terminate_query',
              { pid: session.pid },
              `pid ${session.pid} is the runaway; ending it (the leader) also ends its workers and loses only its own result.`,
            ),
          ],
        }
      : { noActionReason: obstacle }),
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

function activity({ wait_event_type, wait_event }: Running): string {
  return wait_event_type === null ? 'active and waiting for nothing' : `active (${wait_event_type}: ${wait_event})`
}

/** To stop a change halfway costs its whole undoing, which can last as long again. */
function whyLeftAlone(session: Running): string | undefined {
  const obstacle = whyNotEnded(session)
  if (obstacle !== undefined) return obstacle
  const isChange = statementKind(session.query) !== 'read' || session.backend_xid !== null
  return isChange
    ? `pid ${session.pid} changes data; ending it would undo all it has done, so its owner has to agree.`
    : undefined
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
