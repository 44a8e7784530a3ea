/**
 * A pictured database, short to write: what the plugins would show of it, as exhibits, read into a scene by the very
 * reader the service uses. What a test does not speak of is as it is on a server that is well.
 */
import assert from 'node:assert/strict'
import type { EnvironmentMap } from '../../../src/guidance/environment/environment-map.ts'
import type { ClusterScene, PodView, Shown } from '../../../src/story/diagnosis/cluster/cluster-scene.ts'
import { readTopics } from '../../../src/story/diagnosis/database/asking/alert-topics.ts'
import { type DatabaseScene, readDatabaseScene } from '../../../src/story/diagnosis/database/database-scene.ts'
import { type Exhibit, holdsQuote } from '../../../src/story/diagnosis/evidence.ts'
import type { Analyzer, Finding } from '../../../src/story/diagnosis/finding.ts'
import type { Scene } from '../../../src/story/diagnosis/scene.ts'
import type { Subject } from '../../../src/story/diagnosis/subject.ts'

export const NOW = new Date('2026-11-15T12:00:00Z')

export function secondsAgo(seconds: number): string {
  return new Date(NOW.getTime() - seconds * 1000).toISOString()
}

export type Pictured = {
  /** As the rule that fired is called. */
  alert?: string
  text?: string
  labels?: Record<string, string>
  subject?: Partial<Subject>
  concern?: DatabaseScene['concern']
  unknownName?: string
  connections?: object
  locks?: object
  /** At the first of two looks. */
  locksBefore?: object
  queries?: object
  bloat?: object
  replication?: object
  figures?: readonly object[]
  lines?: readonly { at: string; line: string; labels: Record<string, string> }[]
  /** What the server said instead of an answer. */
  refusal?: string
  /** Pods whose addresses are known. */
  clients?: readonly { namespace?: string; name: string; podIP: string; owner?: string }[]
  cluster?: Partial<ClusterScene>
  /** What people have written down. */
  issues?: EnvironmentMap['commonIssues']
  /** Who was looked for at the address of a silent session, and the nodes with their ranges. */
  lockHolder?: { address: string; pods: readonly object[]; nodes: readonly object[] }
}

export function pictureDatabase(pictured: Pictured): Scene {
  const subject = subjectOf(pictured)
  const exhibits = exhibitsOf(pictured)
  const read = readDatabaseScene(exhibits, { concern: pictured.concern ?? 'own', topics: readTopics(subject) })
  const { unknownName, cluster } = pictured
  const lockHolder = lockHolderOf(pictured)
  const database = {
    ...read,
    clients: clientsOf(pictured),
    ...(unknownName !== undefined && { unknownName }),
    ...(lockHolder && { lockHolder }),
  }
  return {
    now: NOW,
    subject,
    environment: {
      cluster: undefined,
      services: [],
      databases: [],
      middleware: [],
      commonIssues: pictured.issues ?? [],
      alertDefinitions: [],
      notes: [],
    },
    database,
    exhibits: [
      ...exhibits,
      ...database.clients.map(({ exhibit }) => exhibit),
      ...(lockHolder ? [lockHolder.pods, lockHolder.nodes] : []),
    ],
    ...(cluster && { cluster: cluster as ClusterScene }),
  }
}

function subjectOf({ alert = 'PostgresqlProblem', text = '', labels = {}, subject = {} }: Pictured): Subject {
  return {
    alertName: alert,
    labels,
    text,
    severityWord: 'warning',
    startedAt: new Date(secondsAgo(600)),
    isResolved: false,
    fromText: [],
    database: 'shop',
    ...subject,
  }
}

function exhibitsOf(pictured: Pictured): Exhibit[] {
  const { connections, locks, locksBefore, queries, bloat, replication, figures, lines, refusal } = pictured
  const answers: [string, object | undefined][] = [
    ['active_connections', refusal === undefined ? (connections ?? connectionsOf()) : undefined],
    ['lock_waits', locksBefore],
    ['lock_waits', locks],
    ['slow_queries', queries],
    ['table_bloat', bloat],
    ['replication_lag', replication],
    ['metrics.query_range', figures && { series: figures, series_total: figures.length }],
    ['logs.query', lines && { streams: lines.map(({ at, line, labels }) => ({ labels, lines: [{ at, line }] })) }],
  ]
  const given = answers.flatMap(([plugin, data]) =>
    data === undefined ? [] : [{ plugin, result: { success: true, data } }],
  )
  const refused =
    refusal === undefined ? [] : [{ plugin: 'active_connections', result: { success: false, error: refusal } }]
  return [...refused, ...given].map((one, index) => ({ id: `C${index + 1}`, parameters: {}, ...one }))
}

