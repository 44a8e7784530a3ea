/** What is to become of the next word of an alert whose incident somebody ignores. */
import type { Matcher } from '../../guidance/silences/matcher.ts'

export const REPEATS = ['once', 'until_cleared', 'for_a_time', 'for_labels'] as const

export type RepeatsWord = (typeof REPEATS)[number]

export type Repeats = {
  /**
   * `once`: the next firing is a new incident. `until_cleared`: it counts on this one until its source says that it is over,
   * where the source does. `for_a_time`: it counts there for so long. `for_labels`: a silence holds back what bears them.
   */
  word: RepeatsWord
  seconds: number
  /** By which labels; where nobody said, those its alerts have in common. */
  matchers?: readonly Matcher[]
  /** One that holds already, so that none is made: several incidents may be ignored under one silence. */
  silenceId?: string
}

export const REPEATS_SECONDS = 3_600

export function repeatsOf(word: RepeatsWord): Repeats {
  return { word, seconds: REPEATS_SECONDS }
}

/** As people say it, at the beginning of what they say; the rest is their reason. */
const SPOKEN: readonly (readonly [RepeatsWord, RegExp])[] = [
  ['once', /^(?:only )?(?:this )?once\b[,:.]?\s*/i],
  ['for_a_time', /^for an? hour\b[,:.]?\s*/i],
  ['until_cleared', /^until (?:it|this) (?:clears|is over)\b[,:.]?\s*/i],
  ['for_labels', /^for these labels\b[,:.]?\s*/i],
]

export function readSpokenRepeats(words: string): { repeats?: Repeats; comment: string } {
  const spoken = SPOKEN.find(([, form]) => form.test(words))
  return spoken ? { repeats: repeatsOf(spoken[0]), comment: words.replace(spoken[1], '') } : { comment: words }
}
