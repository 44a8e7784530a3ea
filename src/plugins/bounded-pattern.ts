/**
 * Patterns of a parameter schema, tried under a time limit. A customer's pattern such as `(a+)+$` takes years over forty
 * letters, and a regular expression that runs stops the whole process; only a script of its own can be interrupted.
 */
import { createContext, Script } from 'node:vm'

const TRY_MS = 100

const attempt = new Script('pattern.test(text)')
const room = createContext({ pattern: undefined, text: undefined })

function boundedPattern(source: string, flags: string): { test(text: string): boolean } {
  const pattern = new RegExp(source, flags)
  return {
    test: (text) => {
      Object.assign(room, { pattern, text })
      return attempt.runInContext(room, { timeout: TRY_MS }) as boolean
    },
  }
}

/** In the form Ajv asks for; `code` would only be read if it wrote its code to a file. */
export const BOUNDED_PATTERN = Object.assign(boundedPattern, { code: 'boundedPattern' })
