/** Looks at the database an alert concerns, first at the server itself, then at those who watch it; at most nine questions. */
import type { PluginCall } from '../../../plugins/plugin.ts'
import { isExporter } from '../../incident/who-measures.ts'
import type { Evidence, Exhibit } from '../evidence.ts'
import { isAkin, plainName } from '../lenses/entity-of.ts'
import type { Observation, Scene } from '../scene.ts'
import type { Subject } from '../subject.ts'
import { readTopics } from './asking/alert-topics.ts'
import { askDeeper, findClients, findReleases, lacksRoom, traceClients } from './asking/ask-deeper.ts'
import { databaseConcern } from './asking/database-concern.ts'
import { linesElsewhereQuestions, type Named, serverQuestions, witnessQuestions } from './asking/database-questions.ts'
import { settledConcern } from './asking/other-server.ts'
import { isBlamedIn, topicsThatLead, topicsWorthALook } from './asking/points-to-database.ts'
import {
  type ActiveConnections,
  isNamedInRows,
  isRefusal,
  isUnknownDatabase,
  isUnknownTable,
  knownServers,
  type LockWaits,
  readDatabaseScene,
  seen,
} from './database-scene.ts'
import { BRIEF_SECONDS, isOfMoments } from './locks/blocking-roots.ts'
import { hasSynchronousWaiters } from './replication/replica-lag.ts'
import { readLogLines } from './server/log-lines.ts'

const QUESTIONS_MAX = 9
/** Lists and one close look, beyond that where a client is suspect; few are needed where the cluster is small. */
const CALLS_TO_TRACE = 5

export async function observeDatabase(observation: Observation): Promise<Partial<Scene>> {
  const { subject, environment, led: complained = [], isLastLook = false } = observation
  const isShort = lacksRoom(observation.scene)
  const led = [...complained, ...topicsThatLead(observation.scene), ...topicsWorthALook(observation.scene)]
  const leading = [...led, ...(isShort ? (['disk'] as const) : [])]
  const known = databaseConcern(subject, environment) ?? (leading.length > 0 || isLastLook ? 'possible' : undefined)
  const concern = known === 'possible' && complained.length > 0 ? 'dependency' : known
  if (concern === undefined) return {}
  const matter = { subject, concern, topics: new Set([...readTopics(subject), ...leading]) }
  const { named, first, isUnknown } = await findServer(observation)
  const isAway = first === undefined || !first.result.success
  const isBlamed = isShort || concern === 'spoken' || isBlamedIn(observation.scene)
  if (isAway && concern !== 'own' && !isShort && !(isBlamed && isRefusal(first))) return {}
  const calls = [...(isAway ? [] : serverQuestions(matter, named)), ...witnessQuestions(matter, isBlamed)]
  const asked = await observation.evidence.askAll(calls)
  const further = isAway ? [] : await askFurther(observation, [first, ...asked], named)
  const elsewhere = await askLogsElsewhere(observation, asked)
  const exhibits = [first, ...asked, ...further, ...elsewhere].filter((one) => one !== undefined)
  const read = readDatabaseScene(exhibits, { concern, topics: matter.topics })
  const database = { ...read, concern: settledConcern(concern, { subject, environment, database: read }) }
  const room = QUESTIONS_MAX - exhibits.length
  const surroundings = await traceClients(observation, database, Math.max(room, CALLS_TO_TRACE))
  const clients = await findClients(observation, database, room)
  const releases = await findReleases(observation, database, room)
  const unknownName = isUnknown && !isNamedInRows(subject.database, exhibits) ? subject.database : undefined
  const deeper = await askDeeper(observation, database, named)
  const found = { clients, releases, ...deeper, ...(surroundings && { surroundings }) }
  return { database: { ...database, ...found, ...(unknownName !== undefined && { unknownName }) } }
}

type FoundServer = { named: Named; first: Exhibit | undefined; isUnknown: boolean }

/** The one the alert names where we look after it, or whose host or service it names; else the first. */
async function findServer({ subject, evidence }: Observation): Promise<FoundServer> {
  const named = subject.database === undefined ? {} : { database: subject.database.slice(0, 63) }
  const first = await evidence.ask('active_connections', named)
  const isRefused = subject.database !== undefined && isUnknownDatabase(first)
  const meant = meantServer(subject, isRefused ? knownServers(first) : serversBeside(first))
  const isMeantElsewhere = meant !== undefined && meant !== seen<ActiveConnections>(first)?.thing.database
  if (!isRefused && !isMeantElsewhere) return { named, first, isUnknown: false }
  const other = isMeantElsewhere ? { database: meant } : {}
  const isStated = isRefused && !subject.fromText.includes('database')
  return { named: other, first: await evidence.ask('active_connections', other), isUnknown: isStated }
}

