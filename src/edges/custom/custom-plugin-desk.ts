/** Keeps the catalogue's custom plugins as they are in PLUGINS_DIR, now and after each change there. */
import type { Catalogue } from '../../plugins/catalogue.ts'
import type { CustomPluginHost } from '../../plugins/custom-plugin-host.ts'
import { type BrokenPlugin, loadCustomPlugins } from '../../plugins/custom-plugins.ts'
import type { Log } from '../../ports/log.ts'
import type { PluginFolder } from './plugin-folder.ts'

type Parts = { folder: PluginFolder; host: CustomPluginHost; catalogue: Catalogue; log: Log }

export class CustomPluginDesk {
  readonly #parts: Parts
  #broken: readonly BrokenPlugin[] = []
  #loading: Promise<void> = Promise.resolve()
  #stopWatching: () => void = () => {}

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    this.#stopWatching = this.#parts.folder.watch(() => void this.reload())
    await this.reload()
  }

  /** One after the other, so that the last change is what stays. */
  reload(): Promise<void> {
    this.#loading = this.#loading.then(() => this.#load())
    return this.#loading
  }

  /** What an operator should mend, for status and console. */
  warnings(): string[] {
    return this.#broken.map(({ file, reason }) => `The plugin ${file} is not loaded: ${reason}.`)
  }

  async stop(): Promise<void> {
    this.#stopWatching()
    await this.#loading
  }

  async #load(): Promise<void> {
    const { folder, host, catalogue, log } = this.#parts
    const { plugins, broken } = await loadCustomPlugins(await folder.files(), host, (name) => catalogue.isBuiltIn(name))
    catalogue.replaceCustom(plugins)
    this.#broken = broken
    for (const { file, reason } of broken) log.warn({ file, reason }, 'A custom plugin is broken and was skipped.')
    if (plugins.length > 0) log.info({ plugins: plugins.map(({ name }) => name) }, 'Custom plugins are loaded.')
  }
}
