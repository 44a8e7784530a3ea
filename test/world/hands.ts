/** The one door with the built-in plugins, on tools the test chooses. */
import { createRedactor } from '../../src/guidance/secrecy/redact.ts'
import { Catalogue } from '../../src/plugins/catalogue.ts'
import type { Plugin, Tools } from '../../src/plugins/plugin.ts'
import { PluginDoor } from '../../src/plugins/run-plugin.ts'
import type { ActingCluster } from '../../src/ports/cluster.ts'

type Given = {
  plugins: readonly Plugin[]
  tools: Omit<Tools, 'signal'>
  /** A cluster that is never acted on, where none is given. */
  actingCluster?: ActingCluster
  secrets?: readonly string[]
  disabled?: readonly string[]
}

export function openDoor({ plugins, tools, actingCluster = UNTOUCHED, secrets = [], disabled = [] }: Given) {
  const calls: { name: string; success: boolean }[] = []
  const door = new PluginDoor({
    catalogue: new Catalogue(plugins),
    tools,
    actingCluster,
    redactor: createRedactor(() => secrets),
    disabledPlugins: async () => disabled,
    stats: {
      record: async (name, { success }) => void calls.push({ name, success }),
      read: async () => ({ usageCount: 0, averageSeconds: 0, successRate: 0 }),
    },
  })
  return { door, calls }
}

const UNTOUCHED = new Proxy({} as ActingCluster, {
  get: (_, name) => {
    throw new Error(`Nobody may act here, and ${String(name)} was asked of the account that acts.`)
  },
})

/** A world that never answers and never hangs up, unless it is told to. `asked` counts what it was asked. */
export function silentTools(): { tools: Omit<Tools, 'signal'>; asked: () => number } {
  let asked = 0
  const silent = new Proxy(
    {},
    {
      // Which databases there are is known without asking any.
      get: (_, name) => () => {
        if (name === 'names') return []
        asked += 1
        return new Promise<never>(() => {})
      },
    },
  )
  const names = ['cluster', 'databases', 'metrics', 'logs', 'errors', 'shell', 'knowledge'] as const
  const ports = Object.fromEntries(names.map((name) => [name, silent]))
  return { tools: { ...ports, now: () => new Date() } as unknown as Omit<Tools, 'signal'>, asked: () => asked }
}
