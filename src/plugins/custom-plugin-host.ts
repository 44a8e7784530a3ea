/** How a customer's plugin is run: in a process of its own that cannot hurt the house. */
import type { Deadline } from '../ports/deadline.ts'
import type { ManifestGate } from './custom-gate.ts'
import type { ParameterSchema, PluginResult } from './plugin.ts'

/** What a file in PLUGINS_DIR says of itself, as its own process told us. */
export type CustomPluginManifest = {
  file: string
  name: string
  description: string
  category: 'diagnostic' | 'remediation'
  parameters: ParameterSchema
  timeoutSeconds?: number
  /** Only a remediation's; it counts as high at least. */
  risk?: 'low' | 'medium' | 'high' | 'critical'
  /** What it may reach over the network, each as name:port. Without any it has no network. */
  hosts?: string[]
  /** Only a remediation's; without one a person has to ask for it by name. */
  gate?: ManifestGate
}

export type CustomPluginHost = {
  /** Loads the file in its process and answers what it exports; throws with a sentence where it is broken. */
  describe(file: string, signal: AbortSignal): Promise<CustomPluginManifest>
  run(
    file: string,
    parameters: Readonly<Record<string, unknown>>,
    options: { timeoutSeconds: number; signal: AbortSignal; hosts: readonly string[]; before?: Deadline },
  ): Promise<PluginResult>
}
