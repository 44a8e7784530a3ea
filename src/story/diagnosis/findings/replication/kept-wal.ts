/** WAL that is kept until the disk is full: by a slot nobody reads, or because it cannot be archived. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { Seen } from '../../cluster/cluster-scene.ts'
import { readTopics } from '../../database/asking/alert-topics.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, ReplicationLag, SlotReader } from '../../database/database-scene.ts'
import { quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { bytes, clockTime, lasting, percent, plural } from '../../database/session-words.ts'
import { type FailedArchiving, failedArchiving } from '../../database/storage/archiving.ts'
import { EXPLAINED_BY_GROWTH, reportedRoom } from '../../database/storage/reported-room.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { saidLines, tellingOf, wordsOf } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'

const KEPT_BYTES = 1024 ** 3
/** Less of a volume does not fill it. */
const SHARE_MIN = 0.1

type Slot = ReplicationLag['slots'][number]

export const orphanSlot: Analyzer = (scene) => {
  const { database } = scene
  const { replication } = database ?? {}
  if (!database || !replication) return []
  return replication.thing.slots
    .filter((slot) => isOrphan(slot, database))
    .sort((one, other) => (other.wal_kept_bytes ?? 0) - (one.wal_kept_bytes ?? 0))
    .slice(0, 2)
    .map((slot) => slotLeft(slot, database, scene, replication))
}

/** One that has just lost its reader keeps little, and is told where the alert asks; one whose WAL is gone already keeps none. */
function isOrphan({ active, wal_kept_bytes, wal_status }: Slot, { topics }: DatabaseScene): boolean {
  if (active || wal_status === 'lost') return false
  const keepsMuch = (wal_kept_bytes ?? 0) >= KEPT_BYTES || wal_status === 'extended' || wal_status === 'unreserved'
  return keepsMuch || topics.has('slots')
}

function slotLeft(
  slot: Slot,
  database: DatabaseScene,
  scene: Scene,
  { thing, exhibit }: Seen<ReplicationLag>,
): Finding {
  const room = reportedRoom(scene)
  const kept = slot.wal_kept_bytes ?? 0
  const share = room?.capacity === undefined ? '' : `, ${percent(kept / room.capacity)} of the volume`
  const isMuch = kept >= Math.max(KEPT_BYTES, SHARE_MIN * (room?.capacity ?? 0))
  const reader = sayReader(slot.slot_name, database, scene.now)
  const limit = 'settings' in thing ? thing.settings.max_slot_wal_keep_size : undefined
  return fault({
    kind: 'orphan_slot',
    statement: `Replication slot ${slot.slot_name} (${slot.slot_type}${slot.plugin ? `, ${slot.plugin}` : ''}) is inactive${slot.inactive_since ? ` since ${slot.inactive_since}` : ''}: nobody reads it, and it keeps ${bytes(kept)} of WAL in pg_wal${share} (wal_status ${slot.wal_status ?? 'unknown'}${limit?.startsWith('-1') ? ', no limit: max_slot_wal_keep_size is -1' : ''}).${room ? ` ${isMuch ? 'This is why room runs out: ' : ''}${room.sentence}` : ''} The WAL goes only when the slot is read or dropped.${reader ? ` ${reader.sentence}` : ''}`,
    evidence: [
      citeField(exhibit, 'slot_name', slot.slot_name),
      citeField(exhibit, 'active', false),
      citeField(exhibit, 'wal_kept_bytes', slot.wal_kept_bytes),
      room?.evidence,
      reader?.evidence,
    ],
    confidence: room ? 0.9 : 0.85,
    subject: { kind: 'ReplicationSlot', name: slot.slot_name },
    weight: weightFor(database, ['slots', 'disk', 'replication'], 'symptom'),
    // One that keeps next to nothing fills no volume.
    explains: ['replica_gone', ...(isMuch ? EXPLAINED_BY_GROWTH : ['growth'])],
    noActionReason:
      'Dropping a slot cannot be undone and its reader would have to start anew, so a person who knows the reader decides.',
    suggestions: [
      ...(reader?.advice ?? []),
      `If its reader will not come back: SELECT pg_drop_replication_slot('${slot.slot_name}'). Else start the reader. Never delete files in pg_wal.`,
      'Set max_slot_wal_keep_size, so that a forgotten slot cannot fill the disk.',
    ],
  })
}

// Who a slot is for, as far as people or names tell, and what that one says.

type SlotReaderWords = { sentence: string; advice: readonly string[]; evidence: readonly EvidenceReference[] }

export function sayReader(slot: string, { slotReader }: DatabaseScene, now: Date): SlotReaderWords | undefined {
  if (slotReader?.slot !== slot) return undefined
  const { service, pod } = slotReader
  const known = service ? `Its reader is ${service.name} (${service.description || 'of the environment context'})` : ''
  const named = pod
    ? `${known === '' ? 'By its name its reader is' : ', which runs in'} pod ${pod.namespace}/${pod.name}`
    : ''
  const said = lastWords(slotReader, now)
  return {
    sentence: `${known}${named}${said?.sentence ?? ''}.`,
    advice: [
      `Bring ${service?.name ?? pod?.name ?? 'the reader'} back to work: it reads on where it stopped, and the WAL goes.`,
    ],
    evidence: [...(pod ? [cite(pod.exhibit, pod.name)] : []), ...(said?.evidence ?? [])],
  }
}

/** What its log says of its failure, with the time: it may have stopped days ago. */
function lastWords(
  { pod, cluster }: SlotReader,
  now: Date,
): Pick<SlotReaderWords, 'sentence' | 'evidence'> | undefined {
  const own = saidLines({ cluster }).filter((line) => line.pod === pod?.name)
  const telling = tellingOf(own, [...new Set(own.map(({ speaker }) => speaker))])
  if (!telling) return undefined
  const { at } = telling.first
  const since = at ? ` ${lasting((now.getTime() - at.getTime()) / 1000)} ago` : ''
  return { sentence: `; its log said${since}: "${telling.words}"`, evidence: telling.evidence.map(citeLine) }
}

// The server's WAL cannot be archived, so it keeps all of it: pg_wal grows until the volume is full and the server
// stops.

const BROUGHT_ABOUT = ['disk', 'slots', 'down', 'restarted', 'archiving', 'replication', 'writing'] as const

export const archivingFails: Analyzer = (scene) => {
  const failed = failedArchiving(scene)
  return failed ? [notArchived(failed, scene)] : []
}

function notArchived(failed: FailedArchiving, scene: Scene): Finding {
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
