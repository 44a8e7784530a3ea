/**
 * Customers' plugins: one file each in PLUGINS_DIR, one default export. Loaded at start and whenever a file is added, changed
 * or removed. A broken one is reported and skipped; a built-in's name cannot be taken; two files cannot share a name.
 */
import type { RiskLevel } from '../guidance/policy/effect.ts'
import type { Deadline } from '../ports/deadline.ts'
import { customGate } from './custom-gate.ts'
import type { CustomPluginHost, CustomPluginManifest } from './custom-plugin-host.ts'
import { manifestProblem, manifestWarnings } from './manifest.ts'
import type { Intention, Plugin } from './plugin.ts'
import { spokenName } from './plugin-name.ts'

export type BrokenPlugin = { file: string; reason: string }

/** It is loaded all the same. */
export type OddPlugin = { file: string; warning: string }

/** `hosts` are those it may reach, by name and port. */
export type CustomPlugin = Plugin & { file: string; hosts: readonly string[] }

type LoadedPlugins = { plugins: CustomPlugin[]; broken: BrokenPlugin[]; odd: OddPlugin[] }

const TIMEOUT_SECONDS = 30
/** Nobody tells how long it takes; its limit is not what to expect. */
const USUAL_SECONDS_MAX = 60
/** One that hangs while it is loaded must not hold up all the others. */
const LOADED_AT_ONCE = 4

export async function loadCustomPlugins(
  files: readonly string[],
  host: CustomPluginHost,
  { isTaken, isKnown = () => false }: GivenNames,
  signal: AbortSignal,
): Promise<LoadedPlugins> {
  const loaded: LoadedPlugins = { plugins: [], broken: [], odd: [] }
  const described = await describeAll([...files].sort(), host, signal)
  // Names are given out in the order of the files, whichever was described first; who had one before keeps it.
  const rank = (one: Described) => ('name' in one && isKnown(one.name) ? 0 : 1)
  for (const outcome of described.toSorted((one, other) => rank(one) - rank(other))) {
    if ('reason' in outcome) {
      loaded.broken.push(outcome)
      continue
    }
    const alike = loaded.plugins.find((plugin) => spokenName(plugin.name) === spokenName(outcome.name))
    if (alike || isTaken(outcome.name)) loaded.broken.push({ file: outcome.file, reason: takenBy(outcome.name, alike) })
    else {
      loaded.plugins.push(asPlugin(outcome, host))
      loaded.odd.push(...manifestWarnings(outcome).map((warning) => ({ file: outcome.file, warning })))
    }
  }
  return loaded
}

/** `isTaken` by a built-in; `isKnown`: it was loaded under this very name before. */
type GivenNames = { isTaken(name: string): boolean; isKnown?(name: string): boolean }

function takenBy(name: string, alike: CustomPlugin | undefined): string {
  return `the name ${name} is taken${alike && alike.name !== name ? `: people could not tell it from ${alike.name}` : ''}`
}

type Described = CustomPluginManifest | BrokenPlugin

async function describeAll(
  files: readonly string[],
  host: CustomPluginHost,
  signal: AbortSignal,
): Promise<Described[]> {
  const described: Described[] = []
  const waiting = files.entries()
  const describeNext = async () => {
    for (const [index, file] of waiting) described[index] = await describeOne(file, host, signal)
  }
  await Promise.all(Array.from({ length: LOADED_AT_ONCE }, describeNext))
  return described
}

async function describeOne(file: string, host: CustomPluginHost, signal: AbortSignal): Promise<Described> {
  try {
    const manifest = await host.describe(file, signal)
    const reason = manifestProblem(manifest)
    return reason ? { file, reason } : manifest
  } catch (error) {
    return { file, reason: error instanceof Error ? error.message : String(error) }
  }
}

function asPlugin(manifest: CustomPluginManifest, host: CustomPluginHost): CustomPlugin {
  const { file, name, description, timeoutSeconds = TIMEOUT_SECONDS, hosts = [] } = manifest
  const parameters = { ...manifest.parameters, properties: manifest.parameters.properties ?? {} }
  // The door waits a little longer, so that the process is ended by its own limit and says so.
  const described = { name, description, parameters, timeoutSeconds: timeoutSeconds + 2, file, hosts }
  // The hosts it named when it was loaded: what the file says by the time it runs opens nothing more.
  const run = (given: Record<string, unknown>, signal: AbortSignal, before?: Deadline) =>
    host.run(file, given, { timeoutSeconds, signal, hosts, ...(before && { before }) })
  if (manifest.category === 'diagnostic')
    return { ...described, category: 'diagnostic', run: (given, { signal }) => run(given, signal) }
  // We know neither who wrote it nor what it does: what it says of its own harmlessness counts for nothing.
  const risk = manifest.risk === 'critical' ? 'critical' : 'high'
  return {
    ...described,
    category: 'remediation',
    risk,
    gate: customGate(name, manifest.gate),
    words: `Run ${name}`,
    usualSeconds: Math.min(timeoutSeconds, USUAL_SECONDS_MAX),
    verify: async () => undefined,
    intend: async (given) => intentionOf(name, given, risk),
    run: async (given, { signal, fence }, { isDryRun }) => {
      const rollback = { impossible: 'A custom plugin says nothing about undoing.' }
      if (isDryRun) return { success: true, message: `Would run ${name} with ${JSON.stringify(given)}.`, rollback }
      return { ...(await fence.through((before) => run(given, signal, before))), rollback }
    },
  }
}

/** We cannot look inside: all its parameters count as command text, and namespaces among them are judged as such. */
function intentionOf(name: string, parameters: Record<string, unknown>, risk: RiskLevel): Intention {
  const target = { system: 'custom', kind: 'plugin', name } as const
  const namespaces = namespacesIn(parameters)
  const texts = textsIn(parameters)
  return {
    effect: {
      targets: namespaces.length === 0 ? [target] : namespaces.map((namespace) => ({ ...target, namespace })),
      changes: Object.entries(parameters).map(([field, value]) => ({ field, from: '', to: JSON.stringify(value) })),
      // Together as well: a program in one parameter and its arguments in the next make one command.
      commands: [...texts, texts.join(' ')],
      risk,
    },
    preconditions: {},
    rollback: { impossible: 'A custom plugin says nothing about undoing.' },
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, held]) =>
    Array.isArray(value) ? textsIn(held) : [field, ...textsIn(held)],
  )
}

/** Under `namespace` or `namespaces`, at whatever depth. */
function namespacesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, held]) =>
    /^namespaces?$/i.test(field) ? [held].flat().map(String) : namespacesIn(held),
  )
}
