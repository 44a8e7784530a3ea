/** How the house sees and acts: the plugins, the tools they are handed, and the one door. */
import { createRedactor } from '../guidance/secrecy/redact.ts'
import { secretsInForce } from '../guidance/secrecy/secrets-of.ts'
import type { Environment } from '../guidance/settings/environment.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import { readSwitch } from '../guidance/settings/switch.ts'
import { BUILT_IN_PLUGINS } from '../plugins/built-in-plugins.ts'
import { Catalogue } from '../plugins/catalogue.ts'
import { PluginDoor } from '../plugins/run-plugin.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import { createClusterHealth } from './cluster/cluster-health.ts'
import { createStandingCordons } from './cluster/standing-cordons.ts'
import { CustomPluginDesk } from './custom/custom-plugin-desk.ts'
import { createCustomPluginHost } from './custom/guest-process.ts'
import { openPluginFolder, pluginFolderOf } from './custom/plugin-folder.ts'
import { openKnowledge } from './open-knowledge.ts'
import { openTools } from './open-tools.ts'
import type { GuardedFetch } from './outbound/guarded-fetch.ts'
import { appendAudit } from './store/audit-records.ts'
import { listOwnCordons } from './store/cordon-records.ts'
import { type Database, inTransaction } from './store/database.ts'
import { createPluginLedger, readPluginLedger } from './store/plugin-ledger-records.ts'
import { createPluginStats } from './store/plugin-stat-records.ts'
import { QUIET_LOG } from './telemetry/log.ts'

type Parts = {
  environment: Environment
  database: Database
  settings: SettingsDesk
  fetch: GuardedFetch
  clock: Clock
  log: Log
  /** Our own port while the API asks for no key. */
  openPort: () => Promise<number | undefined>
  /** Somebody else looks at the folder of plugins, tells of it, and says when to look again. */
  isSecond: boolean
  /** Takes the steps that close what is opened here. */
  closing: (() => Promise<void> | void)[]
}

export function openHands(parts: Parts) {
  const { environment, database, settings, closing, openPort, isSecond } = parts
  const log = isSecond ? QUIET_LOG : parts.log
  const redactor = createRedactor(secretsInForce(environment, () => settings.lastKnown()))
  const knowledge = openKnowledge({ ...parts, redactor })
  const { tools, unread, actingCluster, warm, close } = openTools({ ...parts, log, knowledge: knowledge.finder })
  closing.push(close)
  const catalogue = new Catalogue(BUILT_IN_PLUGINS)
  const { read, watch } = openPluginFolder(pluginFolderOf(environment))
  const folder = { read, watch: isSecond ? () => () => {} : watch }
  const mayGoUnfenced = readSwitch(environment, 'ALLOW_UNFENCED_PLUGINS')
  const host = createCustomPluginHost({ environment, mayGoUnfenced, openPort })
  const ledger = isSecond ? readPluginLedger(database) : createPluginLedger(database)
  const customPlugins = new CustomPluginDesk({ folder, host, catalogue, ledger, log })
  closing.push(() => customPlugins.stop())
  const stats = createPluginStats(database)
  const disabledPlugins = async () => (await settings.current()).DISABLED_PLUGINS
  const door = new PluginDoor({ catalogue, tools, actingCluster, redactor, stats, disabledPlugins })
  const sight = { redactor, knowledge: tools.knowledge }
  const isNamed = Boolean(environment.KUBECONFIG?.trim() || environment.KUBE_READ_TOKEN_FILE?.trim())
  const systems = {
    cluster: createClusterHealth({ cluster: tools.cluster, isNamed }),
    targetDatabases: () => tools.databases.names().length,
  }
  return {
    catalogue,
    customPlugins,
    warm,
    stats,
    disabledPlugins,
    door,
    sight,
    knowledge,
    systems,
    standingCordons: createStandingCordons({ own: () => listOwnCordons(database), cluster: tools.cluster }),
    databases: tools.databases,
    /** What the environment names to be looked after. */
    targets: { databases: tools.databases, cluster: tools.cluster, isClusterNamed: isNamed, unread },
    isSandboxed: () => tools.shell.isSandboxed(),
    recordRun: (run: PluginRun) => recordRun(database, run),
  }
}

/** Somebody ran a plugin by hand. */
type PluginRun = { by: string; plugin: string; parameters: Record<string, unknown>; success: boolean }

function recordRun(database: Database, { by, plugin, parameters, success }: PluginRun): Promise<void> {
  const entry = { actor: by, action: 'plugin.run', target: plugin, details: { parameters, success } }
  return inTransaction(database, (connection) => appendAudit(connection, entry))
}
