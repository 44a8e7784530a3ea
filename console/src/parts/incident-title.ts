import { inLanguage } from '../language/of-service.ts'
import { phrase } from '../language/phrase.ts'
import { exactText } from './exact-text.ts'

/**
 * The title of an incident. What our own watch wrote, and how many alerts stand behind the first one, is said in the
 * reader's language.
 */
export function incidentTitle(title: string): string {
  const [, lead, others] = /^(.*) and (\d+) more$/s.exec(title) ?? []
  if (lead === undefined || others === undefined) return inLanguage(exactText(title))
  return phrase('{lead} and {others} more', { lead: inLanguage(exactText(lead)), others })
}
