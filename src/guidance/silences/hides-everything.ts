/** Whether a silence would leave nothing to hear. Whoever means that is asked twice. */
import { compileMatcher, type Matcher } from './matcher.ts'

/** Whatever lets all of these pass does not choose: nobody names anything so. */
const PROBES = ['Zq3', 'w-7/0x', '~ 42', 'ü_b:c']

/** What matches an empty value matches whatever lacks the label, so a mistyped name would hold back nearly all. */
const ABSENT = ''

export function hidesEverything(matchers: readonly Matcher[]): boolean {
  const tests = matchers.map(compileMatcher)
  return tests.every((test) => PROBES.every(test)) || tests.every((test) => test(ABSENT))
}
