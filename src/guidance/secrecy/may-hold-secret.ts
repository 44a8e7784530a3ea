/**
 * One look before a dozen: every pattern of the redactor needs one of these words or marks, and most text has none of them.
 * A pattern that is added needs its mark here; `corpus.test.ts` and the tests of each pattern would show that it is missing.
 * Every text of every alert passes here, so it is one walk with a table: a regular expression of them all takes five times as long.
 */
const NAMES = 'pass|pw|key|secret|token|credential|sess|.sid|sig|auth|cookie|bearer|basic|identified'
const KEYS =
  'sk-|sk_|pk_|rk_|whsec|ghp_|gho_|ghu_|ghs_|ghr_|github|xox|xapp|aiza|gocspx|ya29|akia|asia|hvs.|hvb.|sg.|npm|hf_|hf-|pypi|dop_|dckr|ls0t|yxbp|fbk_|eyj'
const PLACES = 'hook|telegram|docker|digest|nonce|--from-literal'
const PROGRAMS = 'mysql|maria|mongo|redis|valkey|sqlcmd|bcp|isql|ldap|openssl|smbclient|curl|podman|helm'
const FOREIGN = 'kennwort|contrase|senha|wachtwoord|clave'

const WORDS = [NAMES, KEYS, PLACES, PROGRAMS, FOREIGN].flatMap((words) => words.split('|'))
/** A key of GitLab, and that of a bot: at least eight digits and a colon. */
const SHAPES = /gl[a-z]{2,4}-|\d{8}:/
const SHAPE_BEGINNINGS = ['gl', ...Array.from({ length: 10 }, (_, digit) => `${digit}:`)]
const BEYOND_ASCII = /hasło|пароль|密|口令|令牌|パスワード|비밀번호|トークン/i

const BITS = 5
const LOW_BITS = 2 ** BITS - 1
const WINDOWS = 2 ** (3 * BITS)
const ASCII_MAX = 127

/** By the low bits of three characters: which words may have begun there. A shape is an empty one. */
const BEGUN = indexOf([
  ...WORDS.map((word) => [word, word] as const),
  ...SHAPE_BEGINNINGS.map((two) => [two, ''] as const),
])
const HAS_BEGUN = Uint8Array.from(BEGUN, (words) => words.length)

function indexOf(beginnings: readonly (readonly [beginning: string, word: string])[]): string[][] {
  const begun: string[][] = Array.from({ length: WINDOWS }, () => [])
  for (const [beginning, word] of beginnings) for (const window of windowsOf(beginning)) begun[window]?.push(word)
  return begun
}

/** Those of a shorter word end with it, whatever came before. */
function windowsOf(word: string): number[] {
  const beginning = word.slice(0, 3)
  const window = Buffer.from(beginning, 'latin1').reduce((before, code) => (before << BITS) | (code & LOW_BITS), 0)
  const bits = beginning.length * BITS
  return Array.from({ length: WINDOWS >> bits }, (_, before) => (before << bits) | window)
}

export function mayHoldSecret(text: string): boolean {
  const lower = text.toLowerCase()
  let window = 0
  let highest = 0
  for (let at = 0; at < lower.length; at += 1) {
    const code = lower.charCodeAt(at)
    if (code > highest) highest = code
    window = ((window << BITS) | (code & LOW_BITS)) & (WINDOWS - 1)
    if (HAS_BEGUN[window] !== 0 && isMarked(lower, at, BEGUN[window] ?? [])) return true
  }
  return lower.includes('@') || (highest > ASCII_MAX && BEYOND_ASCII.test(lower))
}

/** The low bits are only a hint: here the words themselves are compared. */
function isMarked(lower: string, at: number, words: readonly string[]): boolean {
  return words.some((word) =>
    word === ''
      ? SHAPES.test(lower.slice(Math.max(0, at - 8), at + 6))
      : lower.startsWith(word, at + 1 - Math.min(word.length, 3)),
  )
}
