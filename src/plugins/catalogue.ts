/** All plugins this instance knows: the built-ins, and those a customer has put into PLUGINS_DIR. */
import { knowAsOurs } from './check-parameters.ts'
import type { Plugin } from './plugin.ts'
import { spokenName } from './plugin-name.ts'

export class Catalogue {
  readonly #builtIn: ReadonlyMap<string, Plugin>
  readonly #spoken: ReadonlySet<string>
  #custom: ReadonlyMap<string, Plugin> = new Map()

  constructor(builtIn: readonly Plugin[]) {
    knowAsOurs(builtIn.map(({ parameters }) => parameters))
    this.#builtIn = new Map(builtIn.map((plugin) => [plugin.name, plugin]))
    this.#spoken = new Set(builtIn.map(({ name }) => spokenName(name)))
  }

  find(name: string): Plugin | undefined {
    return this.#builtIn.get(name) ?? this.#custom.get(name)
  }

  all(): Plugin[] {
    return [...this.#builtIn.values(), ...this.#custom.values()]
  }

  /** Also under a name that reads like a built-in's: nobody must confirm Restart-Pod and mean restart_pod. */
  isBuiltIn(name: string): boolean {
    return this.#spoken.has(spokenName(name))
  }

  /** The whole set at once, so that a reader never sees half of a change. A built-in's name cannot be taken. */
  replaceCustom(plugins: readonly Plugin[]): void {
    this.#custom = new Map(plugins.filter(({ name }) => !this.isBuiltIn(name)).map((plugin) => [plugin.name, plugin]))
  }
}