/** All of them, where the first was looked at because none was named and there are several. */
function serversBeside(exhibit: Exhibit | undefined): readonly string[] {
  const { database, others_looked_after: others = [] } = seen<ActiveConnections>(exhibit)?.thing ?? {}
  return database === undefined || others.length === 0 ? [] : [database, ...others]
}

/** How a server writes its own log: the word, a colon and two spaces. */
const OF_SERVER = /\b(?:LOG|ERROR|FATAL|PANIC|WARNING|DETAIL|STATEMENT|HINT): {2}/

/** Only where the log server answered, and nothing of it is the server's own word: programs speak of it in other places. */
async function askLogsElsewhere(
  { evidence }: Observation,
  asked: readonly (Exhibit | undefined)[],
): Promise<(Exhibit | undefined)[]> {
  const lines = asked.find((exhibit) => exhibit?.plugin === 'logs.query')
  if (!lines?.result.success || readLogLines(lines).some(({ thing }) => OF_SERVER.test(thing.line))) return []
  const elsewhere: (Exhibit | undefined)[] = []
  for (const question of linesElsewhereQuestions()) {
    const answer = await evidence.ask(question.plugin, question.parameters)
    elsewhere.push(answer)
    if (!answer?.result.success || readLogLines(answer).length > 0) break
  }
  return elsewhere
}

const PINNED_SECONDS = 300

type Asked = readonly (Exhibit | undefined)[]

/**
 * What the first answers make worth asking: the rows an old transaction keeps, other tables where the named one is not
 * there, or the standbys that commits wait for.
 */
async function askFurther({ evidence }: Observation, exhibits: Asked, named: Named): Promise<(Exhibit | undefined)[]> {
  const connections = seen<ActiveConnections>(exhibits[0])?.thing
  const calls = [...tablesFurther(exhibits, connections, named), ...standbysFurther(exhibits, connections, named)]
  const [asked, locks] = await Promise.all([evidence.askAll(calls), askWhetherLocksLast(evidence, exhibits)])
  return [...asked, locks]
}

/** Waits of a moment are normal or the beginning of a pile-up; only a second look tells which. */
async function askWhetherLocksLast(evidence: Evidence, exhibits: Asked): Promise<Exhibit | undefined> {
  const exhibit = exhibits.find((one) => one?.plugin === 'lock_waits')
  const locks = seen<LockWaits>(exhibit)?.thing
  return exhibit && locks && isOfMoments(locks) ? evidence.askLater(exhibit, BRIEF_SECONDS + 1) : undefined
}

function tablesFurther(exhibits: Asked, connections: ActiveConnections | undefined, named: Named): PluginCall[] {
  const tables = exhibits.find((exhibit) => exhibit?.plugin === 'table_bloat')
  if (tables !== undefined && !isUnknownTable(tables)) return []
  const isPinned = connections?.idle_in_transaction.some(({ xact_seconds }) => (xact_seconds ?? 0) >= PINNED_SECONDS)
  return tables !== undefined || isPinned ? [{ plugin: 'table_bloat', parameters: { ...named } }] : []
}

function standbysFurther(exhibits: Asked, connections: ActiveConnections | undefined, named: Named): PluginCall[] {
  const isAsked = exhibits.some((exhibit) => exhibit?.plugin === 'replication_lag')
  return isAsked || !hasSynchronousWaiters(connections) ? [] : [{ plugin: 'replication_lag', parameters: { ...named } }]
}

// Which of several looked-after servers an alert means: by its database, its instance or its service, however each is
// spelled.

const LABELS = ['instance', 'service', 'server', 'host', 'cluster_name', 'exported_instance', 'pod', 'app']

/** Whoever bears the very name comes before whoever bears it as a part. */
function meantServer(subject: Subject, servers: readonly string[]): string | undefined {
  const { database, instance, service, labels } = subject
  const stated = [subject.fromText.includes('database') ? undefined : database, instance, service]
  const names = [...stated, ...LABELS.map((label) => labels[label])].flatMap((name) => (name ? [plainName(name)] : []))
  const usable = names.filter((name) => !isExporter(name))
  const exact = servers.find((server) => usable.some((name) => name.toLowerCase() === server.toLowerCase()))
  const akin = servers.filter((server) => usable.some((name) => isAkin(name, server)))
  return exact ?? (akin.length === 1 ? akin[0] : undefined)
}
