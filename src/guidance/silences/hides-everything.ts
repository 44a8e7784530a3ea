/** Whether a silence would leave nothing to hear. Whoever means that is asked twice. */
import { compileMatcher, type Matcher } from './matcher.ts'

/** Whatever lets all of these pass does not choose: nobody names anything so. */
const PROBES = ['Zq3', 'w-7/0x', '~ 42', 'ü_b:c']

export function hidesEverything(matchers: readonly Matcher[]): boolean {
  return matchers.every((matcher) => {
    const test = compileMatcher(matcher)
    return PROBES.every(test)
  })
}
