import type { SilenceItem } from '@contract/silence.ts'
import { phrase } from '../../language/phrase.ts'

type Matcher = SilenceItem['matchers'][number]

export const SIGNS = ['=', '!=', '=~', '!~'] as const
export type Sign = (typeof SIGNS)[number]

export function signOf({ is_regex, is_equal }: Pick<Matcher, 'is_regex' | 'is_equal'>): Sign {
  if (is_regex) return is_equal ? '=~' : '!~'
  return is_equal ? '=' : '!='
}

export function tellMatchers(matchers: readonly Matcher[]): string {
  return matchers.map((matcher) => `${matcher.name}${signOf(matcher)}"${matcher.value}"`).join(', ')
}

export const STATE_WORDS: Record<SilenceItem['state'], string> = {
  active: phrase('holds now'),
  pending: phrase('will hold'),
  expired: phrase('is over'),
}

export const STATE_COLORS: Record<SilenceItem['state'], string> = { active: 'orange', pending: 'blue', expired: 'gray' }
