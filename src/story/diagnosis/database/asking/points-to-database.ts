/** Where the alert does not speak of a database, but what was seen in the cluster leads to one. */
import type { ClusterScene, DescribedPod, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { isSame, podsOf, subjectPods, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { record, text } from '../../cluster/reading/loose-fields.ts'
import type { Scene } from '../../scene.ts'
import type { Subject } from '../../subject.ts'
import { REFUSED_FOR_ROOM } from '../connections/connections.ts'
import type { DatabaseScene } from '../database-scene.ts'
import { figuresNamed, lastOf } from '../server/figures.ts'
import type { AlertTopic } from './alert-topics.ts'
import { lacksRoom } from './ask-deeper.ts'
import { databaseConcern } from './database-concern.ts'

const LAST_LINES = 5
const SPEAKS_OF_DATABASE =
  /\bpg_|\bpostgres|\bpsql\b|\bjdbc\b|\bsql\b|\bdatabase\b|advisory|transaction|\bmigrat|\b(select|insert into|update|delete from|copy|alter table|create index|lock table|truncate|refresh materialized)\b/i
const REPORTED_OF_DATABASE = /^(DATABASE_|DB_|PG(HOST|DATABASE|USER|PORT)$|POSTGRES|JDBC_|SPRING_DATASOURCE)|_DSN$/
const ADDRESS_OF_DATABASE = /\b(jdbc:)?postgres(ql)?:\/\//i
const WAITS_FOR_LOCK =
  /canceling statement due to lock timeout|lock[ _]?timeout|could not obtain lock|55P03|40P01|LockNotAvailable/i

const TAKES_TOO_LONG = /canceling statement due to (?:statement timeout|user request)|\bQueryCanceled\b/i

/** What the database is asked about then; nothing where no trace leads there. */
export function topicsThatLead({ cluster }: Scene): AlertTopic[] {
  if (!cluster) return []
  const said = cluster.logs.flatMap(({ lines }) => lines.map((line) => line.text))
  return [...new Set([...topicsIn(said), ...(runsThatUse(cluster).length > 0 ? (['locks'] as const) : [])])]
}

/** What lines complain of in words that only a database gives its clients. */
export function topicsIn(said: readonly string[]): AlertTopic[] {
  return [
    ...(said.some((line) => REFUSED_FOR_ROOM.test(line)) ? (['connections'] as const) : []),
    ...(said.some((line) => TAKES_TOO_LONG.test(line)) ? (['slow'] as const) : []),
    ...(said.some((line) => WAITS_FOR_LOCK.test(line)) ? (['locks'] as const) : []),
  ]
}

const WAITS_OR_IS_SHORT =
  /time[ds]?[ -]?out|deadline|\bslow|\bwait(s|ed|ing)?\b|\bpool\b|\bbusy\b|\bstuck\b|\bblock(s|ed|ing)?\b|\bhang(s|ing)?\b|超时|等待|阻塞/i

/** Where a program that is told of a database waits for something, the database may be what it waits for: worth a look, and no tie yet. */
export function topicsWorthALook({ cluster }: Scene): AlertTopic[] {
  if (!cluster) return []
  const users = cluster.described.filter(isReportedOfDatabase)
  const pods = users.flatMap(({ pod }) => {
    const workload = workloadOf(cluster, pod)
    return workload ? podsOf(cluster, workload) : [pod]
  })
  const said = cluster.logs.filter((log) => pods.some((pod) => isSame(pod, log))).flatMap(({ lines }) => lines)
  return said.some(({ text: line }) => WAITS_OR_IS_SHORT.test(line)) ? ['locks', 'slow', 'connections'] : []
}

/** Runs of the alert's Job that have not ended, and whose last words or settings speak of a database. */
function runsThatUse(cluster: ClusterScene): PodView[] {
  return runsUnderWay(cluster).filter((pod) => {
    const last = cluster.logs.filter((log) => isSame(log, pod)).flatMap(({ lines }) => lines.slice(-LAST_LINES))
    const described = cluster.described.find((one) => isSame(one.pod, pod))
    return last.some((line) => SPEAKS_OF_DATABASE.test(line.text)) || (described && isReportedOfDatabase(described))
  })
}

function runsUnderWay(cluster: ClusterScene): Shown<PodView>[] {
  return subjectPods(cluster).filter(({ owner, phase }) => owner?.kind === 'Job' && phase === 'Running')
}

function isReportedOfDatabase({ containers }: DescribedPod): boolean {
  return containers.some(({ env, args, command }) => {
    const variables = env.map((one) => ({ name: text(one.name) ?? '', value: text(record(one).value) ?? '' }))
    return (
      variables.some(({ name, value }) => REPORTED_OF_DATABASE.test(name) || ADDRESS_OF_DATABASE.test(value)) ||
      [...args, ...command].some((word) => ADDRESS_OF_DATABASE.test(word))
    )
  })
}

// Whether anything points at a database: the alert, what people told us, or the logs of those who were looked at.

const BLAME =
  /SQLSTATE|\b(57P0[1-3]|53300|08006|08001)\b|the database system is|terminating connection due to|remaining connection slots|too many clients|:5432\b|\bpq: |psycopg|PSQLException|PG::[A-Z]|HikariPool/

/** In words that only the driver of a database has. */
export function blamesDatabase(said: string): boolean {
  return BLAME.test(said)
}

/** Whether the programs that were looked at before complain of a database in their logs. */
export function isBlamedIn({ cluster }: Pick<Scene, 'cluster'>): boolean {
  return (cluster?.logs ?? []).some(({ lines }) => lines.some(({ text }) => BLAME.test(text)))
}

/** That what is complained of may come from a database is no more than a reason to have a look. */
export function isDatabaseInQuestion(scene: Pick<Scene, 'cluster' | 'subject' | 'environment'>): boolean {
  const concern = databaseConcern(scene.subject, scene.environment)
  return (concern !== undefined && concern !== 'possible') || isBlamedIn(scene)
}

// The database answers, and who watches it does not see it: then the watcher's pod is what fails, and is looked at.

const WATCHER = /exporter|collector|monitor|scrap|agent|probe/i
const OF_WATCHING = /exporter|scrap|collector|\bpg_up\b|no ?data|target ?down/i

export function isWatcherBlind({ database, subject }: Pick<Scene, 'database' | 'subject'>): boolean {
  const { pod, workload, service } = subject
  const names = [pod, workload?.name, service].filter((name) => name !== undefined)
  if (!database?.connections || !names.some((name) => WATCHER.test(name))) return false
  const isUnseen = figuresNamed(database.figures, /^pg_up$/).some((figure) => lastOf(figure) === 0)
  return isUnseen || OF_WATCHING.test(`${subject.alertName} ${subject.text}`)
}

// Whether what is seen in a database may be held to be the alert's own matter. That a complaint could come from one is a
// reason to look; a fault found there is a coincidence until something ties the two.

export function isTiedToAlert(scene: Scene): boolean {
  const { database } = scene
  if (database?.concern !== 'possible') return true
  return (
    isBlamedIn(scene) || topicsThatLead(scene).length > 0 || lacksRoom(scene) || tiedClients(scene, database).length > 0
  )
}

/** Sessions of the alert's program, or of one beside it: by its address, or by what the sessions call themselves. */
export function tiedClients(
  { cluster, subject }: Pick<Scene, 'cluster' | 'subject'>,
  { connections }: DatabaseScene,
): NonNullable<DatabaseScene['connections']>['thing']['groups'] {
  const groups = connections?.thing.groups ?? []
  const pods = cluster ? [...subjectPods(cluster), ...podsBeside(cluster, subject)] : []
  const addresses = new Set(pods.flatMap(({ podIP }) => podIP ?? []))
  const workloads = pods.flatMap((pod) => (cluster && workloadOf(cluster, pod)?.name) ?? [])
  const names = [...namesOf(subject), ...new Set(workloads.map(plain))]
  return groups.filter(
    ({ client_addr, application_name, usename }) =>
      (client_addr !== null && addresses.has(client_addr)) ||
      [application_name, usename].some((one) => one !== null && names.some((name) => isAlike(name, one))),
  )
}

/** Who calls whom is seldom known whole; those who share the alert's namespace mostly work together. */
function podsBeside({ pods }: ClusterScene, { namespace }: Subject): readonly Shown<PodView>[] {
  return namespace === undefined ? [] : pods.filter((pod) => pod.namespace === namespace)
}

function namesOf({ service, workload, pod }: Subject): string[] {
  return [service, workload?.name, pod].flatMap((name) => (name === undefined ? [] : plain(name)))
}

/** Shorter ones are alike too easily. */
const TELLING_CHARACTERS = 4

function isAlike(name: string, session: string): boolean {
  const said = plain(session)
  if (Math.min(name.length, said.length) < TELLING_CHARACTERS) return name === said
  return name.includes(said) || said.includes(name)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
