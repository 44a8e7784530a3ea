/** Lag without a writer: the way to the standby is slow or cut, or the standby waits for a query of its own. */

import { whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import { actionOn, weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, ReplicationLag } from '../../database/database-scene.ts'
import { isBehind, isBehindOnTheWay, lagSentence } from '../../database/replication/replica-lag.ts'
import { figuresNamed, lastOf } from '../../database/server/figures.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { bytes, clockTime, lasting, quotedQuery, who } from '../../database/session-words.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

const NOT_REPLAYED_BYTES = 16 * 1024 ** 2
const STALE_SECONDS = 60
const LONG_SECONDS = 120

export const replicaCutOff: Analyzer = ({ database }) => {
  const { replication } = database ?? {}
  if (!database || !replication) return []
  const found =
    replication.thing.role === 'standby'
      ? onStandby(replication.thing, database)
      : onPrimary(replication.thing, database)
  return found ? [findingOf(found, database)] : []
}

type Found = {
  kind: string
  statement: string
  quotes: readonly (readonly [string, string | number | boolean | null])[]
  confidence: number
  ended?: LongQuery
}
type LongQuery = Standby['longest_transactions'][number]

function onPrimary({ replicas, slots }: ReplicationLag, { topics }: DatabaseScene): Found | undefined {
  const slow = replicas.find((one) => isBehind(one) && isBehindOnTheWay(one))
  if (slow)
    return {
      kind: 'replica_receives_late',
      statement: `${lagSentence(slow)}: most of it has not even been written on the standby, so the network between them or the standby's disk is slow, not replay.`,
      quotes: [
        ['application_name', slow.application_name],
        ['state', slow.state],
        ['write_lag_bytes', slow.write_lag_bytes],
      ],
      confidence: 0.8,
    }
  const catching = replicas.find(({ state }) => state === 'catchup' || state === 'startup')
  if (catching)
    return {
      kind: 'replica_catches_up',
      statement: `${lagSentence(catching)}: it was away and is catching up.`,
      quotes: [
        ['application_name', catching.application_name],
        ['state', catching.state],
      ],
      confidence: 0.75,
    }
  const lonely = slots.find(({ slot_type, active }) => slot_type === 'physical' && !active)
  if (!topics.has('replication') || (replicas.length > 0 && !lonely)) return undefined
  return {
    kind: 'replica_gone',
    statement: lonely
      ? `The standby of slot ${lonely.slot_name} is not connected and has left ${bytes(lonely.wal_kept_bytes ?? 0)} of WAL unread: it is down, or cannot reach the primary.`
      : 'No replica is connected to this primary: the standby is down, or cannot reach it.',
    quotes: lonely
      ? [
          ['slot_name', lonely.slot_name],
          ['active', false],
        ]
      : [['role', 'primary']],
    confidence: lonely ? 0.8 : 0.6,
  }
}

function onStandby(shown: ReplicationLag, database: DatabaseScene): Found | undefined {
  const standby = 'standby' in shown ? shown.standby : undefined
  if (!standby) return undefined
  const behind = behindOf(standby, database)
  if (standby.is_replay_paused)
    return {
      kind: 'replay_paused',
      statement: `Replay was paused on this standby by hand${behind.sentence}.`,
      quotes: [['is_replay_paused', true]],
      confidence: 0.9,
    }
  const conflict = standby.replaying?.wait_event?.startsWith('RecoveryConflict')
    ? standby.replaying.wait_event
    : undefined
  const [longest] = standby.longest_transactions.filter(({ xact_seconds }) => (xact_seconds ?? 0) >= LONG_SECONDS)
  if (longest && (behind.isBehind || conflict)) return heldByQuery(longest, { behind, conflict, shown })
  if (standby.receiver === null && behind.isBehind)
    return {
      kind: 'replica_gone',
      statement: `This standby receives nothing from its primary: it has no WAL receiver${behind.sentence}.`,
      quotes: [['receiver', null]],
      confidence: 0.8,
    }
  return undefined
}

type Standby = NonNullable<Extract<ReplicationLag, { standby: unknown }>['standby']>
type Behind = { isBehind: boolean; sentence: string }

/** By its own account, or by the exporter's where it has not replayed any commit since it started. */
function behindOf({ not_replayed_bytes, last_replayed_commit_seconds }: Standby, { figures }: DatabaseScene): Behind {
  const measured = figuresNamed(figures, /^pg_replication_lag(_seconds)?$/).map((figure) => lastOf(figure) ?? 0)
  const seconds = Math.max(last_replayed_commit_seconds ?? 0, ...measured)
  const isBehind = (not_replayed_bytes ?? 0) >= NOT_REPLAYED_BYTES || seconds >= STALE_SECONDS
  const parts = [
    not_replayed_bytes === null ? '' : `${bytes(not_replayed_bytes)} received and not replayed`,
    seconds > 0 ? `what it shows is ${lasting(seconds)} old` : '',
  ].filter(Boolean)
  return { isBehind, sentence: parts.length > 0 ? ` (${parts.join(', ')})` : '' }
}

function heldByQuery(
  longest: LongQuery,
  { behind, conflict, shown }: { behind: Behind; conflict: string | undefined; shown: ReplicationLag },
): Found {
  const delay = shown.settings.max_standby_streaming_delay
  const patience = delay?.startsWith('-1') ? ', and max_standby_streaming_delay is -1, so it waits without end' : ''
  if (conflict === undefined) return besideQuery(longest, behind)
  return {
    kind: 'standby_query_holds_replay',
    statement: `Replay on this standby waits for a query of its own${behind.sentence}: the replaying process stands at ${conflict}${patience}. ${who(longest)} has run for ${lasting(longest.xact_seconds)} (since ${clockTime(longest.xact_start ?? '')}), and its snapshot conflicts with what the primary has removed: ${quotedQuery(longest.query)}.`,
    quotes: [
      ['pid', longest.pid],
      ['wait_event', conflict],
    ],
    confidence: 0.9,
    ended: longest,
  }
}

/** A query may be there for long while replay is late for another reason. */
function besideQuery(longest: LongQuery, behind: Behind): Found {
  return {
    kind: 'standby_query_holds_replay',
    statement: `This standby is behind${behind.sentence}, and ${who(longest)} has run on it for ${lasting(longest.xact_seconds)} (since ${clockTime(longest.xact_start ?? '')}): ${quotedQuery(longest.query)}. Such a query can hold up replay; the replaying process was not seen to wait for it.`,
    quotes: [['pid', longest.pid]],
    confidence: 0.6,
  }
}

function findingOf({ kind, statement, quotes, confidence, ended }: Found, database: DatabaseScene): Finding {
  const exhibit = database.replication?.exhibit
  if (exhibit === undefined) throw new Error('Lag is read from replication.')
  const logged = linesMatching(
    database.lines,
    /could not (connect to the primary|receive data)|conflict with recovery|terminating walreceiver|replication.*timeout/i,
  ).at(-1)
  const obstacle = ended
    ? whyNotEnded(ended)
    : 'What holds up the standby was not seen for certain; a person has to look at it and at the way to it.'
  return fault({
    kind,
    statement,
    facts: logged
      ? [
          {
            text: `The log says: ${logged.thing.line.slice(0, 200)}`,
            evidence: [cite(logged.exhibit, logged.thing.line)],
          },
        ]
      : [],
    evidence: quotes.map(([field, value]) => citeField(exhibit, field, value)),
    explains: ['runaway_query'],
    confidence: logged ? Math.min(0.9, confidence + 0.05) : confidence,
    subject: { kind: 'Database', name: database.database },
    weight: weightFor(database, ['replication', 'slots', 'disk']),
    ...(obstacle === undefined && ended
      ? {
          actions: [
            actionOn(
              database,
              'terminate_query',
              { pid: ended.pid },
              `Replay waits for pid ${ended.pid}; it goes on when that query ends.`,
            ),
          ],
        }
      : { noActionReason: obstacle ?? '' }),
    suggestions: ['Check the network and the disk of the standby, and its log. Do not promote it while it is behind.'],
  })
}
