/** The service as a process: begun, told to stop, and, by `npm start`, with stores of its own. */
import { removeRunNote, writeRunNote } from './edges/embedded/data-folder.ts'
import { whenParentGone } from './edges/embedded/parent-watch.ts'
import { supplyStores } from './edges/embedded/supply-stores.ts'
import { createLog, type ServiceLog } from './edges/telemetry/log.ts'
import { readableDestination } from './edges/terminal/readable-log.ts'
import { print } from './edges/terminal/voice.ts'
import { createRedactor } from './guidance/secrecy/redact.ts'
import { secretsInForce } from './guidance/secrecy/secrets-of.ts'
import type { Environment } from './guidance/settings/environment.ts'
import { resolveSettings } from './guidance/settings/resolve-settings.ts'
import type { SettingsDesk } from './guidance/settings/settings-desk.ts'
import type { Service } from './service.ts'

export async function runUntilStopped(
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

export async function runWithOwnStores(environment: Environment): Promise<void> {
  const { log } = openLog(environment)
  const stores = await supplyStores(environment, log)
  const { DATABASE_URL = '', REDIS_URL = '' } = stores.environment
  try {
    await runUntilStopped(stores.environment, async (service) => {
      const { address } = service
      await writeRunNote(stores.folder, { pid: process.pid, databaseUrl: DATABASE_URL, redisUrl: REDIS_URL, address })
      print(welcome({ address, folder: stores.folder, isOpen: await service.isOpen() }))
    })
  } finally {
    await removeRunNote(stores.folder)
    await stores.stop()
  }
}

function welcome({ address, folder, isOpen }: { address: string; folder: string; isOpen: boolean }): string {
  const lines = [
    `Firebreak is ready at ${address}`,
    `  Open that address in a browser; the API is described at ${address}/api/docs.`,
    `  An incident to try it on: npm run demo, in another terminal. Stop with Ctrl-C; the data stays in ${folder}.`,
  ]
  const open = [
    '  No key exists yet: whoever works on this machine may do everything. The first key ends that:',
    '    npx firebreak keys create --role admin --name "$(whoami)"',
  ]
  return ['', ...lines, ...(isOpen ? open : []), ''].join('\n')
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
