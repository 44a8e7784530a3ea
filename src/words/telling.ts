/** A text put together of Chinese of ours and of what stands as it was written, with the blanks that belong between them. */

/** Our Chinese; a name, a figure or a time; or what somebody else said, word for word. */
type Piece = { text: string; from: 'us' | 'data' | 'others' }
export type Telling = readonly Piece[]

export function told(from: Piece['from'], text: string): Telling {
  return [{ text, from }]
}

const HAN = /\p{Script=Han}/u
const SIGN = /[，。；：、！？（）]/
const NEXT_TO_HAN = /[\p{L}\p{N}%_/$*@#+~=<>{}[\]()-]/u

export function written(telling: Telling): string {
  const pieces = telling.filter(({ text }) => text !== '')
  return pieces.reduce<Piece>(beside, { text: '', from: 'us' }).text
}

/** Only blanks and signs of ours give way; the rest stands as it is. */
function beside(left: Piece, right: Piece): Piece {
  const [isOurs, isOursNext] = [left.from === 'us', right.from === 'us']
  const before = isOurs ? left.text.trimEnd() : left.text
  const after = isOursNext ? right.text.trimStart() : right.text
  const hadBlank = before !== left.text || after !== right.text
  if (after === '') return { text: `${before} `, from: 'us' }
  const [last, next] = [[...before.slice(-2)].at(-1) ?? '', [...after.slice(0, 2)][0] ?? '']
  const text =
    isOurs && isOursNext && isDoubled(last, next)
      ? withOneSign(before, after)
      : before + between(last, next, hadBlank) + after
  return { text, from: right.from }
}

function isDoubled(last: string, next: string): boolean {
  return (last === '，' && /[，。；：）]/.test(next)) || (/[。；：]/.test(last) && /[，。]/.test(next))
}

/** A comma gives way. */
function withOneSign(before: string, after: string): string {
  return before.endsWith('，') ? before.slice(0, -1) + after : before + after.slice(1)
}

function between(last: string, next: string, hadBlank: boolean): string {
  if (last === '' || SIGN.test(last) || SIGN.test(next)) return ''
  const [isHan, isHanNext] = [HAN.test(last), HAN.test(next)]
  if (isHan && isHanNext) return ''
  if (isHan !== isHanNext && NEXT_TO_HAN.test(isHan ? next : last)) return ' '
  return hadBlank ? ' ' : ''
}
