/**
 * A copy of something the store holds, checked against the store at each use, so that a change made on any
 * instance is seen by the very next use on every instance. Checks are shared: however many callers ask while
 * one check is on its way, the store sees one more, because only a check that began after the call may answer it.
 * While the store is away the last copy serves; without one, the store's own error does.
 */
export type Checked<Value> = { generation: string; value: Value }

export class FreshCopy<Value> {
  readonly #load: (known: string | undefined) => Promise<Checked<Value> | 'unchanged'>
  readonly #onChange: (value: Value) => void
  #copy: Checked<Value> | undefined
  #running: Promise<void> | undefined
  #waiting: Promise<void> | undefined

  constructor(
    load: (known: string | undefined) => Promise<Checked<Value> | 'unchanged'>,
    onChange: (value: Value) => void = () => {},
  ) {
    this.#load = load
    this.#onChange = onChange
  }

  lastKnown(): Value | undefined {
    return this.#copy?.value
  }

  async get(): Promise<Value> {
    try {
      await this.#check()
    } catch (error) {
      if (!this.#copy) throw error
    }
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
    const loaded = await this.#load(this.#copy?.generation)
    if (loaded === 'unchanged') return
    this.#copy = loaded
    this.#onChange(loaded.value)
  }
}
