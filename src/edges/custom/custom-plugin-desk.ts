/**
 * Keeps the catalogue's custom plugins as they are in PLUGINS_DIR, now and after each change there. What was loaded, changed or
 * refused goes to the trail; one that says something else of itself than was agreed to waits for an admin.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Catalogue } from '../../plugins/catalogue.ts'
import type { CustomPluginHost } from '../../plugins/custom-plugin-host.ts'
import {
  type BrokenPlugin,
  type CustomPlugin,
  loadCustomPlugins,
  type OddPlugin,
} from '../../plugins/custom-plugins.ts'
import { type PluginLedger, type Traits, tellTraits } from '../../plugins/plugin-ledger.ts'
import type { Log } from '../../ports/log.ts'
import type { PluginFolder } from './plugin-folder.ts'

type Parts = { folder: PluginFolder; host: CustomPluginHost; catalogue: Catalogue; ledger: PluginLedger; log: Log }

/** How soon another instance's admin is heard here, and a store that was away is asked again. */
const LOOK_AGAIN_MS = 5_000

export class CustomPluginDesk {
  readonly #parts: Parts
  readonly #stopped = new AbortController()
  /** What the trail knows of each file: what it holds, or why it was refused. */
  #noted = new Map<string, string>()
  #broken: readonly BrokenPlugin[] = []
  #odd: readonly OddPlugin[] = []
  #isDue = false
  #loading: Promise<void> = Promise.resolve()
  #stopWatching: () => void = () => {}
  #timer: NodeJS.Timeout | undefined
  #onLoaded = () => {}

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    this.#stopWatching = this.#parts.folder.watch(() => void this.reload())
    this.#timer = setInterval(() => (this.#isDue ? void this.reload() : undefined), LOOK_AGAIN_MS).unref()
    await this.reload()
  }

  /** Told each time the catalogue has what is in the folder. */
  onLoaded(listener: () => void): void {
    this.#onLoaded = listener
  }

  /** What an operator should mend, for status and console. */
  warnings(): string[] {
    return [
      ...this.#broken.map(({ file, reason }) => `${file} is not loaded as a plugin: ${reason}.`),
      ...this.#odd.map(({ file, warning }) => `${file} is loaded, but ${warning}.`),
    ]
  }

  /** An admin's word on what a plugin says of itself now. Undefined where none waits under this name. */
  async agree(name: string, by: string): Promise<Traits | undefined> {
    const agreed = await this.#parts.ledger.agree(name, by)
    if (agreed) await this.reload()
    return agreed
  }

  async stop(): Promise<void> {
    this.#stopWatching()
    clearInterval(this.#timer)
    this.#stopped.abort()
    await this.#loading
  }

  /** One after the other, so that the last change is what stays. */
  reload(): Promise<void> {
    // What cannot be listed or put on the trail now may be a little later; what was loaded stays until then.
    this.#loading = this.#loading
      .then(() => this.#load())
      .catch((error: Error) => {
        this.#isDue = true
        this.#parts.log.warn({ reason: error.message }, 'The custom plugins could not be loaded.')
      })
    return this.#loading
  }

  async #load(): Promise<void> {
    const { folder, host, catalogue, ledger, log } = this.#parts
    const { files, refused } = await folder.read()
    const known = await ledger.names()
    const names = { isTaken: (name: string) => catalogue.isBuiltIn(name), isKnown: (name: string) => known.has(name) }
    const { plugins, broken, odd } = await loadCustomPlugins(files, host, names, this.#stopped.signal)
    // What was cut short by our own stop says nothing about the plugins.
    if (this.#stopped.signal.aborted) return
    const waiting: BrokenPlugin[] = []
    for (const plugin of plugins) waiting.push(...(await this.#askLedger(plugin)))
    const unsound = [...refused, ...broken]
    for (const each of unsound) await this.#noteRefusal(each)
    await this.#noteRemovals([...plugins, ...unsound].map(({ file }) => file))
    const agreed = plugins.filter(({ file }) => !waiting.some((held) => held.file === file))
    catalogue.replaceCustom(agreed)
    this.#onLoaded()
    this.#broken = [...unsound, ...waiting]
    this.#odd = odd.filter(({ file }) => agreed.some((plugin) => plugin.file === file))
    this.#isDue = waiting.length > 0
    for (const { file, reason } of this.#broken) log.warn({ file, reason }, 'A custom plugin is not loaded.')
    for (const { file, warning } of this.#odd) log.warn({ file, warning }, 'A custom plugin could say more of itself.')
    if (agreed.length > 0) log.info({ plugins: agreed.map(({ name }) => name) }, 'Custom plugins are loaded.')
  }

  async #askLedger(plugin: CustomPlugin): Promise<BrokenPlugin[]> {
    const { name, file, category, hosts } = plugin
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    if (this.#noted.get(file) === digest) return []
    const traits = { category, hosts, risk: plugin.category === 'remediation' ? plugin.risk : null }
    const isKnown = this.#noted.has(file)
    const agreed = await this.#parts.ledger.noteLoad({ name, file, digest, traits }, isKnown)
    if (!agreed) {
      this.#noted.set(file, digest)
      return []
    }
    const change = `it was agreed to as ${tellTraits(agreed)}, and is now ${tellTraits(traits)}`
    return [{ file, reason: `${change}; an admin has to agree: firebreak plugins agree ${name}` }]
  }

  async #noteRefusal({ file, reason }: BrokenPlugin): Promise<void> {
    if (this.#noted.get(file) === reason) return
    await this.#parts.ledger.noteRefusal({ file, reason })
    this.#noted.set(file, reason)
  }

  async #noteRemovals(present: readonly string[]): Promise<void> {
    for (const file of [...this.#noted.keys()].filter((known) => !present.includes(known))) {
      await this.#parts.ledger.noteRemoval(file)
      this.#noted.delete(file)
    }
  }
}
