/** Passwords announced in other languages than English: `Passwort: …`, "le mot de passe est …", 密码是…. */
import { isOrdinaryInProse, looksRandom } from './ordinary-words.ts'
import { maskSpans, type Span, spanFrom } from './spans.ts'
import { endOfQuoted, endOfWord, endsString, openingQuoteAt, skip } from './value-extent.ts'

const PASSWORD = 'passwort|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|hasło|пароль'
const PASSWORD_WITHOUT_BLANKS = '密码|口令|密碼|パスワード|비밀번호'
const OWNER = '(?:\\s{1,4}(?:für|von|pour|de|para|do|voor|для)(?:\\s{1,4}[\\w@.-]{1,64}){1,2}?)?'

// Behind a quoted name, a field of JSON, only a quoted value is one.
const FIELD = '(?<quote>\\\\{0,7}["\'])\\s{0,4}:\\s{0,4}'

const ANNOUNCED = new RegExp(
  `(?:${PASSWORD}|${PASSWORD_WITHOUT_BLANKS})${FIELD}|(?:${PASSWORD})(?:${OWNER}\\s{0,4}[:：=＝]\\s{0,4}|${OWNER}\\s{1,4}(?<verb>ist|lautet|est|es|é)\\s{0,4}:?\\s{1,4})` +
    `|(?<characters>${PASSWORD_WITHOUT_BLANKS})\\s{0,4}(?:(?:是|为|為|は)\\s{0,4}[:：]?|[:：=＝])\\s{0,4}` +
    '|(?<verbless>密钥|令牌|トークン|clave)\\s{0,4}[:：=＝]\\s{0,4}',
  'giu',
)

const MARK =
  /passwort|kennwort|mot de passe|contrase|senha|wachtwoord|hasło|пароль|密|口令|令牌|パスワード|비밀번호|トークン|clave/iu

/** What follows in honest messages: wrong, expired, required. */
const STATES = new Set(
  `falsch ungültig abgelaufen erforderlich fehlt leer geändert zurückgesetzt gesperrt zu nicht
  incorrect incorrecte invalide expiré oublié requis obligatoire manquant vide trop non
  incorrecta incorrecto inválida caducada vencida requerida obligatoria errónea vacía no
  incorreta expirada obrigatória vazia não onjuist verlopen неверный неверен истёк истек не обязателен`.split(/\s+/),
)

export function maskForeign(text: string): string {
  if (!MARK.test(text)) return text
  return maskSpans(text, ANNOUNCED, (match) => {
    const { quote, verb, characters, verbless } = match.groups ?? {}
    const at = match.index + match[0].length
    if (quote !== undefined && openingQuoteAt(text, at) !== quote) return []
    if (characters !== undefined) return asciiSpans(text, at)
    return spansAt(text, at, verb !== undefined || verbless !== undefined)
  })
}

function spansAt(text: string, at: number, mustLookRandom: boolean): Span[] {
  const opening = openingQuoteAt(text, at)
  const start = at + opening.length
  if (opening !== '') return endsString(text, start) ? [] : spanFrom(start, endOfQuoted(text, start, opening))
  const end = endOfWord(text, start)
  const word = text.slice(start, end)
  const isSecret = mustLookRandom ? looksRandom(word) : !isState(word)
  return isSecret ? spanFrom(start, end) : []
}

function isState(word: string): boolean {
  return STATES.has(word.toLowerCase().replace(/[.,:;!?]{1,3}$/, '')) || isOrdinaryInProse(word)
}

const PRINTABLE = /\[redacted\]|[\x21\x23-\x26\x28-\x5b\x5d-\x7e]{1,256}/y

/** A password is typed in ASCII, so it ends where the sentence goes on in its own script; 密码: 错误 has none. */
function asciiSpans(text: string, at: number): Span[] {
  return openingQuoteAt(text, at) === '' ? spanFrom(at, skip(PRINTABLE, text, at)) : spansAt(text, at, false)
}
