/** How far an error of a caller speaks of what a release of another changed. */
import type { Difference } from '../cluster-scene.ts'
import { isBareRefusal, isOfContract } from '../logs/wordings.ts'

/** What an error speaks of, and the fields whose change brings it. */
const RELATED: readonly (readonly [error: RegExp, change: RegExp])[] = [
  [/auth|password|credential|denied|forbidden|\b40[13]\b/i, /pass|auth|secret|token|acl|user|role|key/i],
  [/x509|certificate|tls|ssl|handshake/i, /tls|ssl|cert|https/i],
  [/refused|timed? ?out|timeout|unreachable|reset/i, /port|host|bind|listen|addr/i],
  [/unknown|invalid|unsupported|schema|field|version|decode|parse/i, /image|schema|version/i],
]
/** What may make a program answer otherwise. */
const ANSWERS =
  /\.(?:image|command|args)\b|\.env\[[^\]]*(?:schema|version|api|format|proto|contract|route|path|feature|flag)/i

/** The order in time alone is too little to act on. What answers, but otherwise than it did, breaks whoever reads it. */
export function relationOf(
  said: string | undefined,
  { name, isNamed }: { name: string; isNamed: boolean },
  guilty: readonly Difference[],
): number {
  if (said === undefined) return 0.5
  const changed = JSON.stringify(guilty)
  const isRelated = RELATED.some(([words, field]) => words.test(said) && field.test(changed))
  const isAnswering = guilty.some(({ field }) => ANSWERS.test(field))
  if (isNamed ? isOfContract(said) && isAnswering : isRelated) return 0.85
  if (!isNamed && !said.includes(name)) return 0.5
  return isRelated || (isAnswering && !isBareRefusal(said)) ? 0.75 : 0.55
}
