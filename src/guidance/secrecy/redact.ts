import { maskCommands } from './command-secrets.ts'
import { maskForeign } from './foreign-passwords.ts'
import { compileKnownSecrets } from './known-secrets.ts'
import { mayHoldSecret } from './may-hold-secret.ts'
import { maskNamedValues } from './named-values.ts'
import { maskOddPlaces } from './odd-places.ts'
import { maskProse } from './prose.ts'
import { maskPrivateKeys, maskRecognisable } from './recognisable-secrets.ts'
import { redactDeep } from './redact-value.ts'

/**
 * The one function at every place where words leave us: logs, prompts, events, errors, what plugins return.
 * It takes time in proportion to the text, leaves JSON parseable, and changes nothing when applied again.
 */
export type Redactor = {
  redact(text: string): string
  redactValue<T>(value: T): T
}

export function createRedactor(knownSecrets: () => readonly string[]): Redactor {
  const maskKnown = followKnownSecrets(knownSecrets)
  const redact = (text: string) => {
    if (!mayHoldSecret(text)) return maskKnown(text)
    // Private keys first: a known value masked inside one would cut it in two.
    const unknown = maskOddPlaces(maskRecognisable(maskKnown(maskPrivateKeys(text))))
    return maskForeign(maskProse(maskCommands(maskNamedValues(unknown))))
  }
  return { redact, redactValue: <T>(value: T) => redactDeep(value, redact) as T }
}

/** Contents are compared, not only identity, so that a list changed in place is noticed too. */
function followKnownSecrets(knownSecrets: () => readonly string[]): (text: string) => string {
  let compiledFor: readonly string[] = []
  let mask = compileKnownSecrets(compiledFor)
  return (text) => {
    const values = knownSecrets()
    const isSame = values.length === compiledFor.length && values.every((value, index) => value === compiledFor[index])
    if (!isSame) {
      compiledFor = [...values]
      mask = compileKnownSecrets(compiledFor)
    }
    return mask(text)
  }
}
