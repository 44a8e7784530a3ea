/** Whether a key that somebody made up is worth its name: one that is short, or says little, is guessed. */
const CHARACTERS_MIN = 20
const BITS_MIN = 60

/** A sentence where it is weak. The keys we issue never are. */
export function weaknessOf(key: string): string | undefined {
  const cure = 'make one with: openssl rand -hex 32'
  if (key.length < CHARACTERS_MIN)
    return `API_KEY is shorter than ${CHARACTERS_MIN} characters and can be guessed; ${cure}`
  if (bitsOf(key) < BITS_MIN) return `API_KEY says little for its length and can be guessed; ${cure}`
  return undefined
}

/** By how often each character comes, as Shannon counts, and each run of one character or of neighbours but once. */
function bitsOf(key: string): number {
  const characters = [...key].filter((character, at, all) => {
    const step = at === 0 ? Number.NaN : (character.codePointAt(0) ?? 0) - (all[at - 1]?.codePointAt(0) ?? 0)
    return Math.abs(step) > 1 || Number.isNaN(step)
  })
  const counts = Map.groupBy(characters, (character) => character)
  const share = (count: number) => count / characters.length
  const perCharacter = [...counts.values()].reduce(
    (sum, { length }) => sum - share(length) * Math.log2(share(length)),
    0,
  )
  return perCharacter * characters.length
}
