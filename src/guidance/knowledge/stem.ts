/**
 * Forms of one English word made equal: restarts, restarted, restarting. What comes out need not be a word, it only has
 * to be the same for texts and questions; words of other languages are changed alike on both sides, which does no harm.
 */
const ENGLISH = /^[a-z]{4,}$/

type Ending = [ending: RegExp, instead: string, lettersLeft: number]

/** Of each group the first that fits is taken off, if enough of the word is left. */
const GROUPS: readonly (readonly Ending[])[] = [
  [
    [/sses$/, 'ss', 2],
    [/ies$/, 'y', 2],
    [/(ss|us|is)$/, '$1', 0],
    [/s$/, '', 3],
  ],
  [
    [/eed$/, 'ee', 2],
    [/ed$/, '', 3],
    [/ing$/, '', 3],
  ],
  [[/([bdfgmnprt])\1$/, '$1', 2]],
  [
    [/(ment|ness)$/, '', 4],
    [/ly$/, '', 4],
    [/([st])ion$/, '$1', 3],
    [/ure$/, '', 4],
    [/er$/, '', 4],
  ],
  [[/e$/, '', 3]],
  [[/at$/, '', 4]],
  [[/y$/, 'i', 3]],
]

const HAS_VOWEL = /[aeiouy]/

export function stem(word: string): string {
  return ENGLISH.test(word) ? GROUPS.reduce(takeOff, word) : word
}

function takeOff(word: string, endings: readonly Ending[]): string {
  for (const [ending, instead, lettersLeft] of endings) {
    if (!ending.test(word)) continue
    const shorter = word.replace(ending, instead)
    return shorter.length >= lettersLeft && HAS_VOWEL.test(shorter) ? shorter : word
  }
  return word
}
