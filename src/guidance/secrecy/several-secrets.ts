/** `tokens`, `secrets`: far more often a count, or a list of names, than the secrets themselves, so what is told under them counts by its look. */
import { MASK } from './mask.ts'
import { looksRandom } from './ordinary-words.ts'

const SEVERAL =
  /((?:token|secret)s(?:\\{0,7}["'])?[ \t]{0,8}[:=]\s{0,40})(\[[^\]]{1,8192}|(?:-[ \t]{1,8}[^\n]{1,4096}\n?\s{0,40}){1,100}|[^\s[{]{1,4096})/gi
const ELEMENT = /[^\s"'\\,;[\]{}:=]{12,4096}/g
const SEPARATOR = /[-._/]/
const RUN_MIN = 12

export function isSeveralSecrets(name: string): boolean {
  return /(?:token|secret)s$/i.test(name)
}

export function maskSeveral(text: string): string {
  if (!/(?:token|secret)s/i.test(text)) return text
  return text.replace(SEVERAL, (_, name: string, values: string) => name + maskElements(values))
}

export function maskElements(values: string): string {
  return values.replace(ELEMENT, (element) => (isTokenLike(element) ? MASK : element))
}

/** Names of objects are words with hyphens between them and a short number behind. */
function isTokenLike(element: string): boolean {
  return element.split(SEPARATOR).some((run) => looksRandom(run, RUN_MIN))
}
