/** The words that follow "password is" or "token:" in honest error messages. Masking them would hide the cause. */
const ORDINARY = new Set(
  `a an and the in on at by for from of to with within this that your my our not no yes none nil null undefined true false
  too very still already now being about never always only also just longer shorter stronger weaker different identical same
  required optional mandatory missing absent present empty blank unset set unknown known invalid valid wrong correct incorrect bad
  expired revoked rejected refused denied forbidden disabled enabled unsupported mismatch mismatched unauthorized
  authentication authorization failed failure error ok okay fine ready short long weak strong plain plaintext
  read written sent stored kept mounted rotated needed used found given case-sensitive hidden safe secret public private
  connection cannot could unable access permission timeout user up down old new stale fresh unique malformed unreadable login`.split(
    /\s+/,
  ),
)

const LITERAL = /^(?:null|true|false|undefined|none|nil)$/i

export function isLiteral(word: string): boolean {
  return LITERAL.test(word)
}

export function isOrdinary(word: string): boolean {
  return ORDINARY.has(plain(word))
}

/** Adds participles, for sentences: "the password is exposed". A password that is one, in prose, is the price. */
export function isOrdinaryInProse(word: string): boolean {
  return isOrdinary(word) || /^[a-z]{3,20}(?:ed|ing|able|ible)$/.test(plain(word))
}

function plain(word: string): string {
  return word.replace(/[.,:;!?]{1,3}$/, '').toLowerCase()
}
