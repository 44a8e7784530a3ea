/** Upkeep and backups under way, by what the server reports of their progress and by who runs them. */
import type { DatabaseScene, SlowQueries } from '../database-scene.ts'
import { isUpkeep } from '../locks/joint-operation.ts'
import { bytes, percent } from '../session-words.ts'

type Reported = SlowQueries['progress'][number]

export type Operation = Omit<Reported, 'command'> & {
  /** As part of a sentence. */
  what: string
  advice: string
}

const KINDS: readonly { words: RegExp; what: string; advice: string }[] = [
  {
    words: /base_?backup/i,
    what: 'a base backup',
    advice: 'Take base backups from a replica, or limit them (pg_basebackup --max-rate).',
  },
  {
    words: /pg_dump|\bdump\b|backup|backrest|barman|wal-?g\b/i,
    what: 'a backup',
    advice: 'Run the backup at a quieter hour or on a replica, with fewer jobs at once.',
  },
  {
    words: /^(create\s+(unique\s+)?index|reindex)/i,
    what: 'an index build',
    advice:
      'Build indexes at a quieter hour, with fewer max_parallel_maintenance_workers; one that is broken off leaves an invalid index.',
  },
  {
    words: /^autovacuum:.*wraparound/i,
    what: 'an autovacuum against wraparound',
    advice: 'It must come to its end; slow it down with autovacuum_vacuum_cost_delay rather than stop it.',
  },
  {
    words: /^(autovacuum:\s*)?vacuum\s+(\(?[^)]*\bfull\b|full)/i,
    what: 'a VACUUM FULL',
    advice: 'Rewrite tables only in hours without use.',
  },
  {
    words: /^autovacuum:|^vacuum/i,
    what: 'a vacuum',
    advice:
      'Spread vacuum over time: vacuum_cost_delay, autovacuum_vacuum_cost_limit, lower scale factors for the largest tables.',
  },
  { words: /^analyze/i, what: 'an ANALYZE', advice: 'Lower default_statistics_target or run it at a quieter hour.' },
  { words: /^(cluster|refresh)/i, what: 'a rewrite of a table', advice: 'Rewrite tables only in hours without use.' },
  { words: /^copy\b.*\bto\b/is, what: 'an export', advice: 'Run exports on a replica or at a quieter hour.' },
]

/** The longest first. A load by COPY FROM is an application's own work and no upkeep. */
export function operationsOf({ queries }: Pick<DatabaseScene, 'queries'>): Operation[] {
  const reported = (queries?.thing.progress ?? []) as readonly Reported[]
  const running = (queries?.thing.running ?? []).filter(isUpkeep).map((session) => ({
    ...session,
    command: '',
    relation: null,
    phase: null,
    done: null,
    total: null,
    unit: 'blocks' as const,
    since: session.query_start,
    seconds: session.query_seconds,
  }))
  const all = [...reported, ...running.filter(({ pid }) => !reported.some((one) => one.pid === pid))]
  return all.flatMap((one) => operationOf(one) ?? []).sort((one, other) => (other.seconds ?? 0) - (one.seconds ?? 0))
}

function operationOf({ command, ...one }: Reported): Operation | undefined {
  const words = [one.query, `${one.application_name ?? ''} ${one.usename ?? ''} ${command}`]
  const ofWho = KINDS.slice(0, 2).find(({ words: pattern }) => words.some((word) => pattern.test(word.trim())))
  const kind = ofWho ?? KINDS.find(({ words: pattern }) => pattern.test(one.query.trim()))
  return kind && { ...one, what: kind.what, advice: kind.advice }
}

/** Of a phase whose size is known; the server counts each phase anew. */
export function sayProgress({ phase, done, total, unit, relation }: Operation): string {
  if (phase === null) return ''
  const share = done !== null && total ? `, ${percent(Number(done) / Number(total))} of it done` : ''
  const amount = share === '' && unit === 'bytes' && done ? `, ${bytes(Number(done))} so far` : share
  return ` It is at “${phase}”${relation === null ? '' : ` of ${relation}`}${amount}.`
}
