/** Keeps the catalogue's custom plugins as they are in PLUGINS_DIR, now and after each change there. */
import type { Catalogue } from '../../plugins/catalogue.ts'
import type { CustomPluginHost } from '../../plugins/custom-plugin-host.ts'
import { type BrokenPlugin, loadCustomPlugins } from '../../plugins/custom-plugins.ts'
import type { Log } from '../../ports/log.ts'
import type { PluginFolder } from './plugin-folder.ts'

type Parts = { folder: PluginFolder; host: CustomPluginHost; catalogue: Catalogue; log: Log }

export class CustomPluginDesk {
  readonly #parts: Parts
  readonly #stopped = new AbortController()
  #broken: readonly BrokenPlugin[] = []
  #loading: Promise<void> = Promise.resolve()
  #stopWatching: () => void = () => {}

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    this.#stopWatching = this.#parts.folder.watch(() => void this.#reload())
    await this.#reload()
  }

  /** What an operator should mend, for status and console. */
  warnings(): string[] {
    return this.#broken.map(({ file, reason }) => `${file} is not loaded as a plugin: ${reason}.`)
  }

  async stop(): Promise<void> {
    this.#stopWatching()
    this.#stopped.abort()
    await this.#loading
  }

  /** One after the other, so that the last change is what stays. */
  #reload(): Promise<void> {
    // A folder that cannot be listed now may be listed at the next change; what was loaded stays until then.
    this.#loading = this.#loading
      .then(() => this.#load())
      .catch((error: Error) => this.#parts.log.warn({ reason: error.message }, 'The plugin folder cannot be read.'))
    return this.#loading
  }

  async #load(): Promise<void> {
    const { folder, host, catalogue, log } = this.#parts
    const { files, refused } = await folder.read()
    const isTaken = (name: string) => catalogue.isBuiltIn(name)
    const { plugins, broken } = await loadCustomPlugins(files, host, isTaken, this.#stopped.signal)
    // What was cut short by our own stop says nothing about the plugins.
    if (this.#stopped.signal.aborted) return
    catalogue.replaceCustom(plugins)
    this.#broken = [...refused, ...broken]
    for (const { file, reason } of this.#broken) log.warn({ file, reason }, 'A custom plugin is not loaded.')
    if (plugins.length > 0) log.info({ plugins: plugins.map(({ name }) => name) }, 'Custom plugins are loaded.')
  }
}
