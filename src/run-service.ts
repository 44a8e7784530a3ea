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
    await runUntilStopped(stores.environment, async ({ address }) => {
      await writeRunNote(stores.folder, { pid: process.pid, databaseUrl: DATABASE_URL, redisUrl: REDIS_URL, address })
      print(
        `\nFirebreak is ready at ${address}  (API page: ${address}/api/docs, stop with Ctrl-C)\nAlerts are taken from now on; the first diagnosis begins within some seconds.\n`,
      )
    })
  } finally {
    await removeRunNote(stores.folder)
    await stores.stop()
  }
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
