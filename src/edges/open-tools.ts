/** The tools plugins are handed, opened on the systems the environment and the settings name. Nothing is reached before it is used. */
import type { Environment } from '../guidance/settings/environment.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { Tools } from '../plugins/plugin.ts'
import type { Clock } from '../ports/clock.ts'
import type { ActingCluster } from '../ports/cluster.ts'
import type { Log } from '../ports/log.ts'
import { openClusterAccounts } from './cluster/cluster-client.ts'
import { openTargetDatabases } from './database/target-databases.ts'
import { readTargetList } from './database/target-list.ts'
import { createLoki } from './monitoring/loki.ts'
import { createPrometheus } from './monitoring/prometheus.ts'
import { createSentry } from './monitoring/sentry.ts'
import type { GuardedFetch } from './outbound/guarded-fetch.ts'
import { Patience } from './outbound/patience.ts'
import { createLocalShell } from './shell/local-shell.ts'

type Parts = {
  environment: Environment
  settings: Pick<SettingsDesk, 'current'>
  fetch: GuardedFetch
  clock: Clock
  log: Log
}

type OpenTools<Left extends keyof Tools> = {
  tools: Omit<Tools, Left>
  /** Of the databases that were named, those that could not be read. */
  unread: readonly string[]
  actingCluster: ActingCluster
  /** Loads what would hold the process up at the first call. */
  warm(): Promise<void>
  close(): Promise<void>
}

export function openTools({ knowledge, ...parts }: Parts & Pick<Tools, 'knowledge'>): OpenTools<'signal'> {
  const { tools, ...rest } = openSystems(parts)
  return { tools: { ...tools, knowledge }, ...rest }
}

/** All that needs no store of our own. */
export function openSystems({ environment, settings, fetch, clock, log }: Parts): OpenTools<'signal' | 'knowledge'> {
  const { targets, problems } = readTargetList(environment.TARGET_DATABASES ?? '')
  for (const problem of problems) log.warn({}, problem)
  const databases = openTargetDatabases({ targets, log })
  const cluster = openClusterAccounts({ environment })
  const asking = { currentSettings: () => settings.current(), fetch, patience: new Patience() }
  return {
    tools: {
      cluster: cluster.looking,
      databases,
      metrics: createPrometheus(asking),
      logs: createLoki(asking),
      errors: createSentry(asking),
      shell: createLocalShell({ readablePaths: readPaths(environment.SHELL_READ_PATHS ?? '/var/log') }),
      now: () => clock.now(),
    },
    unread: problems,
    actingCluster: cluster.acting,
    warm: () => cluster.warm(),
    close: async () => {
      await databases.close()
      await cluster.close()
    },
  }
}

function readPaths(text: string): string[] {
  return text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path.startsWith('/'))
}
