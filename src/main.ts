/** The process: the only place that reads the environment and ends itself. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Reached } from './edges/client/client.ts'
import { pluginFolderOf } from './edges/custom/plugin-folder.ts'
import { readTargetList } from './edges/database/target-list.ts'
import { dataFolderOf, readRunNote, readSecretKey, removeRunNote, writeRunNote } from './edges/embedded/data-folder.ts'
import { whenParentGone } from './edges/embedded/parent-watch.ts'
import { supplyStores } from './edges/embedded/supply-stores.ts'
import { VERSION } from './edges/http/version.ts'
import { adoptRecords, SEALING_MIGRATION } from './edges/store/adopt-records.ts'
import { type Database, openDatabase } from './edges/store/database.ts'
import { createEnvironmentStore } from './edges/store/environment-records.ts'
import { release } from './edges/store/hold-records.ts'
import { createIncidentStore } from './edges/store/incident-records.ts'
import { createKeyStore } from './edges/store/key-records.ts'
import { createKnowledgeFinder } from './edges/store/knowledge-finder.ts'
import { createKnowledgeStore } from './edges/store/knowledge-records.ts'
import { migrateNow } from './edges/store/migrate-now.ts'
import { createPluginLedger } from './edges/store/plugin-ledger-records.ts'
import { createSecretBox, type SecretBox } from './edges/store/secret-box.ts'
import { createSettingsStore } from './edges/store/settings-records.ts'
import { createLog, type ServiceLog } from './edges/telemetry/log.ts'
import { buildCommandLine } from './edges/terminal/command-line.ts'
import { getConfig, setConfig } from './edges/terminal/config-commands.ts'
import { runDemo } from './edges/terminal/demo/demo.ts'
import type { Guidance } from './edges/terminal/diagnose-command.ts'
import { examine, report } from './edges/terminal/doctor.ts'
import { exportIncident } from './edges/terminal/export/export-incident.ts'
import { createKey, listKeys, revokeKey } from './edges/terminal/key-commands.ts'
import { exportKnowledge, importKnowledge } from './edges/terminal/knowledge-commands.ts'
import { newPlugin } from './edges/terminal/new-plugin.ts'
import { readableDestination } from './edges/terminal/readable-log.ts'
import { releaseStore } from './edges/terminal/release-command.ts'
import {
  askQuestion,
  assignIncident,
  decideIncident,
  listIncidents,
  sendAlert,
  showIncident,
} from './edges/terminal/remote/incident-commands.ts'
import { CommandRefused, checkReached, openRemote, type Remote } from './edges/terminal/remote/remote-service.ts'
import { listRuns, retryRun, showRun } from './edges/terminal/remote/run-commands.ts'
import { watchEvents } from './edges/terminal/remote/watch-command.ts'
import { reportIncident } from './edges/terminal/report-command.ts'
import { sealStore } from './edges/terminal/seal-command.ts'
import { EMPTY_CONTEXT } from './guidance/environment/environment-context.ts'
import type { KnowledgeStore } from './guidance/knowledge/knowledge-entry.ts'
import { createRedactor } from './guidance/secrecy/redact.ts'
import { secretsInForce, secretsOf } from './guidance/secrecy/secrets-of.ts'
import type { Environment } from './guidance/settings/environment.ts'
import { resolveSettings } from './guidance/settings/resolve-settings.ts'
import { SettingsDesk } from './guidance/settings/settings-desk.ts'
import { readSwitch } from './guidance/settings/switch.ts'
import type { CustomPluginHost } from './plugins/custom-plugin-host.ts'
import type { Log } from './ports/log.ts'
import { Problem, StartRefused } from './problem.ts'
import type { Service } from './service.ts'

// Whoever reads us through a pipe may have read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const print = (text: string) => void process.stdout.write(`${text}\n`)
const note = (text: string) => void process.stderr.write(`${text}\n`)

/** Commands print their own sentences; what the parts would log beside them is only of interest when it is serious. */
const QUIET: Log = {
  debug: () => {},
  info: () => {},
  warn: (_fields, sentence) => void process.stderr.write(`${sentence}\n`),
  error: (_fields, sentence) => void process.stderr.write(`${sentence}\n`),
}

// What one command alone needs, and much of it, is loaded there: the others answer in a third of the time.
await main()

