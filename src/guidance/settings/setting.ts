/**
 * What one setting is: how a value given by a person (in a request, or as text in the environment) is read,
 * and what holds while nothing readable was given. Values are stored as given and read at the moment of use.
 */
export const UNREADABLE = Symbol('unreadable')

export type SettingKind = 'text' | 'address' | 'secret' | 'choice' | 'integer' | 'number' | 'boolean' | 'list'

export type Setting<Value> = {
  kind: SettingKind
  meaning: string
  default: Value
  /** How the accepted values are told in documents and in messages. */
  accepts: string
  /** Where only these words are accepted. */
  choices?: readonly string[]
  read(given: unknown): Value | typeof UNREADABLE
  /** Only where PUT refuses: the sentence that says what was expected. Everything else is stored as given. */
  refusal?(given: unknown): string | undefined
  /** Of two values, the one that permits less. Decides what holds while an unreadable value is stored. */
  stricter?(one: Value, other: Value): Value
  /** For a secret: the address it may be sent to. It is dropped rather than sent to another origin. */
  sentTo?: string
}

type Options<Value> = Pick<Setting<Value>, 'refusal' | 'stricter'>

export function text(meaning: string, options: Options<string | undefined> = {}): Setting<string | undefined> {
  return { kind: 'text', meaning, default: undefined, accepts: 'text', read: readText, ...options }
}

export function address(meaning: string, options: Options<string | undefined> = {}): Setting<string | undefined> {
  return { kind: 'address', meaning, default: undefined, accepts: 'an http(s) address', read: readAddress, ...options }
}

export function secret(meaning: string, options: { sentTo?: string } = {}): Setting<string | undefined> {
  return { kind: 'secret', meaning, default: undefined, accepts: 'text, never shown again', read: readText, ...options }
}

export function choice<const Word extends string>(
  meaning: string,
  words: readonly Word[],
  fallback: Word,
  options: { refused?: boolean } = {},
): Setting<Word> {
  const accepts = `one of ${words.join(', ')}`
  const read = (given: unknown) => words.find((word) => word === given) ?? UNREADABLE
  const refusal = (given: unknown) => (read(given) === UNREADABLE ? `must be ${accepts}` : undefined)
  return {
    kind: 'choice',
    choices: words,
    meaning,
    default: fallback,
    accepts,
    read,
    ...(options.refused ? { refusal } : {}),
  }
}

/** A count that PUT checks: a JSON integer greater than 0, never text. */
export function checkedCount(meaning: string, fallback: number): Setting<number> {
  const accepts = 'an integer greater than 0'
  const isCount = (given: unknown) => Number.isSafeInteger(given) && (given as number) > 0
  const refusal = (given: unknown) => (isCount(given) ? undefined : `must be ${accepts}`)
  return { ...integer(meaning, fallback, 1), accepts, refusal, stricter: Math.min }
}

export function integer(meaning: string, fallback: number, minimum: number, maximum?: number): Setting<number> {
  const accepts = `an integer of at least ${minimum}${maximum === undefined ? '' : ` and at most ${maximum}`}`
  const read = (given: unknown) => {
    const value = typeof given === 'string' && /^\s*\d+\s*$/.test(given) ? Number(given) : given
    return Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= (maximum ?? Infinity)
      ? (value as number)
      : UNREADABLE
  }
  return { kind: 'integer', meaning, default: fallback, accepts, read }
}

/** A span that means for ever: the store and its dates know none that is much longer. */
const CENTURY_SECONDS = 3_153_600_000

export function seconds(meaning: string, fallback: number, minimum: number): Setting<number> {
  return integer(meaning, fallback, minimum, CENTURY_SECONDS)
}

export function ratio(meaning: string, fallback: number, options: Options<number> = {}): Setting<number> {
  const read = (given: unknown) => {
    const value = typeof given === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(given) ? Number(given) : given
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : UNREADABLE
  }
  return { kind: 'number', meaning, default: fallback, accepts: 'a number of at least 0', read, ...options }
}

const TRUE_WORDS = ['true', '1', 'yes', 'on']
const FALSE_WORDS = ['false', '0', 'no', 'off']

export function flag(meaning: string, fallback: boolean, options: Options<boolean> = {}): Setting<boolean> {
  const read = (given: unknown) => {
    if (typeof given === 'boolean') return given
    const word = typeof given === 'string' ? given.trim().toLowerCase() : ''
    if (TRUE_WORDS.includes(word)) return true
    return FALSE_WORDS.includes(word) ? false : UNREADABLE
  }
  return { kind: 'boolean', meaning, default: fallback, accepts: 'true or false', read, ...options }
}

type List = readonly string[]

/** An empty list is readable and means none; commas or line ends divide text. */
export function list<Default extends List | undefined>(
  meaning: string,
  fallback: Default,
  options: Options<List | Default> = {},
): Setting<List | Default> {
  return {
    kind: 'list',
    meaning,
    default: fallback,
    accepts: 'a list, or text divided by commas',
    read: readList,
    ...options,
  }
}

/** Entries of several words each, given as text or as objects whose fields are those words in their order. */
export function rows(
  meaning: string,
  { accepts, fields, isRow }: { accepts: string; fields: readonly string[]; isRow(words: readonly string[]): boolean },
): Setting<List> {
  const read = (given: unknown) => {
    const items = Array.isArray(given) ? given.map((item) => wordsOf(item, fields)) : given
    const listed = readList(items)
    return listed === UNREADABLE || !listed.every((item) => isRow(item.split(/\s+/))) ? UNREADABLE : listed
  }
  const refusal = (given: unknown) => {
    if (given === null) return 'cannot be null; [] empties it'
    return read(given) === UNREADABLE ? `must be ${accepts}` : undefined
  }
  return { kind: 'list', meaning, default: [], accepts, read, refusal }
}

function wordsOf(item: unknown, fields: readonly string[]): unknown {
  if (typeof item !== 'object' || item === null) return item
  const held = item as Record<string, unknown>
  const isKnown = Object.keys(held).every((name) => fields.includes(name))
  return isKnown ? fields.flatMap((name) => (held[name] === undefined ? [] : [String(held[name])])).join(' ') : item
}

function readText(given: unknown): string | undefined | typeof UNREADABLE {
  if (typeof given !== 'string') return UNREADABLE
  return given.trim() === '' ? undefined : given.trim()
}

function readAddress(given: unknown): string | undefined | typeof UNREADABLE {
  const text = readText(given)
  if (typeof text !== 'string') return text
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : UNREADABLE
}

function readList(given: unknown): List | typeof UNREADABLE {
  const items = typeof given === 'string' ? given.split(/[,\n]/) : given
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) return UNREADABLE
  return [...new Set(items.map((item) => item.trim()).filter((item) => item !== ''))]
}
