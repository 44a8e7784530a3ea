/**
 * The house put together, top to bottom. Each resource pushes its closing step when it opens; `stop` runs them in reverse.
 */

import { join } from 'node:path'
import { createApi } from './edges/http/api.ts'
import { Doorman } from './edges/http/drain.ts'
import { refuseForeignHost } from './edges/http/guard.ts'
import { createHealth } from './edges/http/health.ts'
import { LargeAlertReader } from './edges/http/large-alerts/large-alert-reader.ts'
import { readListenOptions } from './edges/http/listen-options.ts'
import { listenOrExplain } from './edges/http/listen-or-explain.ts'
import { refuseOpenElsewhere } from './edges/http/refuse-open.ts'
import type { LearnsFromTurns } from './edges/model/model-health.ts'
import { openConversation } from './edges/open-conversation.ts'
import { openGround } from './edges/open-ground.ts'
import { openSessions } from './edges/open-sessions.ts'
import { openThread } from './edges/open-thread.ts'
import { openTrials } from './edges/open-trials.ts'
import { openWatch } from './edges/open-watch.ts'
import type { openWork, Work } from './edges/open-work.ts'
import { openSignals } from './edges/signals/open-signals.ts'
import { findStartAdvice, requireDeployment } from './edges/start-checks.ts'
import { type Adopted, adoptRecords, SEALING_MIGRATION } from './edges/store/adopt-records.ts'
import { listAudit } from './edges/store/audit-records.ts'
import { AuditWatch } from './edges/store/audit-watch.ts'
import { openDatabase } from './edges/store/database.ts'
import { readFigures } from './edges/store/figure-records.ts'
import { findGivenUpWarnings } from './edges/store/given-up-runs.ts'
import { findImportWarnings } from './edges/store/imported-silences.ts'
import { migrate } from './edges/store/migrate.ts'
import { findQueueWarnings } from './edges/store/queue-records.ts'
import { createSecretBox } from './edges/store/secret-box.ts'
import { findEndingWarnings } from './edges/store/silence-endings.ts'
import { watchStore } from './edges/store/store-watch.ts'
import { findUnsealedWarnings } from './edges/store/unsealed-records.ts'
import { createViewStore } from './edges/store/view-records.ts'
import { whenReachable } from './edges/store/when-reachable.ts'
import type { ServiceLog } from './edges/telemetry/log.ts'
import { createMetrics, type Metrics } from './edges/telemetry/metrics.ts'
import { openTraces } from './edges/telemetry/open-traces.ts'
import type { Connections } from './edges/work-thread/thread-words.ts'
import { AT_WORK_SOON, newInstanceId, WorkingThread } from './edges/work-thread/working-thread.ts'
import { readEnvironment } from './guidance/environment/environment-map.ts'
import { knownNames } from './guidance/environment/known-names.ts'
import { secretsInForce } from './guidance/secrecy/secrets-of.ts'
import { type Environment, requireStores } from './guidance/settings/environment.ts'
import { costOf } from './guidance/settings/model-prices.ts'
import type { SettingsDesk } from './guidance/settings/settings-desk.ts'
import { readSwitch } from './guidance/settings/switch.ts'
import { webLinksOf } from './guidance/settings/web-links.ts'
import { seldom } from './story/alert/seldom.ts'
import type { Sweep } from './story/workflow/sweeper.ts'

export type Service = {
  /** Where it listens, as a person would type it. */
  address: string
  /** True when the store was reached and the service takes work, false when it was stopped before; rejects with StartRefused when it never will. */
  ready: Promise<boolean>
  /** Whether no key exists, so that whoever reaches it may do everything. */
  isOpen(): Promise<boolean>
  stop(): Promise<void>
}

type ServiceParts = {
  environment: Environment
  log: ServiceLog
  /** Where the build put the console. */
  consoleFolder?: string
  /** How long a callback of the chat platform may be worked on before it is answered. */
  chatPatienceMs?: number
  /** Told once, so that the log can hide what the settings hold. */
  onSettings?: (settings: SettingsDesk) => void
}

