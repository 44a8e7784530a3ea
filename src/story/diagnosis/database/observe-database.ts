/** Looks at the database an alert concerns, first at the server itself, then at those who watch it; at most eight questions. */
import type { PluginCall } from '../../../plugins/plugin.ts'
import type { Fields, PodView, Shown } from '../cluster/cluster-scene.ts'
import { readPod } from '../cluster/read-pod.ts'
import type { Exhibit } from '../evidence.ts'
import type { Observation } from '../observation.ts'
import type { Scene } from '../scene.ts'
import { readTopics } from './alert-topics.ts'
import { suspectAddresses } from './connection-groups.ts'
import { databaseConcern } from './database-concern.ts'
import { firstQuestion, type Named, serverQuestions, witnessQuestions } from './database-questions.ts'
import {
  type ActiveConnections,
  type DatabaseScene,
  type LockWaits,
  type ReplicationLag,
  type SlowQueries,
  seen,
  type TableBloat,
} from './database-scene.ts'
import { readFigures } from './figures.ts'
import { readLogLines } from './log-lines.ts'

const NOT_CONFIGURED = /^No database to look after is known/
const NOT_OURS = /^There is no database .* among those we look after/
const NO_SUCH_TABLE = /^There is no table/

export async function observeDatabase(observation: Observation): Promise<Partial<Scene>> {
  const { subject, environment } = observation
  const concern = databaseConcern(subject, environment)
  if (concern === undefined) return {}
  const matter = { subject, concern, topics: readTopics(subject) }
  const { named, first, isUnknown } = await findServer(observation)
  const isAway = first === undefined || !first.result.success
  if (isAway && concern !== 'own') return {}
  const calls = [...(isAway ? [] : serverQuestions(matter, named)), ...witnessQuestions(matter)]
  const asked = await observation.evidence.askAll(calls)
  const more = isAway ? [] : await askFurther(observation, [first, ...asked], named)
  const exhibits = [first, ...asked, ...more].filter((one) => one !== undefined)
  const database = read(exhibits, { concern, topics: matter.topics })
  const clients = await findClients(observation, database)
  const unknownName = isUnknown && !isNamedInRows(subject.database, exhibits) ? subject.database : undefined
  return { database: { ...database, clients, ...(unknownName !== undefined && { unknownName }) } }
}

type FoundServer = { named: Named; first: Exhibit | undefined; isUnknown: boolean }

/** The one the alert names where we look after it, else the first; an alert may also call it by a name of its own. */
async function findServer({ subject, evidence }: Observation): Promise<FoundServer> {
  const named = subject.database === undefined ? {} : { database: subject.database.slice(0, 63) }
  const first = await askOne(evidence, firstQuestion(named))
  if (subject.database === undefined || !NOT_OURS.test(first?.result.error ?? ''))
    return { named, first, isUnknown: false }
  const isStated = !subject.fromText.includes('database')
  return { named: {}, first: await askOne(evidence, firstQuestion({})), isUnknown: isStated }
}

function askOne(evidence: Observation['evidence'], { plugin, parameters }: PluginCall) {
  return evidence.ask(plugin, parameters)
}

const PINNED_SECONDS = 300

/** What the first answers make worth asking: the rows an old transaction keeps, or other tables where the named one is not there. */
async function askFurther(
  { evidence }: Observation,
  exhibits: readonly (Exhibit | undefined)[],
  named: Named,
): Promise<(Exhibit | undefined)[]> {
  const tables = exhibits.find((exhibit) => exhibit?.plugin === 'table_bloat')
  if (tables !== undefined && !NO_SUCH_TABLE.test(tables.result.error ?? '')) return []
  const connections = seen<ActiveConnections>(exhibits[0])?.thing
  const isPinned = connections?.idle_in_transaction.some(({ xact_seconds }) => (xact_seconds ?? 0) >= PINNED_SECONDS)
  return tables !== undefined || isPinned ? [await evidence.ask('table_bloat', { ...named })] : []
}

function read(
  exhibits: readonly Exhibit[],
  about: Pick<DatabaseScene, 'concern' | 'topics'>,
): Omit<DatabaseScene, 'unknownName'> {
  const answers = <Data>(plugin: string) =>
    exhibits.flatMap((exhibit) => (exhibit.plugin === plugin ? (seen<Data>(exhibit) ?? []) : []))[0]
  const connections = answers<ActiveConnections>('active_connections')
  const locks = answers<LockWaits>('lock_waits')
  const queries = answers<SlowQueries>('slow_queries')
  const bloat = answers<TableBloat>('table_bloat')
  const replication = answers<ReplicationLag>('replication_lag')
  return {
    ...about,
    database: connections?.thing.database ?? '',
    ...(connections && { connections }),
    ...(locks && { locks }),
    ...(queries && { queries }),
    ...(bloat && { bloat }),
    ...(replication && { replication }),
    figures: exhibits.flatMap((exhibit) => (exhibit.plugin.startsWith('metrics.') ? readFigures(exhibit) : [])),
    lines: exhibits.flatMap((exhibit) => (exhibit.plugin === 'logs.query' ? readLogLines(exhibit) : [])),
    clients: [],
    refusals: exhibits.filter(({ plugin, result }) => isOfServer(plugin) && !result.success && isRefusal(result.error)),
  }
}

function isOfServer(plugin: string): boolean {
  return ['active_connections', 'lock_waits', 'slow_queries', 'table_bloat', 'replication_lag'].includes(plugin)
}

function isRefusal(error = ''): boolean {
  return !NOT_CONFIGURED.test(error) && !NOT_OURS.test(error) && !NO_SUCH_TABLE.test(error)
}

/** The pods whose addresses hold many sessions; looked for only where one is suspected. */
async function findClients(
  { evidence, scene, subject }: Observation,
  { connections }: Pick<DatabaseScene, 'connections'>,
): Promise<readonly Shown<PodView>[]> {
  const addresses = suspectAddresses(connections?.thing)
  const isSuspect = ({ podIP }: PodView) => podIP !== undefined && addresses.includes(podIP)
  const known = (scene.cluster?.pods ?? []).filter(isSuspect)
  if (addresses.length === 0 || known.length > 0) return known
  const namespaces = subject.namespace === undefined ? ['*'] : [subject.namespace, '*']
  for (const namespace of namespaces) {
    const exhibit = await evidence.ask('list_pods', { namespace })
    const listed = seen<{ pods?: readonly Fields[] }>(exhibit)
    const pods = (listed?.thing.pods ?? []).flatMap((pod) => (exhibit ? readPod(pod, exhibit) : []))
    if (pods.some(isSuspect)) return pods.filter(isSuspect)
  }
  return []
}

/** A server holds several databases; one that any row speaks of is on this server. */
function isNamedInRows(database: string | undefined, exhibits: readonly Exhibit[]): boolean {
  const quote = `"datname":${JSON.stringify(database ?? '')}`
  return exhibits.some(({ plugin, result }) => isOfServer(plugin) && JSON.stringify(result).includes(quote))
}
