/** What people have written down about a delay of one standby that is wanted, and how long it is meant to be. */
import type { EnvironmentMap } from '../../../../guidance/environment/environment-map.ts'

export type MeantDelay = {
  words: string
  /** The longest delay they speak of; undefined where they give none. */
  seconds: number | undefined
}

const ON_PURPOSE = /recovery_min_apply_delay|delayed (standby|replica)|\bon purpose\b|intentional|deliberate|by design/i
const OF_DELAY = /\b(delay\w*|lag\w*|behind|late(?:r|ly)?|recovery_min_apply_delay)\b/i
const DENIED = /\b(no|not|never|neither|nobody|without|former(?:ly)?|removed|until|unintentional\w*)\b|n['’]t\b/i

/** Only where one sentence speaks of this very standby and of a delay that is wanted, and denies nothing. */
export function meantDelayOf(name: string, { commonIssues }: EnvironmentMap): MeantDelay | undefined {
  if (name.length <= 2) return undefined
  const isNamed = wholeWord(name)
  for (const { issue, description } of commonIssues) {
    const isTitled = isNamed.test(issue)
    const about = sentencesOf(description || issue)
      .filter((sentence) => isNamed.test(sentence) || (isTitled && !holds(sentence, name)))
      .map((sentence) => sentence.replaceAll(new RegExp(isNamed, 'gi'), ''))
    const isMeant = about.some((words) => ON_PURPOSE.test(words) && OF_DELAY.test(words))
    if (isMeant && !about.some((words) => DENIED.test(words)))
      return { words: description || issue, seconds: longestIn(about.join('\n')) }
  }
  return undefined
}

/** `standby-1` is not `standby-10`, nor `standby-1-b`. */
function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i')
}

/** As part of a longer name, of another. */
function holds(sentence: string, name: string): boolean {
  return sentence.toLowerCase().includes(name.toLowerCase())
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+|\n/)
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const
const LENGTH = new RegExp(
  `\\b(\\d+(?:\\.\\d+)?|an?|half an|${NUMBERS.join('|')})[\\s-]*(s|sec|seconds?|m|min|minutes?|h|hrs?|hours?|d|days?)\\b`,
  'gi',
)

function longestIn(text: string): number | undefined {
  const lengths = [...text.matchAll(LENGTH)].map(([, count = '', unit = '']) => {
    const size = UNITS[unit.charAt(0).toLowerCase() as keyof typeof UNITS]
    return numberOf(count.toLowerCase()) * size
  })
  return lengths.length === 0 ? undefined : Math.max(...lengths)
}

function numberOf(word: string): number {
  if (word === 'half an') return 0.5
  if (word === 'a' || word === 'an') return 1
  return NUMBERS.includes(word) ? NUMBERS.indexOf(word) + 1 : Number(word)
}