/** Where people look before they confirm a plan. */
const STOPPED = 'Nothing is carried out: REMEDIATION_ENABLED is false, so every plan is refused, confirmed or not.'
const UNSEALED =
  'FIREBREAK_SECRET_KEY is not set: secrets given over the API are stored unencrypted, and keys, settings and audit entries without a seal.'
const DRAIN_MS = 25_000
/** A storm of alerts need not send who diagnoses to the store for each commit. The first of them is told at once. */
const WORK_AFTER_ALERTS_MS = 250
const CONSOLE_FOLDER = join(import.meta.dirname, '..', 'console', 'dist')

export async function startService(parts: ServiceParts): Promise<Service> {
  const { environment, log, consoleFolder = CONSOLE_FOLDER, onSettings } = parts
  const { databaseUrl, redisUrl } = requireStores(environment)
  await requireDeployment(environment)
  for (const sentence of await findStartAdvice(environment)) log.warn({}, sentence)
  const listening = readListenOptions(environment)
  const closing: Closing = []
  const traces = await openTraces(environment, log)
  closing.push(() => traces.close())
  const openWorkBeside = readSwitch(environment, 'ONE_THREAD') ? await workInThisThread() : openWorkingThread

  const secretKey = environment.FIREBREAK_SECRET_KEY || undefined
  const database = openDatabase({ url: databaseUrl, log, secretKey })
  closing.push(() => database.close())
  const storeWatch = watchStore(database, log)
  closing.push(() => storeWatch.stop())
  const isStoreAway = () => !storeWatch.isConnected()
  const signals = await openSignals({ url: redisUrl, log })
  closing.push(() => signals.close())

  const secretBox = secretKey ? createSecretBox(secretKey) : undefined
  if (!secretBox) log.warn({}, UNSEALED)
  const auditWatch = new AuditWatch({ database, log })
  closing.push(() => auditWatch.stop())
  const metrics = createMetrics()
  const onCommit = () => {
    signals.publish('events')
    work.nudge()
  }
  const nudgeForAlerts = seldom(() => work.nudge(), WORK_AFTER_ALERTS_MS)
  const onAlerts = () => {
    signals.publish('events')
    nudgeForAlerts()
  }
  let port: number | undefined
  const ground = openGround({
    ...{ environment, database, storeWatch, signals, secretBox, traces, metrics, log, closing },
    ...{ onCommit, onAlerts, onSettings },
    port: () => port,
  })
  const { settings, keys, gatekeeper, clock, fetch, hands, sealer, environments, memory, model, quiet, hold } = ground
  const signedIn = openSessions({ database, gatekeeper, settings, clock, log, isStoreAway })
  closing.push(() => signedIn.failures.stop())
  const door = { ...signedIn, allowedHosts: listening.allowedHosts, keyLimits: () => settings.lastKnown() }
  const { redactor } = hands.sight
  const thread = openThread({
    ...{ database, settings, log, closing, signals, redactor, sealer, traces, onCommit },
    story: ground.story,
  })
  const shared = { ...ground, environment, database, signals, metrics, traces, log }
  const work = openWorkBeside({ ...shared, model: model.health, port: () => port })
  closing.push(() => work.stop())
  metrics.watchPool({ connections: () => sum(database.connections(), work.connections()) })
  metrics.watchReaders(() => thread.hub.readers)
  metrics.watchStore(async () => ({
    ...(await readFigures(database, await settings.current())),
    audit: await auditWatch.state(),
  }))
  const watch = openWatch({
    ...{ environment, database, settings, fetch, clock, log, metrics },
    ...{ intake: thread.intake, databases: hands.databases, redactor },
  })
  closing.push(() => watch.stop())
  const chat = openConversation({
    ...{ database, settings, environments, fetch, clock, log, metrics, silences: quiet },
    ...thread,
    ...hands,
    ...(parts.chatPatienceMs !== undefined && { patienceMs: parts.chatPatienceMs }),
    isStoreConnected: () => storeWatch.isConnected(),
    onCommit: () => signals.publish('events'),
  })
  closing.push(() => chat.stop())
  closing.push(signals.subscribe('events', () => chat.nudge()))
  const doorman = new Doorman()
  const health = createHealth({
    phase: () => doorman.phase,
    isStoreConnected: () => storeWatch.isConnected(),
    writeRefusal: () => storeWatch.writeRefusal(),
    signals,
    model: model.health,
    chat: chat.health,
    ...hands.systems,
    counts: () => thread.incidents.counts(),
    pluginsLoaded: () => hands.catalogue.all().length,
    isSandboxed: () => hands.isSandboxed(),
    audit: () => auditWatch.state(),
    warnings: async () => [
      ...(storeWatch.isConnected() ? await hold.warnings() : []),
      ...(storeWatch.isConnected() ? await findUnsealedWarnings(database) : []),
      ...(storeWatch.isConnected() ? await findGivenUpWarnings(database) : []),
      ...(storeWatch.isConnected() ? await findQueueWarnings(database, settings.lastKnown()) : []),
      ...(storeWatch.isConnected()
        ? await findEndingWarnings(database, settings.lastKnown().SILENCE_NOTICE_SECONDS)
        : []),
      ...(storeWatch.isConnected() ? await findImportWarnings(database) : []),
      ...auditWatch.warnings(),
      ...settings.lastWarnings(),
      ...(settings.lastKnown().REMEDIATION_ENABLED ? [] : [STOPPED]),
      ...hands.customPlugins.warnings(),
      ...watch.warnings(),
      ...work.warnings(),
      ...(storeWatch.isConnected() ? await model.warnings() : []),
      ...(storeWatch.isConnected() ? await hands.standingCordons() : []),
    ],
  })
  const secrets = secretsInForce(environment, () => settings.lastKnown())
  const largeAlerts = new LargeAlertReader({ secrets })
  closing.push(() => largeAlerts.close())
  const app = await createApi({
    frame: { log, metrics, doorman, guard: door, trustedProxies: listening.trustedProxies },
    system: { ...health, metrics },
    configuration: {
      settings,
      environment,
      ...openTrials({ settings, environment, fetch, clock, targets: hands.targets }),
    },
    access: {
      ...{ keys, announceKeys: () => signals.publish('keys'), release: hold.release },
      listAudit: (page) => listAudit(database, page),
    },
    session: door,
    console: { folder: consoleFolder, refuseForeignHost: (request) => refuseForeignHost(request, door) },
    alert: { intake: thread.intake, settings, largeAlerts, redactor, secrets, countAlert: metrics.countAlert },
    incidents: {
      ...{ ...memory, clock, redactor: hands.sight.redactor },
      ...{ incidents: thread.incidents, decisions: thread.decisions },
      ...{ dryRun: thread.dryRun, tryPlan: thread.tryPlan },
      costOf: async ({ byModel }) => costOf(await settings.current(), byModel),
      ...{ questions: thread.questions, handedIn: thread.handedIn, plugins: () => hands.catalogue.all() },
      ...{ assignments: thread.assignments, handCalls: thread.handCalls, gathering: thread.gathering },
      ...{ catalogue: hands.catalogue, door: hands.door },
    },
    silences: { store: quiet.store, list: quiet.list, clock },
    views: createViewStore(database),
    webLinks: async () => webLinksOf(await settings.current()),
    runs: { runs: thread.runs, redactor: hands.sight.redactor },
    chat: chat.door,
    stream: { hub: thread.hub, keys: gatekeeper },
    plugins: {
      ...hands,
      knownNames: async () =>
        knownNames({
          environment: readEnvironment(await environments.current()),
          allowedNamespaces: (await settings.current()).ALLOWED_NAMESPACES,
          databases: hands.databases.names(),
        }),
    },
    knowledge: hands.knowledge,
    environment: environments,
  })

  const server = await listenOrExplain(app, listening).catch(async (error) => {
    await closeAll(closing)
    throw error
  })
  closing.push(() => server.close())
  port = Number(new URL(server.address).port)
  const stopWaiting = new AbortController()
  // Whatever a stop breaks off in the middle of the start was meant to be broken off.
  const ready = openWhenReachable().catch((error) => {
    if (!stopWaiting.signal.aborted) throw error
    return false
  })
  log.info({ address: server.address }, 'Firebreak is listening.')

  async function openWhenReachable(): Promise<boolean> {
    const patiently = <Result>(work: () => Promise<Result>) => whenReachable({ work, log, signal: stopWaiting.signal })
    const applied = await patiently(() => migrate({ url: databaseUrl, log }))
    if (applied.includes(SEALING_MIGRATION) && secretBox)
      tellAdopted(await patiently(() => adoptRecords(database, secretBox, 'upgrade')), log)
    await patiently(() => settings.current())
    await patiently(() => refuseOpenElsewhere(gatekeeper, listening, log))
    await storeWatch.look()
    await patiently(() => auditWatch.start())
    closing.push(await patiently(() => clock.keep()))
    await hands.customPlugins.start()
    await hands.warm()
    await patiently(() => hold.start())
    await patiently(() => work.start())
    chat.start()
    watch.start()
    if (stopWaiting.signal.aborted) return false
    doorman.open()
    log.info({ address: server.address }, 'Firebreak is ready.')
    if (work.warnings().length > 0) log.info({}, AT_WORK_SOON)
    return true
  }

  let stopping: Promise<void> | undefined
  async function stop(): Promise<void> {
    stopWaiting.abort()
    const patience = new Promise<void>((resolve) => void setTimeout(resolve, DRAIN_MS).unref())
    const drained = doorman.drain()
    // Streams never end by themselves; their readers come back on another instance.
    thread.hub.close()
    await Promise.race([drained, patience])
    await closeAll(closing)
    log.info({}, 'Firebreak has stopped.')
  }
  return { address: server.address, ready, isOpen: () => gatekeeper.isOpen(), stop: () => (stopping ??= stop()) }
}

