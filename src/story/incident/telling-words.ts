/** The words by which texts of alerts are compared: no numbers, which differ each time, and none that every alert has. */

const EVERYWHERE = new Set(
  'the and for with from that this has have had been are was were not than then more most which what when will its into over under all any alert alerts alerting firing resolved critical warning severity namespace value minutes seconds last'.split(
    ' ',
  ),
)

/** Scripts that put no spaces between words are compared by pairs of signs. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu
const CHARACTERS_MIN = 3
const CHARACTERS_MAX = 60

/** In order of their first appearance, each once. */
export function tellingWords(text: string, most: number): string[] {
  const runs = spellOut(text).toLowerCase().match(RUNS) ?? []
  const words = runs.flatMap((run) => (UNSPACED.test(run) ? pairsOf(run) : isTelling(run) ? [run] : []))
  return [...new Set(words)].slice(0, most)
}

/** `KubePodCrashLooping` is four words. */
function spellOut(text: string): string {
  return text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
}

function isTelling(word: string): boolean {
  return word.length >= CHARACTERS_MIN && word.length <= CHARACTERS_MAX && !EVERYWHERE.has(word)
}

function pairsOf(run: string): string[] {
  const signs = [...run]
  return signs.length < 2 ? [] : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
}
