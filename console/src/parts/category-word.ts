import { phrase } from '../language/phrase.ts'

const WORDS: Readonly<Record<string, string>> = {
  database: phrase('database|a category'),
  middleware: phrase('middleware|a category'),
  network: phrase('network|a category'),
  application: phrase('application|a category'),
  host: phrase('host|a category'),
  cloud: phrase('cloud|a category'),
  other: phrase('other|a category'),
}

/** What kind of thing an incident is about; names of products stay. */
export function categoryWord(category: string): string {
  return WORDS[category] ?? category
}
