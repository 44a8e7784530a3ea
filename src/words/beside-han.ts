/** Around a name or a number in plain letters stands a blank in Chinese; around a Chinese value none. */
const HAN = '[\\p{Script=Han}，。；：、！？（）“”]'
const [ENDS, BEGINS] = [new RegExp(`${HAN}$`, 'u'), new RegExp(`^${HAN}`, 'u')]
const [BLANK_FIRST, BLANK_LAST] = [new RegExp(`^ (?=${HAN})`, 'u'), new RegExp(`(?<=${HAN}) $`, 'u')]

/** Words and values in turn, as a phrase is taken apart; only the blanks of the words give way. */
export function besideHan<Value>(parts: readonly (string | Value)[]): (string | Value)[] {
  return parts.map((part, at) => {
    if (at % 2 === 1 || typeof part !== 'string') return part
    const [before, after] = [parts[at - 1], parts[at + 1]]
    const [isAfterHan, isBeforeHan] = [isHan(before, ENDS), isHan(after, BEGINS)]
    if (part === ' ') return (isAfterHan && isBeforeHan !== false) || (isBeforeHan && isAfterHan !== false) ? '' : part
    const begun = isAfterHan ? part.replace(BLANK_FIRST, '') : part
    return isBeforeHan ? begun.replace(BLANK_LAST, '') : begun
  })
}

/** Of a link or another part of a page it is not known. */
function isHan(value: unknown, form: RegExp): boolean | undefined {
  return typeof value === 'string' || typeof value === 'number' ? form.test(String(value)) : undefined
}
