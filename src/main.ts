/** The process: the only place that reads the environment and ends itself. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pluginFolderOf } from './edges/custom/plugin-folder.ts'
import { VERSION } from './edges/http/version.ts'
import { buildCommandLine, type StoreCommands } from './edges/terminal/command-line.ts'
import { newPlugin } from './edges/terminal/new-plugin.ts'
import {
  askQuestion,
  assignIncident,
  decideIncident,
  listIncidents,
  sendAlert,
  showIncident,
} from './edges/terminal/remote/incident-commands.ts'
import { askPerson, interruption, reachedBy, withRemote } from './edges/terminal/remote/reach-service.ts'
import { CommandRefused } from './edges/terminal/remote/remote-service.ts'
import { listRuns, retryRun, showRun } from './edges/terminal/remote/run-commands.ts'
import {
  addSilence,
  endSilence,
  listSilences,
  previewSilence,
  showSilence,
} from './edges/terminal/remote/silence-commands.ts'
import { watchEvents } from './edges/terminal/remote/watch-command.ts'
import { print } from './edges/terminal/voice.ts'
import type { Environment } from './guidance/settings/environment.ts'
import { readSwitch } from './guidance/settings/switch.ts'
import type { CustomPluginHost } from './plugins/custom-plugin-host.ts'
import { Problem, StartRefused } from './problem.ts'

// Whoever reads us through a pipe may have read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

// What one command alone needs, and much of it, is loaded there: the others answer in a third of the time.
await main()

async function main(): Promise<void> {
  // Started without --disable-sigusr1, Node would open its inspector to whoever sends this signal.
  process.on('SIGUSR1', () => {})
  if (existsSync('.env')) process.loadEnvFile('.env')
  const environment: Environment = { ...process.env }
  const commandLine = buildCommandLine(
    {
      serve: async () => (await import('./run-service.ts')).runUntilStopped(environment),
      start: async () => (await import('./run-service.ts')).runWithOwnStores(environment),
      store: whenCalled<StoreCommands>(async () => {
        const { deedsOnStore } = await import('./edges/terminal/deeds-on-store.ts')
        return deedsOnStore(environment)
      }),
      newPlugin: (name, { category }) =>
        newPlugin({ folder: resolve(pluginFolderOf(environment)), name, category }, print),
      checkPlugin: async (file) => {
        const { checkPlugin } = await import('./edges/terminal/plugin-commands.ts')
        await checkPlugin(await hostOf(environment), resolve(file), print)
      },
      demo: async (options) =>
        (await import('./edges/terminal/demo/demonstrate.ts')).demonstrate(environment, options.confirm),
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
      silences: (options) => withRemote(environment, (remote) => listSilences(remote, options)),
      showSilence: (id, options) => withRemote(environment, (remote) => showSilence(remote, id, options)),
      addSilence: (words, options) => withRemote(environment, (remote) => addSilence(remote, words, options)),
      previewSilence: (words, options) => withRemote(environment, (remote) => previewSilence(remote, words, options)),
      endSilence: (id, options) => withRemote(environment, (remote) => endSilence(remote, id, options)),
      send: (message, options) => withRemote(environment, (remote) => sendAlert(remote, message, options)),
      watch: (options) =>
        withRemote(environment, (remote) => watchEvents(remote, { ...options, signal: interruption() })),
      mcp: async () => {
        const { serveStdio } = await import('./edges/mcp/serve-stdio.ts')
        await serveStdio(await reachedBy(environment), VERSION)
      },
      complete: print,
    },
    VERSION,
  )
  await commandLine.parseAsync().catch(endWithSentence)
}

type Deed = (...given: unknown[]) => Promise<void>

/** Deeds that are loaded, with all they need, when the first of them is called. */
function whenCalled<Deeds extends object>(load: () => Promise<Deeds>): Deeds {
  const deed =
    (name: string | symbol) =>
    async (...given: unknown[]) => {
      const called = Reflect.get(await load(), name) as Deed
      await called(...given)
    }
  return new Proxy({} as Deeds, { get: (_, name) => deed(name) })
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
