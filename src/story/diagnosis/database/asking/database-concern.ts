/** Whether a database is where an alert has to be looked into, and how near it is to the matter. */
import {
  type EnvironmentMap,
  findService,
  type KnownDatabase,
} from '../../../../guidance/environment/environment-map.ts'
import type { Subject } from '../../subject.ts'
import { type AlertTopic, readTopics, spellOut } from './alert-topics.ts'

/**
 * own         the alert speaks of a database
 * dependency  people told us that its service uses one, or complaints lead to one
 * spoken      somebody wrote of one into an alert about something else
 * possible    what it complains of may come from one
 */
export type DatabaseConcern = 'own' | 'dependency' | 'spoken' | 'possible'

const DATABASE_WORDS =
  /postgres|\bpg\b|\bpgsql\b|\bsql\b|\brds\b|\baurora\b|\bdatabases?\b|\bdbs?\b(?!-(cred|secret|pass|config|cert|tls|key|token|url|user))|deadlock|dead[\s-]?tuples?|\bvacuum|wraparound|idle in transaction|\bbloat|replication slot|\bwal\b|replication lag|数据库|死锁|锁表|表锁|行锁|等锁|锁等待|慢查询|慢 ?sql|长事务|空闲事务|死元组|复制槽|主从(延迟|复制)|[主从]库/i

/** `shop-db:9187`, `pg-main.internal`: how people call a database server; 9187 is its exporter's port. */
const DATABASE_HOST = /(^|[-_.])(db|pg|postgres(ql)?|database|rds)(\d*)([-_.:]|$)|:9187$/i

/** By what the alert measures, not by where it runs: a database in a pod has a namespace too. */
export function isAboutDatabase(subject: Subject, environment?: EnvironmentMap): boolean {
  return isStatedThere(subject, environment) || isOnlySpokenOf(subject, environment)
}

/** A sentence is a hint. Where the alert says whom it is about, it adds a place to look and decides nothing. */
export function isOnlySpokenOf(subject: Subject, environment?: EnvironmentMap): boolean {
  if (isOfOtherMaker(subject) || isOfCluster(subject) || isStatedThere(subject, environment)) return false
  return !hasPlaceInCluster(subject) && speaksOfDatabase(subject)
}

/** By its labels, by its name, or by the host it was measured on. */
function isStatedThere(subject: Subject, environment?: EnvironmentMap): boolean {
  const { labels, instance = '' } = subject
  if (isOfOtherMaker(subject)) return false
  if (isMeasuredThere(subject)) return true
  // A pod, a claim or a node that is in trouble is the cluster's matter first, whatever runs on it.
  if (isOfCluster(subject)) return false
  if (DATABASE_WORDS.test(spellOut(labels.alertname ?? '')) || hasDatabaseLabel(labels)) return true
  return [instance, ...labelled(subject)].some((name) => DATABASE_HOST.test(name)) || isKnownHost(instance, environment)
}

export function hasDatabaseLabel({ database, db, dbname }: Subject['labels']): boolean {
  return [database, db, dbname].some(Boolean)
}

/** The service a label names. */
function labelled({ service, fromText }: Subject): string[] {
  return service === undefined || fromText.includes('service') ? [] : [service]
}

/** Of an alert about a database: a program that a label names, and that is neither the database nor who measures it. */
export function namesProgram(subject: Subject): boolean {
  const { pod, workload, fromText } = subject
  const stated = [
    ...labelled(subject),
    ...(pod === undefined || fromText.includes('pod') ? [] : [pod]),
    ...(workload === undefined || fromText.includes('workload') ? [] : [workload.name]),
  ]
  return stated.length > 0 && !stated.some(isDatabaseName)
}

/** Of the database itself, or of who measures it. */
export function isDatabaseName(name: string): boolean {
  return DATABASE_HOST.test(name) || /postgres|exporter/i.test(name)
}

/** A table, a database or the exporter of one stands among its labels. */
export function isMeasuredThere({ labels, table, fromText }: Subject): boolean {
  const isOfTable = table !== undefined && !fromText.includes('table')
  return isOfTable || labels.datname !== undefined || /postgres|\bpg[_-]/i.test(labels.job ?? '')
}

/** A label says where to look, or a text names a pod or a workload outright. */
function hasPlaceInCluster({ pod, workload, service, namespace, fromText }: Subject): boolean {
  if (pod !== undefined || workload !== undefined) return true
  return (
    (service !== undefined && !fromText.includes('service')) ||
    (namespace !== undefined && !fromText.includes('namespace'))
  )
}

function isOfOtherMaker({ alertName, labels }: Subject): boolean {
  return makerIn(`${alertName} ${labels.job ?? ''}`) !== undefined && !/postgres/i.test(alertName)
}

