import { besideEmoji } from '../../../src/words/beside-emoji.ts'

/**
 * What a plan, an alert or an output says, shown as it is. Characters that hide, turn the reading direction or look like
 * a blank are written as their number, so that nobody confirms something else than what they read.
 */
const DECEIVING =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|(?! )\p{Zs}|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu

export function exactText(text: string): string {
  return besideEmoji(text, (piece) => piece.replace(DECEIVING, byNumber))
}

function byNumber(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Text stands as it is, anything else as JSON. */
export function exactValue(value: unknown): string {
  return exactText(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null'))
}
