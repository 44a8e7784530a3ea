/** The words that follow "password is" or "token:" in honest error messages. Masking them would hide the cause. */
const ORDINARY = new Set(
  `a an and the in on at by for from of to with within this that your my our not no yes none nil null undefined true false
  too very still already now being about never always only also just longer shorter stronger weaker different identical same
  required optional mandatory missing absent present empty blank unset set unknown known invalid valid wrong correct incorrect bad
  expired revoked rejected refused denied forbidden disabled enabled unsupported mismatch mismatched unauthorized
  authentication authorization failed failure error ok okay fine ready short long weak strong plain plaintext
  read written sent stored kept mounted rotated needed used found given case-sensitive hidden safe secret public private
  connection cannot could unable access permission timeout user up down old new stale fresh unique malformed unreadable login
  is are was were be been has have had must should may might can does do did or but than after before since until during while
  when if as it its they all any each every some users account accounts policy requires require rotation reset page returns
  answers field file open attempts tries times days hours minutes seconds see check try please`.split(/\s+/),
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

/** "3 attempts", "500 from auth-service": a short number that goes on as a sentence counts something. */
export function isCount(text: string, start: number, end: number): boolean {
  return end - start <= 3 && /^\d{1,3} [a-z]/i.test(text.slice(start, end + 2))
}

/** Letters and digits together, as hardly a word of a sentence has them. Names of algorithms do. */
export function looksRandom(word: string, lengthMin = 6): boolean {
  return (
    word.length >= lengthMin && /\d/.test(word) && /[a-z]/i.test(word) && !/^(?:sha|md|scram|oauth|http)/i.test(word)
  )
}

function plain(word: string): string {
  return word.replace(/[.,:;!?]{1,3}$/, '').toLowerCase()
}
