/**
 * The evidence of one diagnosis. Every question goes through a diagnostic plugin, is numbered C1, C2 …, stands on the
 * timeline, and is asked once: the same question again is answered from the record, unless it is whether something lasts.
 */
import canonicalize from 'canonicalize'
import type { PluginCall, PluginResult } from '../../plugins/plugin.ts'
import type { EvidenceReference } from '../incident/diagnosis.ts'

export type Exhibit = {
  id: string
  plugin: string
  parameters: Readonly<Record<string, unknown>>
  result: PluginResult
}

type Asker = 'analysis' | 'model' | 'verification' | 'question' | 'plan'

/** `afterSeconds` where the same was asked before, and whether it lasts is the question. */
type Asking = PluginCall & { id: string; by: Asker; afterSeconds?: number }

/** Carries out one call and records it; what it answers when asked again after a crash is what was recorded. */
export type AskPlugin = (call: Asking) => Promise<PluginResult>

const CALLS_MAX = 25

export class Evidence {
  readonly #askPlugin: AskPlugin
  #callsMax: number
  #by: Asker
  readonly #asked = new Map<string, Promise<Exhibit>>()
  readonly #exhibits: Exhibit[] = []
  readonly #refused = new Set<string>()
  #count: number
  readonly #spellOut: (call: PluginCall) => unknown
  readonly #nameOf: (number: number) => string

  constructor(askPlugin: AskPlugin, options: EvidenceOptions = {}) {
    const { callsMax = CALLS_MAX, by = 'analysis', startAt = 0, spellOut = (call) => call } = options
    const { nameOf = (number) => `C${number}`, known = [] } = options
    this.#nameOf = nameOf
    this.#askPlugin = askPlugin
    this.#spellOut = spellOut
    this.#by = by
    this.#count = startAt
    for (const exhibit of known) this.#asked.set(this.#keyOf(exhibit), Promise.resolve(exhibit))
    this.#exhibits.push(...known)
    this.#callsMax = this.#asked.size + callsMax
  }

  /** In the order they were asked. */
  get exhibits(): readonly Exhibit[] {
    return this.#exhibits
  }

  get callsLeft(): number {
    return this.#callsMax - this.#asked.size
  }

  /** From here on somebody else asks, with calls of his own; numbers go on, and what was asked is known. */
  handOver(by: Asker, calls: number): void {
    this.#by = by
    this.#callsMax = this.#asked.size + calls
  }

  /** What there was no room left to ask. */
  get refused(): readonly string[] {
    return [...this.#refused]
  }

  /** Undefined when the budget is spent; a failed call is an exhibit too. */
  async ask(plugin: string, parameters: Readonly<Record<string, unknown>>): Promise<Exhibit | undefined> {
    return this.#askOnce({ plugin, parameters })
  }

  /** The same once more after a while: one look cannot tell what lasts from what passes. */
  async askLater({ plugin, parameters }: PluginCall, afterSeconds: number): Promise<Exhibit | undefined> {
    return this.#askOnce({ plugin, parameters, afterSeconds })
  }

  async #askOnce(question: PluginCall & { afterSeconds?: number }): Promise<Exhibit | undefined> {
    const key = this.#keyOf(question)
    const known = this.#asked.get(key)
    if (known) return known
    if (this.callsLeft <= 0) {
      this.#refused.add(question.plugin)
      return undefined
    }
    // The number is given before anything is awaited, so that a run that is taken up again numbers alike.
    const asking = this.#carryOut({
      ...question,
      id: this.#nameOf(++this.#count),
      parameters: { ...question.parameters },
    })
    this.#asked.set(key, asking)
    return asking
  }

  #keyOf({ plugin, parameters, afterSeconds = null }: PluginCall & { afterSeconds?: number | null }): string {
    return canonicalize({ call: this.#spellOut({ plugin, parameters }), afterSeconds }) ?? ''
  }

  /** At once, numbered in the order given. */
  async askAll(calls: readonly PluginCall[]): Promise<(Exhibit | undefined)[]> {
    return Promise.all(calls.map(({ plugin, parameters }) => this.ask(plugin, parameters)))
  }

  async #carryOut(asking: Omit<Asking, 'by'>): Promise<Exhibit> {
    const { afterSeconds: _, ...call } = asking
    const place = this.#exhibits.length
    this.#exhibits.push({ ...call, result: { success: false, error: 'Not answered yet.' } })
    const exhibit = { ...call, result: await this.#askPlugin({ ...asking, by: this.#by }) }
    this.#exhibits[place] = exhibit
    return exhibit
  }
}

type EvidenceOptions = {
  callsMax?: number
  by?: Asker
  startAt?: number
  /** `C1` for the first, where nothing else is said. */
  nameOf?: (number: number) => string
  /** What was asked before; the same again is answered by it. */
  known?: readonly Exhibit[]
  /** The call with every default in it: one left out and one spelled out are the same question. */
  spellOut?: (call: PluginCall) => unknown
}

/** `quote` must stand in the result: as text of one of its strings, or as a piece of its JSON such as `"reason":"OOMKilled"`. */
export function cite(exhibit: Exhibit, quote: string): EvidenceReference {
  return { call: exhibit.id, plugin: exhibit.plugin, quote: quote.slice(0, QUOTE_CHARACTERS_MAX) }
}

/** The field as it stands in the result's JSON. */
export function citeField(exhibit: Exhibit, field: string, value: string | number | boolean | null): EvidenceReference {
  return cite(exhibit, `${JSON.stringify(field)}:${JSON.stringify(value)}`)
}

const QUOTE_CHARACTERS_MAX = 300

export function holdsQuote(result: PluginResult, quote: string): boolean {
  if (quote.trim() === '') return false
  return JSON.stringify(result).includes(quote) || [...textsIn(result)].some(({ text }) => text.includes(quote))
}

export type Leaf = { field: string; text: string }

/** All texts of an answer, each with the field it stands in; nothing of what stands under a field to be passed over. */
export function* textsIn(value: unknown, passedOver?: RegExp, field = ''): Generator<Leaf> {
  if (typeof value === 'string') yield { field, text: value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    if (Array.isArray(value)) yield* textsIn(part, passedOver, field)
    else if (!passedOver?.test(name)) yield* textsIn(part, passedOver, name)
}
