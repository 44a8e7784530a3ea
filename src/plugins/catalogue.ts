/** All plugins this instance knows: the built-ins, and those a customer has put into PLUGINS_DIR. */
import type { Plugin } from './plugin.ts'

export class Catalogue {
  readonly #builtIn: ReadonlyMap<string, Plugin>
  #custom: ReadonlyMap<string, Plugin> = new Map()

  constructor(builtIn: readonly Plugin[]) {
    this.#builtIn = new Map(builtIn.map((plugin) => [plugin.name, plugin]))
  }

  find(name: string): Plugin | undefined {
    return this.#builtIn.get(name) ?? this.#custom.get(name)
  }

  all(): Plugin[] {
    return [...this.#builtIn.values(), ...this.#custom.values()]
  }

  isBuiltIn(name: string): boolean {
    return this.#builtIn.has(name)
  }

  /** The whole set at once, so that a reader never sees half of a change. A built-in's name cannot be taken. */
  replaceCustom(plugins: readonly Plugin[]): void {
    this.#custom = new Map(plugins.filter(({ name }) => !this.isBuiltIn(name)).map((plugin) => [plugin.name, plugin]))
  }
}
