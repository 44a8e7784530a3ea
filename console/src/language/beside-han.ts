/** Around a name in plain letters stands a blank in Chinese; around a Chinese one none. */
const HAN = '[\\p{Script=Han}，。；：、！？（）“”]'
const [ENDS, BEGINS] = [new RegExp(`${HAN}$`, 'u'), new RegExp(`^${HAN}`, 'u')]
const [BLANK_FIRST, BLANK_LAST] = [new RegExp(`^ (?=$|${HAN})`, 'u'), new RegExp(`(?<=^|${HAN}) $`, 'u')]

/** Words and values in turn, as a phrase is taken apart; only the blanks of the words give way. */
export function besideHan<Value>(parts: readonly (string | Value)[]): (string | Value)[] {
  return parts.map((part, at) => {
    if (at % 2 === 1 || typeof part !== 'string') return part
    const [before, after] = [parts[at - 1], parts[at + 1]]
    const begun = typeof before === 'string' && ENDS.test(before) ? part.replace(BLANK_FIRST, '') : part
    return typeof after === 'string' && BEGINS.test(after) ? begun.replace(BLANK_LAST, '') : begun
  })
}
