import type { Log } from '../../ports/log.ts'
import { FreshCopy } from '../fresh-copy.ts'
import type { Settings } from './catalogue.ts'
import type { Environment } from './environment.ts'
import { planChange } from './plan-change.ts'
import { type ResolvedSettings, resolveSettings, type StoredSettings } from './resolve-settings.ts'
import type { SettingsStore } from './settings-store.ts'

export type SettingsOverview = ResolvedSettings & { stored: StoredSettings }

type DeskParts = {
  environment: Environment
  store: SettingsStore
  isStoreAway(): boolean
  /** Tells the other instances that something changed. */
  announce: () => void
  log: Log
}

/** Where every room asks for the settings in force, at the moment it uses them. */
export class SettingsDesk {
  readonly #environment: Environment
  readonly #store: SettingsStore
  readonly #announce: () => void
  readonly #copy: FreshCopy<SettingsOverview>
  readonly #listeners: ((settings: Settings) => void)[] = []

  constructor({ environment, store, isStoreAway, announce, log }: DeskParts) {
    this.#environment = environment
    this.#store = store
    this.#announce = announce
    this.#copy = new FreshCopy({
      load: (known) => this.#load(known),
      isStoreAway,
      onChange: (overview) => {
        // The log level is one of the values, so who listens comes first.
        for (const listener of this.#listeners) listener(overview.values)
        for (const { key, sentence } of overview.warnings) log.warn({ key }, sentence)
      },
    })
  }

  async current(): Promise<Settings> {
    return (await this.#copy.get()).values
  }

  /** As the store has them in this moment; throws where it cannot be asked. */
  async confirmed(): Promise<Settings> {
    return (await this.#copy.confirmed()).values
  }

  overview(): Promise<SettingsOverview> {
    return this.#copy.get()
  }

  /** For what cannot wait, such as the redactor: the last values seen, or those of the environment. */
  lastKnown(): Settings {
    return (this.#copy.lastKnown() ?? resolveSettings(this.#environment, new Map())).values
  }

  lastWarnings(): readonly string[] {
    return (this.#copy.lastKnown()?.warnings ?? []).map(({ sentence }) => sentence)
  }

  onChange(listener: (settings: Settings) => void): void {
    this.#listeners.push(listener)
  }

  /** Answers with what is in force afterwards and the sentences a person should read, first what it comes to. */
  async change(request: Readonly<Record<string, unknown>>, by: string) {
    let told = { outcome: '', sentences: [] as readonly string[] }
    await this.#store.change(by, (stored) => {
      const planned = planChange(request, this.#environment, stored)
      told = planned
      return planned.writes
    })
    this.#announce()
    return { overview: await this.#copy.get(), outcome: told.outcome, sentences: told.sentences }
  }

  /** What would be in force after such a change, and what a person should know before it is made. Nothing is stored. */
  async preview(request: Readonly<Record<string, unknown>>) {
    const { stored } = await this.#copy.get()
    const { sentences, doubts, after } = planChange(request, this.#environment, stored)
    return { values: after.values, sentences, doubts }
  }

  async #load(known: string | undefined) {
    const loaded = await this.#store.load(known)
    if (loaded === 'unchanged') return loaded
    const overview = { ...resolveSettings(this.#environment, loaded.value), stored: loaded.value }
    return { generation: loaded.generation, value: overview }
  }
}
