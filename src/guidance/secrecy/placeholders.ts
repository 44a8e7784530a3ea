/** What stands where a secret would: a variable, a parameter of a statement, stars. It tells how a secret is given, and is none. */
import { skip } from './value-extent.ts'

const ENDS = '(?=[\\s,;)\\]}"\'`\\\\]|$)'

const PLACEHOLDER = new RegExp(
  `(?:\\$\\{[\\w.:-]{1,80}\\}|\\$\\([\\w. /-]{1,80}\\)|\\$[A-Z_][A-Z0-9_]{1,80}|\\$\\d{1,2}|\\?|[*•]{3,64}|x{3,64}|X{3,64}` +
    '|\\[(?:FILTERED|filtered|Filtered|REDACTED|MASKED|masked|HIDDEN|hidden)\\]' +
    `|\\((?:unset|not set|none|empty|hidden|null)\\))${ENDS}|\\{\\{[^{}\\n"'\`\\\\]{1,80}\\}\\}`,
  'y',
)

export function isPlaceholder(text: string, at: number): boolean {
  return skip(PLACEHOLDER, text, at) > at
}
