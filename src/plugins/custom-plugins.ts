/**
 * Customers' plugins: one file each in PLUGINS_DIR, one default export. Loaded at start and whenever a file is added, changed
 * or removed. A broken one is reported and skipped; a built-in's name cannot be taken; two files cannot share a name.
 */
import type { RiskLevel } from '../guidance/policy/effect.ts'
import type { CustomPluginHost, CustomPluginManifest } from './custom-plugin-host.ts'
import { manifestProblem } from './manifest.ts'
import type { Intention, Plugin } from './plugin.ts'

export type BrokenPlugin = { file: string; reason: string }

export type LoadedPlugins = { plugins: Plugin[]; broken: BrokenPlugin[] }

const TIMEOUT_SECONDS = 30

export async function loadCustomPlugins(
  files: readonly string[],
  host: CustomPluginHost,
  isTaken: (name: string) => boolean,
): Promise<LoadedPlugins> {
  const loaded: LoadedPlugins = { plugins: [], broken: [] }
  for (const file of [...files].sort()) {
    const outcome = await loadOne(
      file,
      host,
      (name) => isTaken(name) || loaded.plugins.some((plugin) => plugin.name === name),
    )
    if ('reason' in outcome) loaded.broken.push(outcome)
    else loaded.plugins.push(outcome)
  }
  return loaded
}

async function loadOne(
  file: string,
  host: CustomPluginHost,
  isTaken: (name: string) => boolean,
): Promise<Plugin | BrokenPlugin> {
  try {
    const manifest = await host.describe(file)
    const reason =
      manifestProblem(manifest) ?? (isTaken(manifest.name) ? `the name ${manifest.name} is taken` : undefined)
    return reason ? { file, reason } : asPlugin(manifest, host)
  } catch (error) {
    return { file, reason: error instanceof Error ? error.message : String(error) }
  }
}

function asPlugin(manifest: CustomPluginManifest, host: CustomPluginHost): Plugin {
  const { file, name, description, parameters, timeoutSeconds = TIMEOUT_SECONDS } = manifest
  const described = { name, description, parameters, timeoutSeconds: timeoutSeconds + 2 }
  const run = (given: Record<string, unknown>, signal: AbortSignal) => host.run(file, given, { timeoutSeconds, signal })
  if (manifest.category === 'diagnostic')
    return { ...described, category: 'diagnostic', run: (given, { signal }) => run(given, signal) }
  const risk = manifest.risk ?? 'high'
  return {
    ...described,
    category: 'remediation',
    risk,
    intend: async (given) => intentionOf(name, given, risk),
    run: async (given, { signal }, { isDryRun }) => {
      const rollback = { impossible: 'A custom plugin says nothing about undoing.' }
      if (isDryRun) return { success: true, message: `Would run ${name} with ${JSON.stringify(given)}.`, rollback }
      return { ...(await run(given, signal)), rollback }
    },
  }
}

/** We cannot look inside: all its parameters count as command text, and a namespace among them is judged as one. */
function intentionOf(name: string, parameters: Record<string, unknown>, risk: RiskLevel): Intention {
  const { namespace } = parameters
  return {
    effect: {
      targets: [{ system: 'custom', kind: 'plugin', name, ...(typeof namespace === 'string' ? { namespace } : {}) }],
      changes: Object.entries(parameters).map(([field, value]) => ({ field, from: '', to: JSON.stringify(value) })),
      commands: textsIn(parameters),
      risk,
    },
    preconditions: {},
    rollback: { impossible: 'A custom plugin says nothing about undoing.' },
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
