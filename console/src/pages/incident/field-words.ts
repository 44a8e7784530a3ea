/** Fields of a target as people say them: `is_gone: true` is `gone: yes`. */
import { phrase } from '../../language/phrase.ts'

type Fields = Readonly<Record<string, unknown>>

export function asWords(fields: object): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [fieldWord(name), valueWord(value)]))
}

/** What plugins say of their own; the rest are names of the target's own fields. */
const OURS: Readonly<Record<string, string>> = { is_gone: phrase('gone') }

export function fieldWord(name: string): string {
  return OURS[name] ?? name.replaceAll('_', ' ').replace(/^is (?=\S)/, '')
}

export function valueWord(value: unknown): unknown {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number'))
    return value.join(', ')
  return typeof value === 'boolean' ? (value ? phrase('yes') : phrase('no')) : value
}

const NAMES: Readonly<Record<string, string>> = {
  pid: phrase('session'),
  backend_start: phrase('session begun'),
  xact_start: phrase('transaction begun'),
  query_start: phrase('query begun'),
}

/** What must still hold when a plan acts. What asks for nothing is left out; a name that stands for another is replaced by it. */
export function preconditionWords(preconditions: object): Fields {
  const { bound_to, started, must_block, ...others } = preconditions as Fields
  const bound =
    typeof bound_to === 'string' ? { [NAMES[bound_to] ?? fieldWord(bound_to)]: started ?? phrase('not begun') } : {}
  const rest = Object.entries(others).map(([name, value]) => [NAMES[name] ?? fieldWord(name), valueWord(value)])
  return {
    ...Object.fromEntries(rest),
    ...bound,
    ...(must_block === true && { [phrase('others wait for it')]: phrase('yes') }),
  }
}
