/** What the service has against a value, as a person would say it: its own wording is for programs, and in English. */
import { phrase } from '../language/phrase.ts'

const KINDS: Readonly<Record<string, string>> = {
  string: phrase('a text'),
  integer: phrase('a whole number'),
  number: phrase('a number'),
  boolean: phrase('true or false'),
  object: phrase('an object'),
  array: phrase('a list'),
  null: phrase('nothing'),
}

const WORDINGS: readonly (readonly [RegExp, (named: string) => string])[] = [
  [/^is required$/, () => phrase('is required')],
  [/^must not be (?:empty|blank)$/, () => phrase('must not be empty')],
  [/^holds characters that are not allowed here$/, () => phrase('holds characters that are not allowed here')],
  [/^must be one of (.+)$/, (choices) => phrase('must be one of {choices}', { choices })],
  [
    /^must NOT have more than (\d+) characters$/,
    (limit) => phrase('must not be longer than {limit} characters', { limit }),
  ],
  [
    /^must NOT have fewer than (\d+) characters$/,
    (limit) => phrase('must have at least {limit} characters', { limit }),
  ],
  [/^must NOT have more than (\d+) items$/, (limit) => phrase('must not have more than {limit} entries', { limit })],
  [/^must NOT have fewer than (\d+) items$/, (limit) => phrase('must have at least {limit} entries', { limit })],
  [/^must be >= (\S+)$/, (limit) => phrase('must be at least {limit}', { limit })],
  [/^must be <= (\S+)$/, (limit) => phrase('must be at most {limit}', { limit })],
  [/^must be ((?:\w+ or )*\w+)$/, tellKinds],
]

export function tellProblem(message: string): string {
  for (const [pattern, tell] of WORDINGS) {
    const found = pattern.exec(message)
    if (found) return tell(found[1] ?? '')
  }
  return message
}

function tellKinds(kinds: string): string {
  const words = kinds.split(' or ').map((kind) => KINDS[kind] ?? kind)
  return phrase('must be {kinds}', { kinds: words.join(phrase(' or ')) })
}
