/** The server's WAL cannot be archived, so it keeps all of it: pg_wal grows until the volume is full and the server stops. */
import { readTopics } from '../../database/asking/alert-topics.ts'
import { quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { clockTime, plural } from '../../database/session-words.ts'
import { type FailedArchiving, failedArchiving } from '../../database/storage/archiving.ts'
import { EXPLAINED_BY_GROWTH, reportedRoom } from '../../database/storage/reported-room.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { wordsOf } from '../../signals/said-lines.ts'

const BROUGHT_ABOUT = ['disk', 'slots', 'down', 'restarted', 'archiving', 'replication', 'writing'] as const

export const archivingFails: Analyzer = (scene) => {
  const failed = failedArchiving(scene)
  return failed ? [findingOf(failed, scene)] : []
}

function findingOf(failed: FailedArchiving, scene: Scene): Finding {
  const { lines, reason, counter, archiver } = failed
  const room = reportedRoom(scene)
  const topics = readTopics(scene.subject)
  const [first] = lines
  const isMatter = topics.size === 0 || BROUGHT_ABOUT.some((topic) => topics.has(topic))
  return fault({
    kind: 'archiving_fails',
    statement: `The database server cannot archive its WAL, and what is not archived stays in pg_wal: ${sayHow(failed)}.${reason ? ` The log says why: “${oneLine(reason.thing.line)}”.` : ''}${room ? ` So it runs out of room: ${room.sentence}` : ''}`,
    evidence: [
      reason && cite(reason.exhibit, reason.thing.line),
      lines.slice(-1).map(({ exhibit, thing }) => cite(exhibit, thing.line)),
      counter && cite(counter.exhibit, quoteOfLast(counter)),
      archiver && citeField(archiver.exhibit, 'failed_count', archiver.thing.failed_count),
      room?.evidence,
    ],
    confidence: confidenceOf(failed, room !== undefined),
    subject: { kind: 'Database', name: scene.database?.database || 'unknown' },
    weight: isMatter ? 'cause' : 'context',
    ...(first && { since: new Date(first.thing.at) }),
    explains: EXPLAINED_BY_GROWTH,
    noActionReason:
      'The way to the archive (its credentials, its bucket, its room) has to be mended by a person; a restart meets the same refusal, and the WAL goes by itself once it is archived.',
    suggestions: [
      'Mend the archive (rights, credentials, bucket, room, network), and watch pg_stat_archiver: the server archives what waits and frees it.',
      'Grow the volume if there is no room left for the server to start. Never delete files in pg_wal: what is not archived is lost to every later restore.',
    ],
  })
}

function sayHow({ lines, counter, archiver }: FailedArchiving): string {
  const [first, last] = [lines[0], lines.at(-1)]
  const logged =
    first && last
      ? `the log says “${wordsOf({ text: last.thing.line }).replace(/^.*?\b(?:LOG|WARNING|ERROR|FATAL): +/, '')}” (${plural(lines.length, 'such line')} since ${clockTime(first.thing.at)})`
      : undefined
  const counted = counter ? `failures rose by ${riseOf(counter)} in the last hours` : undefined
  const { thing } = archiver ?? {}
  const shown = thing
    ? `${thing.failed_count} failures, the last of ${thing.last_failed_wal ?? 'a segment'} at ${clockTime(thing.last_failed_time ?? '')}, and nothing was archived since ${thing.last_archived_time ? clockTime(thing.last_archived_time) : 'the statistics were reset'}`
    : undefined
  return [logged, counted, shown].filter((part) => part !== undefined).join('; ')
}

function confidenceOf({ lines, reason, counter, archiver }: FailedArchiving, isShort: boolean): number {
  const sources = [lines.length > 0 || reason, counter, archiver].filter(Boolean).length
  return sources > 1 || isShort ? 0.9 : 0.8
}

const WORDS_MAX = 240

function oneLine(line: string): string {
  const plain = line.replace(/\s+/g, ' ').trim()
  return plain.length > WORDS_MAX ? `${plain.slice(0, WORDS_MAX)} …` : plain
}
