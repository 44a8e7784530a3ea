/** Whether the server's WAL reaches its archive: a segment that is not archived stays in pg_wal, however many there are. */

import { claimUsers } from '../../cluster/asking/look-at-surroundings.ts'
import type { Seen } from '../../cluster/cluster-scene.ts'
import { subjectPods } from '../../cluster/pods/workload-pods.ts'
import type { Exhibit } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import { saidLines, tellingScore } from '../../signals/said-lines.ts'
import type { ReplicationLag } from '../database-scene.ts'
import { type Figure, figuresNamed, lastRiseOf, riseOf } from '../server/figures.ts'
import { asLogged, type LoggedLine, linesMatching, onceInOrder } from '../server/log-lines.ts'

/** What the server says of it. */
const FAILED =
  /archive command (?:failed|was terminated)|archiving (?:of )?(?:write-ahead|transaction) log file .* failed|archive module .*(?:fail|error)/i
/** What it says below repeats the command, and what comes of it is no reason. */
const REPEATED = /failed archive command was|\b(?:PANIC|FATAL):|could not (?:write to|extend) file/i
/** What the archiving programs say, and why. */
const REFUSED =
  /(?:wal-?g|wal-push|wal-e|pgbackrest|archive-push|barman|\/?pg_wal\/|wal_\d+\/|WAL (?:file|segment)|\b[0-9A-F]{24}\b).*(?:error|fail|denied|forbidden|unable|could not|no such|refused|time ?out|no space)|(?:error|fail\w*|unable|could not)\b.*(?:upload|push|archiv|copy)\w*.*(?:\b[0-9A-F]{24}\b|\bwal\b|bucket|archive)/i

type Archiver = NonNullable<ReplicationLag['archiver']>

export type FailedArchiving = {
  lines: readonly Seen<LoggedLine>[]
  /** The line that says why, in the words of the program that archives. */
  reason: Seen<LoggedLine> | undefined
  /** The counter of failures, where it rises. */
  counter: Figure | undefined
  archiver: { exhibit: Exhibit; thing: Archiver } | undefined
}

const LINES_MIN = 2

export function failedArchiving(scene: Scene): FailedArchiving | undefined {
  const all = serverLines(scene)
  const lines = linesMatching(all, FAILED)
  const reason = linesMatching(all, REFUSED)
    .filter(({ thing }) => !FAILED.test(thing.line) && !REPEATED.test(thing.line))
    .sort((one, other) => tellingScore(other.thing.line) - tellingScore(one.thing.line))[0]
  const counter = counterNamed(scene, /^pg_stat_archiver_failed_count(_total)?$/)
  const archiver = failingArchiver(scene)
  if (hasArchivedSince(scene)) return undefined
  return lines.length >= LINES_MIN || counter || archiver ? { lines, reason, counter, archiver } : undefined
}

/** The server's own log, and that of the pods in question; a neighbour's archiving is another matter. */
function serverLines(scene: Scene): Seen<LoggedLine>[] {
  const { cluster, subject, database } = scene
  const users = cluster && subject.claim !== undefined ? claimUsers(cluster, subject.claim) : []
  const pods = [...users, ...(cluster ? subjectPods(cluster) : [])]
  const said = saidLines(scene).filter(({ pod, at }) => at !== undefined && pods.some(({ name }) => name === pod))
  const logged = said.map((one) => asLogged(one, { pod: one.pod ?? '' }))
  return onceInOrder([...(database?.lines ?? []), ...logged], ({ at, line }) => `${at.slice(0, 16)} ${line}`)
}

function counterNamed({ database }: Scene, name: RegExp): Figure | undefined {
  return figuresNamed(database?.figures ?? [], name).find((figure) => riseOf(figure) > 0)
}

/** The server tries again every minute while something waits, so an old failure is over. */
const RECENT_HOURS = 1

function failingArchiver({ database, now }: Scene): FailedArchiving['archiver'] {
  const { thing, exhibit } = database?.replication ?? {}
  const archiver = thing?.archiver
  const failedAt = Date.parse(archiver?.last_failed_time ?? '')
  if (!exhibit || !archiver || !(now.getTime() - failedAt < RECENT_HOURS * 3_600_000)) return undefined
  return { exhibit, thing: archiver }
}

/** The last that was tried went well, by the server's own account or by what is measured. */
function hasArchivedSince(scene: Scene): boolean {
  const { archiver } = scene.database?.replication?.thing ?? {}
  const [archived, failed] = [archiver?.last_archived_time, archiver?.last_failed_time].map((at) =>
    Date.parse(at ?? ''),
  )
  if (archived !== undefined && !Number.isNaN(archived)) return !((failed ?? Number.NaN) > archived)
  const good = counterNamed(scene, /^pg_stat_archiver_archived_count(_total)?$/)
  const bad = counterNamed(scene, /^pg_stat_archiver_failed_count(_total)?$/)
  return good !== undefined && (lastRiseOf(good) ?? 0) > ((bad && lastRiseOf(bad)) ?? 0)
}
