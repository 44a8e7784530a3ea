/** Characters nobody sees, which would hide a name from every pattern: zero-width ones, marks of direction, soft hyphens. */

const WIDTHLESS = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/
/** As JSON writes them; behind another backslash it is a text's own. */
const ESCAPED = '(?<!\\\\)\\\\u(?:00ad|200[b-f]|202[a-e]|206[0-4]|feff)'
const ALL = new RegExp(`${WIDTHLESS.source}|\u00ad|${ESCAPED}`, 'gi')

/** The text itself where it holds none, as nearly all do. */
export function withoutInvisible(text: string): string {
  const mayHold = WIDTHLESS.test(text) || text.includes('\u00ad') || text.includes('\\u')
  return mayHold ? text.replace(ALL, '') : text
}
