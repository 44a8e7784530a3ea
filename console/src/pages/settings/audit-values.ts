import { phrase } from '../../language/phrase.ts'
import { listed } from '../../parts/listed.ts'
import { tellIfMoment } from '../../parts/times.ts'
import { valueWord } from '../incident/field-words.ts'

type Telling = { nameOf: (name: string) => string; tell: (name: string, value: unknown) => string }

/** As they were written down. */
const EXACTLY: Telling = { nameOf: (name) => name, tell: (_, value) => tellValue(value) }

export function tellValue(value: unknown, telling = EXACTLY): string {
  if (value === null || value === undefined) return phrase('not set')
  if (typeof value === 'boolean') return String(valueWord(value))
  if (Array.isArray(value)) return value.length === 0 ? phrase('an empty list') : listed(value.map(String))
  if (typeof value === 'object') return tellParts(value, telling)
  return tellIfMoment(String(value))
}

/** `services (added: shop/web, shop/cart)`: what stands inside is told in brackets. */
function tellParts(value: object, { nameOf, tell }: Telling): string {
  const parts = Object.entries(value).map(([name, part]) => {
    const told = { name: nameOf(name), value: tell(name, part) }
    return isRecord(part) ? phrase('{name} ({value})', told) : phrase('{name}: {value}', told)
  })
  return listed(parts)
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