function clientsOf({ clients = [] }: Pictured): Shown<PodView>[] {
  return clients.map(({ namespace = 'shop', name, podIP, owner = 'ReplicaSet/api-1' }) => {
    const source = { name, namespace, podIP, ...(owner && { owner }) }
    const exhibit = {
      id: 'C90',
      plugin: 'list_pods',
      parameters: {},
      result: { success: true, data: { pods: [source] } },
    }
    const [kind = '', ownerName = ''] = owner.split('/')
    return {
      exhibit,
      source,
      namespace,
      name,
      podIP,
      phase: 'Running',
      isReady: true,
      restartCount: 0,
      owner: owner === '' ? undefined : { kind, name: ownerName },
      templateHash: undefined,
      nodeName: undefined,
      createdAt: undefined,
      deletedAt: undefined,
      reason: undefined,
      message: undefined,
      conditions: [],
      initContainers: [],
      containers: [],
    }
  })
}

function lockHolderOf({ lockHolder }: Pictured): DatabaseScene['lockHolder'] {
  if (!lockHolder) return undefined
  const { address, pods, nodes } = lockHolder
  const shown = (id: string, objects: readonly object[]): Exhibit => {
    const message = objects.length === 0 ? 'No Pod matches.' : undefined
    const result = { success: true, data: { objects }, ...(message !== undefined && { message }) }
    return { id, plugin: 'llm.orchestrator_action', parameters: {}, result }
  }
  return { address, pods: shown('C91', pods), nodes: shown('C92', nodes) }
}

/** What the analyzer says of the picture, each claim proved: a quote that stands in no exhibit fails the test. */
export function findingsOf(analyze: Analyzer, pictured: Pictured): readonly Finding[] {
  const scene = pictureDatabase(pictured)
  const findings = analyze(scene)
  for (const { kind, evidence, facts } of findings) {
    assert.ok(evidence.length > 0, `${kind} brings no evidence`)
    for (const { call, quote } of [...evidence, ...facts.flatMap((fact) => fact.evidence)]) {
      const exhibit = scene.exhibits.find(({ id }) => id === call)
      assert.ok(
        exhibit && holdsQuote(exhibit.result, quote),
        `${kind} quotes ${quote}, which does not stand in ${call}`,
      )
    }
  }
  return findings
}

export function connectionsOf(more: { groups?: readonly object[]; usable?: number; [part: string]: unknown } = {}) {
  const { groups = [], usable = 97, ...rest } = more
  const sessions = groups.reduce((sum: number, group) => sum + Number((group as { sessions: number }).sessions), 0)
  return {
    database: 'shop',
    sessions,
    usable_connections: usable,
    saturation: Math.round((sessions / usable) * 1000) / 1000,
    waiting_for_locks: 0,
    by_state: { idle: sessions },
    groups,
    idle_in_transaction: [],
    longest_transactions: [],
    settings: { max_connections: String(usable + 3) },
    ...rest,
  }
}

/** `sessions` idle ones of one client; all of them unchanged for as long as the oldest. */
export function groupOf(client_addr: string, sessions: number, more: object = {}) {
  return {
    application_name: 'api',
    client_addr,
    usename: 'app',
    datname: 'shop',
    state: 'idle',
    sessions,
    oldest_state_change: secondsAgo(3600),
    oldest_state_seconds: 3600,
    unchanged_for_5_minutes: sessions,
    oldest_backend_start: secondsAgo(7200),
    oldest_xact_start: null,
    ...more,
  }
}

