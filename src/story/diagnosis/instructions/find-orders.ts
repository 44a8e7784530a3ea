/** Finds what gives orders in all that came from outside, and says where. */
import type { PluginResult } from '../../../plugins/plugin.ts'
import type { InstructionFlag } from '../../incident/diagnosis.ts'
import type { Incident } from '../../incident/incident.ts'
import type { Exhibit } from '../evidence.ts'
import type { GivesOrders } from './gives-orders.ts'

const FLAGS_MAX = 20
const TEXT_CHARACTERS_MAX = 300
/** An order may be broken over two short lines. */
const JOINED_CHARACTERS_MAX = 300

/** A log repeats an order at other moments, which must not keep another order from being told. */
const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*/g

type FoundText = { where: string; text: string }

export function findOrders(texts: Iterable<FoundText>, givesOrders: GivesOrders): InstructionFlag[] {
  const flags = new Map<string, InstructionFlag>()
  for (const { where, text } of texts)
    for (const line of orderingLines(text, givesOrders)) {
      const shown = line.trim().slice(0, TEXT_CHARACTERS_MAX)
      const said = shown.replaceAll(MOMENT, '')
      if (!flags.has(said) && flags.size < FLAGS_MAX) flags.set(said, { where, text: shown })
    }
  return [...flags.values()]
}

/** The same text with such lines left out. */
export function withholdOrders(text: string, givesOrders: GivesOrders): string {
  const ordering = new Set(orderingLines(text, givesOrders))
  if (ordering.size === 0) return text
  return text
    .split('\n')
    .map((line) => (ordering.has(line) ? WITHHELD : line))
    .join('\n')
}

export const WITHHELD = '[withheld by Firebreak: this line gives orders to its reader]'

function orderingLines(text: string, givesOrders: GivesOrders): string[] {
  const lines = text.split('\n')
  const found = new Set(lines.filter(givesOrders))
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]
    if (next === undefined || found.has(line) || found.has(next)) continue
    const joined = `${line} ${next}`
    if (joined.length <= JOINED_CHARACTERS_MAX && givesOrders(joined)) found.add(line).add(next)
  }
  return [...found]
}

export function* textsOfAlert({ title, description, members }: Incident): Generator<FoundText> {
  yield { where: 'alert title', text: title }
  yield { where: 'alert message', text: description }
  for (const { annotations, labels } of members) {
    for (const [name, text] of Object.entries(annotations)) yield { where: `alert annotation ${name}`, text }
    for (const [name, text] of Object.entries(labels)) yield { where: `alert label ${name}`, text }
  }
}

/** What was asked is our own or the model's, also where an answer repeats it; what came back is not. */
export function* textsOfExhibits(exhibits: readonly Exhibit[]): Generator<FoundText> {
  for (const { id, plugin, parameters, result } of exhibits) {
    const asked = Object.values(parameters).filter((value) => typeof value === 'string' && value.length >= ASKED_MIN)
    for (const text of textsIn(result)) yield { where: `${id} ${plugin}`, text: withoutAsked(text, asked as string[]) }
  }
}

/** A shorter word of a question may stand in any answer. */
const ASKED_MIN = 12

function withoutAsked(text: string, asked: readonly string[]): string {
  return asked.reduce((rest, words) => (rest.length > words.length ? rest.replaceAll(words, '…') : rest), text)
}

function* textsIn(value: PluginResult | unknown): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) yield name
    yield* textsIn(part)
  }
}
