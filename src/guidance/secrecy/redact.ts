import { CleanTexts } from './clean-texts.ts'
import { maskCommands } from './command-secrets.ts'
import { maskForeign } from './foreign-passwords.ts'
import { withoutInvisible } from './invisible.ts'
import { compileKnownSecrets } from './known-secrets.ts'
import { mayHoldSecret } from './may-hold-secret.ts'
import { maskNamedValues } from './named-values.ts'
import { maskOddPlaces } from './odd-places.ts'
import { maskProse } from './prose.ts'
import { maskPrivateKeys, maskRecognisable } from './recognisable-secrets.ts'
import { redactDeep } from './redact-value.ts'
import { maskSeveral } from './several-secrets.ts'

/**
 * The one function at every place where words leave us: logs, prompts, events, errors, what plugins return.
 * It takes time in proportion to the text, leaves JSON parseable, and changes nothing when applied again.
 */
export type Redactor = {
  redact(text: string): string
  redactValue<T>(value: T): T
}

export function createRedactor(knownSecrets: () => readonly string[]): Redactor {
  const known = followKnownSecrets(knownSecrets)
  const redact = (text: string) => {
    const { mask: maskKnown, clean } = known()
    if (clean.has(text)) return text
    const masked = maskAll(text, maskKnown)
    if (masked === text) clean.add(text)
    return masked
  }
  return { redact, redactValue: <T>(value: T) => redactDeep(value, redact) as T }
}

/** What is found only without the characters nobody sees is shown without them. */
function maskAll(text: string, maskKnown: (text: string) => string): string {
  const bare = withoutInvisible(text)
  const masked = maskSeen(bare, maskKnown)
  return masked === bare && bare !== text ? maskKnown(text) : masked
}

function maskSeen(text: string, maskKnown: (text: string) => string): string {
  if (!mayHoldSecret(text)) return maskKnown(text)
  // Private keys first: a known value masked inside one would cut it in two.
  const unknown = maskOddPlaces(maskRecognisable(maskKnown(maskPrivateKeys(text))))
  return maskForeign(maskProse(maskCommands(maskNamedValues(maskSeveral(unknown)))))
}

type Known = { mask(text: string): string; clean: CleanTexts }

/** Contents are compared, not only identity, so that a list changed in place is noticed too. */
function followKnownSecrets(knownSecrets: () => readonly string[]): () => Known {
  let compiledFor: readonly string[] = []
  let known: Known = { mask: compileKnownSecrets(compiledFor), clean: new CleanTexts() }
  return () => {
    const values = knownSecrets()
    if (!areSame(values, compiledFor)) {
      compiledFor = [...values]
      known = { mask: compileKnownSecrets(compiledFor), clean: new CleanTexts() }
    }
    return known
  }
}

/** Asked at every text. */
function areSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false
  for (let index = 0; index < some.length; index += 1) if (some[index] !== others[index]) return false
  return true
}