/** An active session whose statement began `seconds` ago. */
export function sessionOf(pid: number, seconds: number, more: object = {}) {
  return {
    pid,
    leader_pid: null,
    datname: 'shop',
    usename: 'app',
    application_name: 'api',
    client_addr: '10.0.0.7',
    backend_type: 'client backend',
    state: 'active',
    wait_event_type: null,
    wait_event: null,
    backend_start: secondsAgo(seconds + 600),
    xact_start: secondsAgo(seconds),
    query_start: secondsAgo(seconds),
    state_change: secondsAgo(seconds),
    backend_xid: null,
    backend_xmin: null,
    xact_seconds: seconds,
    query_seconds: seconds,
    state_seconds: seconds,
    query: 'SELECT 1',
    parallel_workers: 0,
    ...more,
  }
}

export const IDLE = { state: 'idle in transaction', wait_event_type: 'Client', wait_event: 'ClientRead' }

/** `waits` as pg_blocking_pids tells them; roots are given with what they hold. */
export function locksOf(
  given: {
    roots?: readonly object[]
    waiters?: readonly { pid: number; blocked_by: number[] }[]
    [part: string]: unknown
  } = {},
) {
  const { roots = [], waiters = [], ...rest } = given
  return {
    database: 'shop',
    waiting: waiters.length,
    roots,
    cycles: [],
    waiters,
    deadlocks: [],
    deadlock_timeout: '1000ms',
    ...rest,
  }
}

export function queriesOf(
  given: {
    running?: readonly object[]
    by_total_time?: readonly object[]
    by_wal_bytes?: readonly object[]
    [part: string]: unknown
  } = {},
) {
  const { running = [], by_total_time = [], by_wal_bytes = [], ...rest } = given
  return {
    database: 'shop',
    source: 'pg_stat_statements',
    statements: { by_total_time, by_wal_bytes },
    running,
    running_total: running.length,
    waits: {},
    most_scanned_tables: [],
    ...rest,
  }
}

export function statementOf(query: string, more: object = {}) {
  return {
    queryid: 1,
    datname: 'shop',
    calls: 1000,
    total_exec_time: 1000,
    mean_exec_time: 1,
    max_exec_time: 5,
    rows: 1000,
    shared_blks_hit: 1,
    shared_blks_read: 0,
    temp_blks_written: 0,
    wal_bytes: 0,
    query,
    ...more,
  }
}

export function bloatOf(given: { tables?: readonly object[]; [part: string]: unknown } = {}) {
  return {
    database: 'shop',
    tables: [],
    snapshot_holders: [],
    vacuums_running: [],
    wraparound: { databases: [], oldest_tables: [] },
    settings: { autovacuum: 'on', autovacuum_freeze_max_age: '200000000', autovacuum_max_workers: '3' },
    ...given,
  }
}

export function tableOf(relname: string, dead: number, live: number, more: object = {}) {
  return {
    relid: 1,
    schemaname: 'public',
    relname,
    n_live_tup: live,
    n_dead_tup: dead,
    dead_ratio: Math.round((dead / (dead + live)) * 10_000) / 10_000,
    last_vacuum: null,
    last_autovacuum: secondsAgo(16 * 86_400),
    vacuum_count: 0,
    autovacuum_count: 3,
    seq_scan: 1,
    idx_scan: 1,
    reloptions: null,
    relfrozenxid_age: 1000,
    autovacuum_begins_at: Math.round(50 + 0.2 * live),
    ...more,
  }
}

export function replicationOf(given: object = {}) {
  return { database: 'shop', role: 'primary', replicas: [], slots: [], writers: [], settings: {}, ...given }
}

export function replicaOf(application_name: string, more: object = {}) {
  return {
    pid: 77,
    application_name,
    client_addr: '10.0.0.90',
    state: 'streaming',
    sync_state: 'async',
    write_lag_seconds: 0.01,
    flush_lag_seconds: 0.02,
    replay_lag_seconds: 0.03,
    sent_lag_bytes: 0,
    write_lag_bytes: 0,
    flush_lag_bytes: 0,
    replay_lag_bytes: 0,
    ...more,
  }
}

/** A series that ends now, one point every three minutes. */
export function seriesOf(name: string, values: readonly number[], labels: Record<string, string> = {}) {
  const end = NOW.getTime() / 1000
  return {
    metric: { __name__: name, ...labels },
    values: values.map((value, index) => [end - (values.length - 1 - index) * 180, String(value)]),
  }
}

export function lineOf(seconds: number, line: string, labels: Record<string, string> = { app: 'shop-db' }) {
  return { at: secondsAgo(seconds), line, labels }
}
