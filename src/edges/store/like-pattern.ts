/** Text to be found anywhere; `%` and `_` in it are what they are. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
