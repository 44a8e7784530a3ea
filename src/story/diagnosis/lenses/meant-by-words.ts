/** Whom a sentence means though it does not say the whole name: "the seats are wrong" speaks of `seat-map`. */

/** What kind of thing it is says not which. */
const KIND =
  /^(?:apis?|svc|services?|servers?|workers?|gateways?|gates?|prox(?:y|ies)|webs?|apps?|jobs?|cron|cache|queues?|broker|backends?|frontends?|front|back|controllers?|operators?|agents?|clients?|nodes?|pods?|hosts?|data|main|core|hub|bridge|edge|store|sync|task|tasks|system|production|staging|release|releases|errors?|check|test|prod|new|old|team|shop)$/

/** A word of three letters may be one, if it is not an everyday word. */
const EVERYDAY =
  /^(?:the|and|for|not|are|was|has|had|can|all|any|but|its|our|one|two|who|why|how|off|out|now|day|get|got|let|may|way|too|use|yet|sms|tls|dns|cpu|ram|run|ran|end|ago|via|per|top|big|bad|low|hot|odd|see|say|put|set|due|add|ask|try|this|that|with|from|have|what|when|where|which|since|about|after|before|they|them|there|some|more|most|than|then|into|over|under|near|very|just|only|also|been|were|will|would|like|does|done|last|first|time|today|line|lines)$/

export function isKind(name: string): boolean {
  return KIND.test(name.toLowerCase())
}

export function isMeantByWords(text: string, name: string): boolean {
  const said = wordsOf(text)
  return partsOf(name).some((part) => said.has(part))
}

function partsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length >= 3 && /^[a-z]+$/.test(part) && !KIND.test(part) && !EVERYDAY.test(part))
    .map(singular)
}

function wordsOf(text: string): ReadonlySet<string> {
  const spaced = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  // People write X-ray and check-out, and call the program `xray` and `checkout`.
  const joined = (spaced.match(/\b[a-z]+-[a-z]+\b/g) ?? []).map((word) => word.replace('-', ''))
  return new Set([...(spaced.match(/[a-z]{3,}/g) ?? []), ...joined].map(singular))
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word
}
