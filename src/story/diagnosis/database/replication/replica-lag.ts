/** How far each replica is behind, and on which part of the way: sent, written, flushed, replayed. */

import type { ActiveConnections, ReplicationLag } from '../database-scene.ts'
import { bytes, lasting } from '../session-words.ts'

export type Replica = ReplicationLag['replicas'][number]

const BEHIND_BYTES = 64 * 1024 ** 2
const BEHIND_SECONDS = 30

export function isBehind({ replay_lag_bytes, replay_lag_seconds }: Replica): boolean {
  return (replay_lag_bytes ?? 0) >= BEHIND_BYTES || (replay_lag_seconds ?? 0) >= BEHIND_SECONDS
}

/** Most of what is missing has not even been written there: the way is slow, or the standby's disk. */
export function isBehindOnTheWay(replica: Replica): boolean {
  const [write, replay] = [replica.write_lag_bytes, replica.replay_lag_bytes]
  if (write !== null && replay !== null && replay > 0) return write >= 0.5 * replay
  const [writeSeconds, replaySeconds] = [replica.write_lag_seconds, replica.replay_lag_seconds]
  return writeSeconds !== null && replaySeconds !== null && replaySeconds > 0 && writeSeconds >= 0.5 * replaySeconds
}

/** Another standby of the same primary that applies the same WAL without delay: then the primary's load is not the reason. */
export function currentSibling(replica: Replica, all: readonly Replica[]): Replica | undefined {
  return all.find((one) => one !== replica && one.state === 'streaming' && isKnown(one) && !isBehind(one))
}

function isKnown({ replay_lag_bytes, replay_lag_seconds }: Replica): boolean {
  return replay_lag_bytes !== null || replay_lag_seconds !== null
}

export function lagSentence({
  application_name,
  client_addr,
  state,
  replay_lag_bytes,
  replay_lag_seconds,
  write_lag_seconds,
  flush_lag_seconds,
}: Replica): string {
  const amounts = [
    replay_lag_bytes === null ? undefined : bytes(replay_lag_bytes),
    replay_lag_seconds === null ? undefined : `${lasting(replay_lag_seconds)} (replay_lag ${replay_lag_seconds} s)`,
  ].filter(Boolean)
  const before =
    write_lag_seconds === null
      ? ''
      : `, write_lag ${write_lag_seconds} s, flush_lag ${flush_lag_seconds ?? 'unknown'} s`
  return `Replica ${application_name} at ${client_addr ?? 'local'} (${state}) is ${amounts.join(' or ') || 'an unknown amount'} behind in replay${before}`
}

/** Sessions whose commit waits for a synchronous standby: worth asking who replicates. */
export function hasSynchronousWaiters(connections: ActiveConnections | undefined): boolean {
  return (connections?.longest_transactions ?? []).some(({ wait_event }) => wait_event === 'SyncRep')
}
