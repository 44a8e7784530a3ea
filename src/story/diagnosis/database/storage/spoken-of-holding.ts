/** Whether an alert complains that something holds vacuum back, rather than of what has come of it. */
import type { Subject } from '../../subject.ts'
import { spellOut } from '../asking/alert-topics.ts'

const SPOKEN =
  /\bxmin\b|oldest snapshot|prepared[\s_](transactions?|xacts?)|two[\s-]phase|not (?:be(?:ing)? )?remov|(?:never|cannot be|can ?not be|can't be|isn't|aren't|not being) (?:removed|freed|cleaned)|removes? (?:nothing|no )|frees? nothing|not yet removable/i

export function speaksOfHolding(subject: Subject): boolean {
  return SPOKEN.test(wordsOf(subject))
}

export function wordsOf({ alertName, labels, text }: Subject): string {
  return [spellOut(alertName), spellOut(labels.alertname ?? ''), text].join('\n')
}