/** On a new store there is nothing, and nothing to say. */
function tellAdopted(adopted: Adopted, log: ServiceLog): void {
  const count = adopted.keys.length + adopted.settings.length + adopted.silences.length + adopted.entries
  if (count > 0) log.info(adopted, 'What was stored before is sealed.')
}

type Closing = (() => Promise<void> | void)[]

async function closeAll(closing: Closing): Promise<void> {
  for (const close of closing.reverse()) await close()
}

type WorkParts = Omit<Parameters<typeof openWork>[0], 'instanceId' | 'predecessor' | 'sweeps'> & {
  port(): number | undefined
  metrics: Metrics
  model: LearnsFromTurns
  quiet: { sweeps: readonly Sweep[] }
}
type WorkBeside = Work & { connections(): Connections }

/** Where one thread is to do for all, it has to load how to diagnose; else the one that serves never does. */
async function workInThisThread(): Promise<(parts: WorkParts) => WorkBeside> {
  const { openWork } = await import('./edges/open-work.ts')
  return (parts) => ({
    ...openWork({ ...parts, instanceId: newInstanceId(), sweeps: parts.quiet.sweeps }),
    connections: () => ({ total: 0, idle: 0, waiting: 0 }),
  })
}

function openWorkingThread({ hands, ...parts }: WorkParts): WorkBeside {
  const thread = new WorkingThread({ ...parts, script: new URL('./work-thread.ts', import.meta.url) })
  hands.customPlugins.onLoaded(() => thread.loadPlugins())
  return thread
}

function sum(one: Connections, other: Connections): Connections {
  return {
    total: one.total + other.total,
    idle: one.idle + other.idle,
    waiting: one.waiting + other.waiting,
  }
}
