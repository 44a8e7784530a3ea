/** What the commands on the store do. Loaded when one of them is called: those that speak to a service answer without it. */
import { resolve } from 'node:path'
import type { Environment } from '../../guidance/settings/environment.ts'
import { release } from '../store/hold-records.ts'
import { createPluginLedger } from '../store/plugin-ledger-records.ts'
import type { StoreCommands } from './command-line.ts'
import { getConfig, setConfig } from './config-commands.ts'
import { createKey, listKeys, revokeKey } from './key-commands.ts'
import { exportKnowledge, importKnowledge } from './knowledge-commands.ts'
import { adopting, runMigrations, withKnowledge, withStore } from './open-store.ts'
import { releaseStore } from './release-command.ts'
import { sealStore } from './seal-command.ts'
import { runDiagnosis, runDoctor, runExport, runReport } from './store-commands.ts'
import { print } from './voice.ts'

export function deedsOnStore(environment: Environment): StoreCommands {
  return {
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
        const { agreePlugin } = await import('./plugin-commands.ts')
        return agreePlugin(createPluginLedger(database), name, print)
      }),
    seal: () => withStore(environment, (store) => sealStore(adopting(store), print)),
    importKnowledge: (path) =>
      withKnowledge(environment, async (store) => {
        if (!(await importKnowledge(store, resolve(path), print))) process.exitCode = 1
      }),
    exportKnowledge: (folder) => withKnowledge(environment, (store) => exportKnowledge(store, resolve(folder), print)),
    diagnose: (file) => runDiagnosis(environment, resolve(file)),
    exportIncident: (id, { output }) => runExport(environment, id, output),
    report: (id, options) => runReport(environment, id, options),
  }
}
