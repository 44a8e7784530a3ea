/** What to ask for which complaint. Few questions, each with a reason: people pay for every one with time. */
import type { PluginCall } from '../../../../plugins/plugin.ts'
import type { Subject } from '../../subject.ts'
import type { AlertTopic } from './alert-topics.ts'
import type { DatabaseConcern } from './database-concern.ts'
import { figuresQuestion } from './figures-query.ts'

type Matter = { subject: Subject; concern: DatabaseConcern; topics: ReadonlySet<AlertTopic> }
/** Given where the alert's own name for the database is one of those we look after. */
export type Named = { database?: string }

export function firstQuestion(named: Named): PluginCall {
  return { plugin: 'active_connections', parameters: named }
}

/** Of the server itself, once it is known to answer. */
export function serverQuestions(matter: Matter, named: Named): PluginCall[] {
  return [
    { plugin: 'lock_waits', parameters: named },
    { plugin: 'slow_queries', parameters: named },
    ...(wantsTables(matter) ? [tablesQuestion(matter.subject, named)] : []),
    ...(wantsReplication(matter) ? [{ plugin: 'replication_lag', parameters: named }] : []),
  ]
}

/** Of those who watch it, which answer although the server does not. */
export function witnessQuestions({ concern, topics, subject }: Matter, isBlamed: boolean): PluginCall[] {
  const isNear = concern === 'own' || isBlamed
  const isOfHost = topics.has('cpu') || topics.has('disk') || topics.has('writing')
  return [...(isNear || isOfHost ? [figuresQuestion(subject)] : []), ...(isNear ? [linesQuestion(subject)] : [])]
}

function wantsTables({ subject, topics, concern }: Matter): boolean {
  if (subject.table !== undefined) return true
  if ((['bloat', 'wraparound', 'idle', 'disk', 'writing'] as const).some((topic) => topics.has(topic))) return true
  return concern === 'own' && (topics.has('slow') || topics.has('cpu'))
}

/** A disk fills with WAL that a slot keeps as well as with rows. */
function wantsReplication({ topics }: Matter): boolean {
  return (['replication', 'slots', 'disk', 'writing'] as const).some((topic) => topics.has(topic))
}

function tablesQuestion({ table, labels }: Subject, named: Named): PluginCall {
  const schema = labels.schemaname ?? labels.schema
  const full = table !== undefined && schema !== undefined && !table.includes('.') ? `${schema}.${table}` : table
  return { plugin: 'table_bloat', parameters: { ...named, ...(full !== undefined && { table: full }) } }
}

/** What a server says when it matters, and what applications say of it. */
const WORDS = [
  'deadlock detected',
  'DETAIL:',
  'STATEMENT:',
  'Process [0-9]+ waits',
  'connection slots',
  'too many (clients|connections)',
  'not yet removable',
  'wraparound',
  'checkpoints? (are|starting|complete)',
  'terminated by signal',
  'No space left',
  'PANIC',
  'FATAL',
  'database system (is|was)',
  '(shutdown|promote) request',
  'terminating connection',
  'SQLSTATE',
  'ERROR:',
  'does not exist',
  'violates',
  'could not serialize',
  'conflict with recovery',
  'replication',
  'archive[ -](command|module|push)',
  'archiving',
  'failed to upload',
  '(wal-push|barman|pgbackrest).*(error|fail|unable)',
  'temporary file',
  'collation version mismatch',
  'actual time=',
  'root.* execution',
]

function linesQuestion({ namespace }: Subject): PluginCall {
  return linesOf(namespace === undefined ? '{namespace=~".+"}' : `{namespace=${JSON.stringify(namespace)}}`)
}

/** A server outside the cluster logs under its job or the name collectors give it, without a namespace. */
export function linesElsewhereQuestions(): PluginCall[] {
  return ['{job=~".+"}', '{service_name=~".+"}'].map(linesOf)
}

function linesOf(streams: string): PluginCall {
  const query = `${streams} |~ ${JSON.stringify(`(?i)${WORDS.join('|')}`)}`
  return { plugin: 'logs.query', parameters: { query, start: '-3h' } }
}
