/**
 * Patterns of a customer's parameter schema, tried under a time limit. One such as `(a+)+$` takes years over forty
 * letters, and a regular expression that runs stops the whole process; only a script of its own can be interrupted.
 */
import { createContext, Script } from 'node:vm'

const TRY_MS = 1_000
/** Where the machine is busy the clock runs on while nobody tries: then it is tried again. */
const TRIES = 3
/** So much of its time was spent on trying. */
const TRIED_SHARE = 0.5

const attempt = new Script('pattern.test(text)')
const room = createContext({ pattern: undefined, text: undefined })

function boundedPattern(source: string, flags: string): { test(text: string): boolean; toString(): string } {
  const pattern = new RegExp(source, flags)
  return {
    // Ajv tells patterns of one schema apart by their text, and would try the first of them on all.
    toString: () => String(pattern),
    test: (text) => {
      Object.assign(room, { pattern, text })
      for (let left = TRIES; ; left -= 1) {
        const before = process.cpuUsage()
        try {
          return attempt.runInContext(room, { timeout: TRY_MS }) as boolean
        } catch (error) {
          if (left > 1 && process.cpuUsage(before).user < TRY_MS * 1_000 * TRIED_SHARE) continue
          throw new Error(`The pattern ${source} takes too long over what was given.`, { cause: error })
        }
      }
    },
  }
}

/** In the form Ajv asks for; `code` would only be read if it wrote its code to a file. */
export const BOUNDED_PATTERN = Object.assign(boundedPattern, { code: 'boundedPattern' })