async function main(): Promise<void> {
  // Started without --disable-sigusr1, Node would open its inspector to whoever sends this signal.
  process.on('SIGUSR1', () => {})
  if (existsSync('.env')) process.loadEnvFile('.env')
  const environment: Environment = { ...process.env }
  const commandLine = buildCommandLine(
    {
      serve: () => runUntilStopped(environment),
      start: () => runWithOwnStores(environment),
      migrate: () => runMigrations(environment),
      createKey: (options) => withStore(environment, ({ keys }) => createKey(keys, options, print)),
      listKeys: () => withStore(environment, ({ keys }) => listKeys(keys, print)),
      revokeKey: (id) => withStore(environment, ({ keys }) => revokeKey(keys, id, print)),
      getConfig: (key) => withStore(environment, ({ settings }) => getConfig(settings, key, print)),
      setConfig: (assignments, { anyway }) =>
        withStore(environment, ({ settings }) => setConfig(settings, { assignments, anyway }, print)),
      doctor: () => runDoctor(environment),
      release: () =>
        withStore(environment, ({ database }) => releaseStore({ release: (by) => release(database, by) }, print)),
      agreePlugin: (name) =>
        withStore(environment, async ({ database }) => {
          const { agreePlugin } = await import('./edges/terminal/plugin-commands.ts')
          return agreePlugin(createPluginLedger(database), name, print)
        }),
      seal: () => withStore(environment, (store) => sealStore(adopting(store), print)),
      newPlugin: (name, { category }) =>
        newPlugin({ folder: resolve(pluginFolderOf(environment)), name, category }, print),
      checkPlugin: async (file) => {
        const { checkPlugin } = await import('./edges/terminal/plugin-commands.ts')
        await checkPlugin(await hostOf(environment), resolve(file), print)
      },
      importKnowledge: (path) =>
        withKnowledge(environment, async (store) => {
          if (!(await importKnowledge(store, resolve(path), print))) process.exitCode = 1
        }),
      exportKnowledge: (folder) =>
        withKnowledge(environment, (store) => exportKnowledge(store, resolve(folder), print)),
      diagnose: (file) => runDiagnosis(environment, resolve(file)),
      exportIncident: (id, { output }) => runExport(environment, id, output),
      demo: (options) => demonstrate(environment, options.confirm),
      incidents: (options) => withRemote(environment, (remote) => listIncidents(remote, options)),
      show: (id, options) => withRemote(environment, (remote) => showIncident(remote, id, options)),
      decide: (id, decision, options) =>
        withRemote(environment, (remote) =>
          decideIncident({ ...remote, asksPerson: process.stdin.isTTY ? askPerson : undefined }, id, decision, options),
        ),
      assign: (id, name, options) => withRemote(environment, (remote) => assignIncident(remote, id, name, options)),
      ask: (id, words, options) => withRemote(environment, (remote) => askQuestion(remote, id, words, options)),
      runs: (options) => withRemote(environment, (remote) => listRuns(remote, options)),
      showRun: (id, options) => withRemote(environment, (remote) => showRun(remote, id, options)),
      retryRun: (id, options) => withRemote(environment, (remote) => retryRun(remote, id, options)),
      send: (message, options) => withRemote(environment, (remote) => sendAlert(remote, message, options)),
      watch: (options) =>
        withRemote(environment, (remote) => watchEvents(remote, { ...options, signal: interruption() })),
      mcp: () => serveAgent(environment),
      complete: print,
      report: (id, { output }) =>
        withStore(environment, async ({ database, settings }) => {
          const { find } = createIncidentStore({ database, onCommit: () => {} })
          const values = await settings.current()
          const redactor = createRedactor(() => secretsOf(environment, values))
          return reportIncident(id, output === undefined ? undefined : resolve(output), { find, redactor, print })
        }),
    },
    VERSION,
  )
  await commandLine.parseAsync().catch(endWithSentence)
}

async function hostOf(environment: Environment): Promise<CustomPluginHost> {
  const { createCustomPluginHost } = await import('./edges/custom/guest-process.ts')
  return createCustomPluginHost({ environment, mayGoUnfenced: readSwitch(environment, 'ALLOW_UNFENCED_PLUGINS') })
}

/** What a person can mend is one sentence; everything else is a fault of ours and keeps its stack. */
function endWithSentence(error: unknown): never {
  const isForPeople = error instanceof StartRefused || error instanceof Problem || error instanceof CommandRefused
  const details =
    error instanceof Problem ? error.details.map(({ field, message }) => `\n  ${field} ${message}`).join('') : ''
  process.stderr.write(
    isForPeople ? `firebreak: ${error.message}${details}\n` : `firebreak: ${(error as Error).stack}\n`,
  )
  process.exit(error instanceof CommandRefused ? error.exitCode : 1)
}

type Running = { environment: Environment; log: ServiceLog; settings: { desk?: SettingsDesk } }

