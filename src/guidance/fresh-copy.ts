/**
 * A copy of something the store holds, checked against the store at each use, so that a change made on any
 * instance is seen by the very next use on every instance. Checks are shared: however many callers ask while
 * one check is on its way, the store sees one more, because only a check that began after the call may answer it.
 * While the store is away the last copy serves, at once where it is known to be away; without one, the store's own error does.
 */
export type Checked<Value> = { generation: string; value: Value }

type Parts<Value> = {
  load(known: string | undefined): Promise<Checked<Value> | 'unchanged'>
  /** Whoever watches the store knows before a question times out. */
  isStoreAway(): boolean
  onChange?(value: Value): void
}

export class FreshCopy<Value> {
  readonly #parts: Parts<Value>
  #copy: Checked<Value> | undefined
  #running: Promise<void> | undefined
  #waiting: Promise<void> | undefined

  constructor(parts: Parts<Value>) {
    this.#parts = parts
  }

  lastKnown(): Value | undefined {
    return this.#copy?.value
  }

  async get(): Promise<Value> {
    if (this.#copy && this.#parts.isStoreAway()) return this.#copy.value
    try {
      await this.#check()
    } catch (error) {
      if (!this.#copy) throw error
    }
    return (this.#copy as Checked<Value>).value
  }

  /** Never the last copy in the place of the store's word: for what must not happen where nobody can be asked. */
  async confirmed(): Promise<Value> {
    await this.#check()
    return (this.#copy as Checked<Value>).value
  }

  #check(): Promise<void> {
    this.#waiting ??= this.#afterRunning()
    return this.#waiting
  }

  async #afterRunning(): Promise<void> {
    // The outcome of the check before this one belongs to its own callers.
    await this.#running?.catch(() => {})
    this.#running = this.#refresh()
    this.#waiting = undefined
    await this.#running
  }

  async #refresh(): Promise<void> {
    const loaded = await this.#parts.load(this.#copy?.generation)
    if (loaded === 'unchanged') return
    this.#copy = loaded
    this.#parts.onChange?.(loaded.value)
  }
}
