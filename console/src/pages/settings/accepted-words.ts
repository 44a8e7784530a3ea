import { inLanguage } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'

/** What a setting takes. Single words and fields in braces are nothing for the sentences of the service. */
export function tellAccepted(accepts: string): string {
  const [, words] = /^one of (.+)$/.exec(accepts) ?? []
  if (words !== undefined) return phrase('one of {words}', { words })
  const [, fields, more] = ROWS.exec(accepts) ?? []
  if (fields === undefined) return accepts === 'text' ? phrase('text') : inLanguage(accepts)
  const values = { fields }
  return more === undefined
    ? phrase(
        'a list of objects {fields}, or of texts with these values in this order, divided by spaces; [] empties it',
        values,
      )
    : phrase(
        'a list of objects {fields} with prices as numbers, or of texts with these values in this order, divided by spaces; [] empties it',
        values,
      )
}

const ROWS =
  /^a list of objects (\{[^}]+\})( with prices as numbers)?, or of texts with these values in this order, divided by spaces; \[\] empties it$/