function openLog(environment: Environment): Running {
  const settings: { desk?: SettingsDesk } = {}
  const { redact } = createRedactor(secretsInForce(environment, () => settings.desk?.lastKnown()))
  const { LOG_LEVEL } = resolveSettings(environment, new Map()).values
  const destination = process.stdout.isTTY
    ? { destination: readableDestination((line) => process.stdout.write(line)) }
    : {}
  return { environment, settings, log: createLog({ level: LOG_LEVEL, redact, ...destination }) }
}

async function runUntilStopped(
  environment: Environment,
  onReady: (service: Service) => Promise<void> = async () => {},
): Promise<void> {
  const { log, settings } = openLog(environment)
  const { startService } = await import('./service.ts')
  const service = await startService({ environment, log, onSettings: (desk) => Object.assign(settings, { desk }) })
  const stopped = new Promise<void>((resolve, reject) => {
    const stop = () => void service.stop().then(resolve, reject)
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    whenParentGone(stop)
  })
  await Promise.race([service.ready.then((isReady) => (isReady ? onReady(service) : undefined)), stopped]).catch(
    async (error) => {
      await service.stop()
      throw error
    },
  )
  await stopped
}

async function runWithOwnStores(environment: Environment): Promise<void> {
  const { log } = openLog(environment)
  const stores = await supplyStores(environment, log)
  const { DATABASE_URL = '', REDIS_URL = '' } = stores.environment
  try {
    await runUntilStopped(stores.environment, async ({ address }) => {
      await writeRunNote(stores.folder, { pid: process.pid, databaseUrl: DATABASE_URL, redisUrl: REDIS_URL, address })
      print(`\nFirebreak is ready at ${address}  (API page: ${address}/api/docs, stop with Ctrl-C)\n`)
    })
  } finally {
    await removeRunNote(stores.folder)
    await stores.stop()
  }
}

/** Commands reach the store by DATABASE_URL, or that of the service that `npm start` runs in this folder. */
async function completeEnvironment(environment: Environment): Promise<Environment> {
  if (environment.DATABASE_URL?.trim()) return environment
  const folder = dataFolderOf(environment)
  const note = await readRunNote(folder)
  if (!note) return environment
  return {
    ...environment,
    DATABASE_URL: note.databaseUrl,
    REDIS_URL: environment.REDIS_URL ?? note.redisUrl,
    // The service that runs there looks after its own PostgreSQL where it was told of no other.
    TARGET_DATABASES: environment.TARGET_DATABASES ?? `firebreak=${note.databaseUrl}`,
    FIREBREAK_SECRET_KEY: environment.FIREBREAK_SECRET_KEY ?? (await readSecretKey(folder)),
  }
}

async function requireDatabaseUrl(given: Environment): Promise<{ environment: Environment; url: string }> {
  const environment = await completeEnvironment(given)
  const url = environment.DATABASE_URL?.trim()
  if (!url)
    throw new StartRefused(
      'DATABASE_URL is not set and no service started by npm start runs here; set the one or start the other.',
    )
  return { environment, url }
}

async function runMigrations(given: Environment): Promise<void> {
  const { url, environment } = await requireDatabaseUrl(given)
  const applied = await migrateNow({ url, log: QUIET })
  if (applied.includes(SEALING_MIGRATION) && environment.FIREBREAK_SECRET_KEY)
    await withStore(environment, async (store) => void (await adopting(store)('upgrade')))
  print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The store is up to date.')
}

type Store = {
  keys: ReturnType<typeof createKeyStore>
  settings: SettingsDesk
  database: Database
  secretBox: SecretBox | undefined
}

async function withStore(given: Environment, work: (store: Store) => Promise<void>): Promise<void> {
  const { environment, url } = await requireDatabaseUrl(given)
  const applied = await migrateNow({ url, log: QUIET })
  const secretKey = environment.FIREBREAK_SECRET_KEY || undefined
  const database = openDatabase({ url, log: QUIET, max: 2, secretKey })
  const secretBox = secretKey ? createSecretBox(secretKey) : undefined
  const store = createSettingsStore({ database, secretBox, log: QUIET })
  try {
    if (applied.includes(SEALING_MIGRATION) && secretBox) await adoptRecords(database, secretBox, 'upgrade')
    await work({
      database,
      secretBox,
      keys: createKeyStore(database),
      settings: new SettingsDesk({ environment, store, isStoreAway: () => false, announce: () => {}, log: QUIET }),
    })
  } finally {
    await database.close()
  }
}

function adopting({ database, secretBox }: Store) {
  if (!secretBox) throw new StartRefused('FIREBREAK_SECRET_KEY is not set, and without it nothing can be sealed.')
  return (by: string) => adoptRecords(database, secretBox, by)
}

