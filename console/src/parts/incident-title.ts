import { phrase } from '../language/phrase.ts'
import { exactText } from './exact-text.ts'

/** The title of an incident. How many alerts stand behind the first one was added by us and is said in the reader's language. */
export function incidentTitle(title: string): string {
  const [, lead, others] = /^(.*) and (\d+) more$/s.exec(title) ?? []
  if (lead === undefined || others === undefined) return exactText(title)
  return phrase('{lead} and {others} more', { lead: exactText(lead), others })
}