/** Alerts of the cluster's own rules, by the words their published names begin with. */
function isOfCluster({ alertName }: Subject): boolean {
  return /^(Kube|Node|Container|CPUThrottling|CoreDNS|Target)/.test(alertName) && !/postgres/i.test(alertName)
}

export function saysDatabase(words: string): boolean {
  return DATABASE_WORDS.test(words)
}

function speaksOfDatabase({ alertName, text, table, service = '' }: Subject): boolean {
  const said = `${spellOut(alertName)}\n${text}`
  const isSaid = DATABASE_WORDS.test(said) || /\b[a-z0-9-]+-(db|postgres|pg)\b/i.test(said)
  return isSaid || table !== undefined || DATABASE_HOST.test(service)
}

/** People told us that a database stands there. */
export function isKnownHost(instance: string, environment: EnvironmentMap | undefined): boolean {
  const host = instance.replace(/:\d+$/, '')
  return host !== '' && postgresOf(environment).some((known) => [known.name, hostOf(known)].includes(host))
}

function postgresOf(environment: EnvironmentMap | undefined): readonly KnownDatabase[] {
  return (environment?.databases ?? []).filter(({ type }) => type === '' || /postgres|sql/i.test(type))
}

function hostOf({ host }: KnownDatabase): string {
  return host.replace(/:\d+$/, '')
}

/** What a service suffers when its database does. */
const SUFFERED: readonly AlertTopic[] = ['slow', 'connections', 'locks', 'errors', 'deadlocks', 'rollbacks']
/** Where nobody says whose processor or disk is meant, it may be a database server's. */
const OF_A_HOST: readonly AlertTopic[] = ['cpu', 'disk', 'writing']

export function databaseConcern(subject: Subject, environment: EnvironmentMap): DatabaseConcern | undefined {
  if (isAboutDatabase(subject, environment)) return 'own'
  if (isOfOtherMaker(subject)) return undefined
  if (isOfCluster(subject)) return namesDatabase(subject) ? 'possible' : undefined
  if (dependsOnDatabase(subject, environment)) return 'dependency'
  if (speaksOfDatabase(subject)) return 'spoken'
  const topics = readTopics(subject)
  const complainsOf = (wanted: readonly AlertTopic[]) => wanted.some((topic) => topics.has(topic))
  const isOfNoPod = subject.pod === undefined && subject.node === undefined
  return complainsOf(SUFFERED) || (isOfNoPod && complainsOf(OF_A_HOST)) ? 'possible' : undefined
}

/** A pod `shop-db-0`, a claim `data-postgres-0`, a mount of `/var/lib/postgresql`. */
function namesDatabase({ pod, claim, workload, instance, labels }: Subject): boolean {
  const names = [pod, claim, workload?.name, instance].filter((name) => name !== undefined)
  return names.some((name) => DATABASE_HOST.test(name)) || /postgres|pgdata/i.test(labels.mountpoint ?? '')
}

function dependsOnDatabase({ service, workload, namespace }: Subject, environment: EnvironmentMap): boolean {
  const known = [service, workload?.name].flatMap((name) =>
    name === undefined ? [] : (findService(environment, name, namespace) ?? []),
  )
  const names = new Set(postgresOf(environment).flatMap(({ name, databases }) => [name, ...databases]))
  return known.some(({ dependencies }) =>
    dependencies.some((one) => names.has(one) || DATABASE_HOST.test(one) || /postgres/i.test(one)),
  )
}

// Databases and stores of other makers, which the plugins for PostgreSQL cannot look into.

const MAKERS: Readonly<Record<string, RegExp>> = {
  MySQL: /mysql|innodb/i,
  MariaDB: /maria ?db/i,
  MongoDB: /mongo/i,
  Redis: /redis/i,
  Valkey: /valkey/i,
  Oracle: /oracle/i,
  'SQL Server': /(?<!post)(?<!my)sql ?server|mssql/i,
  Cassandra: /cassandra/i,
  ScyllaDB: /scylla/i,
  Elasticsearch: /elastic/i,
  OpenSearch: /opensearch/i,
  ClickHouse: /clickhouse/i,
  CockroachDB: /cockroach/i,
  etcd: /etcd/i,
  Memcached: /memcache/i,
  DynamoDB: /dynamo/i,
}

function makerIn(words: string): string | undefined {
  return Object.keys(MAKERS).find((maker) => MAKERS[maker]?.test(words))
}

const OURS = /postgres|\bpg|pgbouncer|patroni/i

/** Whichever word says it, unless another says that it is a PostgreSQL after all. */
export function otherMaker({ alertName, labels, text }: Subject): string | undefined {
  const said = [alertName, text, ...Object.values(labels)].join('\n')
  return labels.datname !== undefined || OURS.test(said) ? undefined : makerIn(said)
}