function withKnowledge(environment: Environment, work: (store: KnowledgeStore) => Promise<void>): Promise<void> {
  const clock = { now: () => new Date() }
  return withStore(environment, ({ database }) => work(createKnowledgeStore({ database, clock })))
}

/** What was given at run time helps, but who has an alert in a file may well have no store at hand. */
async function runDiagnosis(given: Environment, file: string): Promise<void> {
  const environment = await completeEnvironment(given)
  const { diagnoseFile } = await import('./edges/terminal/diagnose-command.ts')
  const diagnose = (guidance: Guidance) => diagnoseFile(file, { environment, guidance, log: QUIET, print })
  const { values } = resolveSettings(environment, new Map())
  const unstored = { settings: values, context: EMPTY_CONTEXT, knowledge: { search: async () => ({ entries: [] }) } }
  if (!environment.DATABASE_URL?.trim()) return diagnose(unstored)
  let isReached = false
  await withStore(environment, async ({ settings, database }) => {
    isReached = true
    const context = await createEnvironmentStore(database).current()
    await diagnose({ settings: await settings.current(), context, knowledge: createKnowledgeFinder(database) })
  }).catch((error: Error) => {
    if (isReached) throw error
    QUIET.warn({}, `${error.message} Only the environment counts, therefore.`)
    return diagnose(unstored)
  })
}

async function runExport(environment: Environment, id: string, output: string | undefined): Promise<void> {
  await withStore(environment, async ({ database, settings }) => {
    const values = await settings.current()
    await exportIncident(
      {
        incidents: createIncidentStore({ database, onCommit: () => {} }),
        settings: values,
        context: await createEnvironmentStore(database).current(),
        redactor: createRedactor(() => secretsOf(environment, values)),
        print,
      },
      id,
      output,
    )
  })
}

/** On the service that `npm start` runs in this folder. */
async function demonstrate(environment: Environment, confirmsItself: boolean): Promise<void> {
  const note = await readRunNote(dataFolderOf(environment))
  if (!note)
    throw new StartRefused(
      'No service runs here. Start it in another terminal with npm start, then run the demo again.',
    )
  const signal = interruption()
  const { address, databaseUrl } = note
  const key = environment.API_KEY
  await runDemo({
    address,
    databaseUrl,
    target: nameOfTarget(environment, databaseUrl),
    key,
    confirmsItself,
    enter: process.stdin.isTTY ? pressedEnter : undefined,
    print,
    signal,
  }).catch((error) => {
    if (!signal.aborted) throw error
  })
  process.stdin.pause()
}

function interruption(): AbortSignal {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
  return interruption.signal
}

/** Commands for people on call need no store, only the address of a service and a key. */
async function withRemote(environment: Environment, work: (remote: Remote) => Promise<void>): Promise<void> {
  await work(openRemote(await reachedBy(environment), { print, note }))
}

async function reachedBy(environment: Environment): Promise<Reached> {
  const note = environment.FIREBREAK_URL ? undefined : await readRunNote(dataFolderOf(environment))
  const address = environment.FIREBREAK_URL || note?.address || `http://localhost:${environment.PORT || 8080}`
  return checkReached({ address, key: environment.FIREBREAK_KEY || environment.API_KEY || undefined })
}

/** Loaded only here: every other command would start more slowly for it. */
async function serveAgent(environment: Environment): Promise<void> {
  const { serveStdio } = await import('./edges/mcp/serve-stdio.ts')
  await serveStdio(await reachedBy(environment), VERSION)
}

async function askPerson(question: string): Promise<string> {
  process.stdout.write(question)
  return new Promise((resolve) => {
    process.stdin.once('data', (said) => {
      process.stdin.pause()
      resolve(String(said))
    })
  })
}

/** What the running service calls its own PostgreSQL: `firebreak`, unless somebody named it otherwise. */
function nameOfTarget({ TARGET_DATABASES = '' }: Environment, url: string): string {
  return readTargetList(TARGET_DATABASES).targets.find((target) => target.url === url)?.name ?? 'firebreak'
}

function pressedEnter(): Promise<void> {
  return new Promise((resolve) => process.stdin.once('data', () => resolve()))
}

async function runDoctor(given: Environment): Promise<void> {
  const folder = dataFolderOf(given)
  const note = await readRunNote(folder)
  const { checksFor } = await import('./edges/terminal/checks.ts')
  const findings = await examine(await checksFor(await completeEnvironment(given), note && { folder, ...note }))
  print(report(findings))
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1
}
