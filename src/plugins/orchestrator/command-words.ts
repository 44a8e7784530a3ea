/**
 * Splits a command into words without knowing a shell: nothing expands, nothing joins two commands. What would mean
 * something to a shell is refused outside quotes, so that nobody believes it had an effect.
 */
const MEANS_SOMETHING = /[`$;&|<>(){}\\!*?[\]~#]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Cf}]/u

type Words = { words: string[] } | { refusal: string }

export function splitCommand(text: string): Words {
  if (CONTROL.test(text))
    return { refusal: 'The command holds a line break or another control character; write one plain line.' }
  const words: string[] = []
  const pattern = /\s*(?:((?:[^\s"']|"[^"]*"|'[^']*')+)|(["']))/gy
  for (let found = pattern.exec(text.trimEnd()); found; found = pattern.exec(text.trimEnd())) {
    const [, word] = found
    if (word === undefined) return { refusal: 'The command has a quote that is not closed.' }
    const unquoted = word.replace(/"[^"]*"|'[^']*'/g, '')
    const sign = MEANS_SOMETHING.exec(unquoted)?.[0] ?? /"[^"]*([`$\\])[^"]*"/.exec(word)?.[1]
    if (sign !== undefined) return { refusal: `${sign} means something to a shell, and there is none here.` }
    words.push(word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
  }
  return { words }
}
