import { phrase } from '../language/phrase.ts'

const WORDS: Readonly<Record<string, string>> = {
  database: phrase('database|category'),
  middleware: phrase('middleware|category'),
  network: phrase('network|category'),
  application: phrase('application|category'),
  host: phrase('host|category'),
  cloud: phrase('cloud|category'),
  other: phrase('other|category'),
}

/** What kind of thing an incident is about; names of products stay. */
export function categoryWord(category: string): string {
  return WORDS[category] ?? category
}
