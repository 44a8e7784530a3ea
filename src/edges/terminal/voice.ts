/** How commands speak: what was asked for on standard output, what is said beside it on standard error. */
import type { Log } from '../../ports/log.ts'

export const print = (text: string) => void process.stdout.write(`${text}\n`)
export const note = (text: string) => void process.stderr.write(`${text}\n`)

/** Commands print their own sentences; what the parts would log beside them is only of interest when it is serious. */
export const QUIET: Log = {
  debug: () => {},
  info: () => {},
  warn: (_fields, sentence) => note(sentence),
  error: (_fields, sentence) => note(sentence),
}
