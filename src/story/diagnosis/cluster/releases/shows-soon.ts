/** How soon after a release the trouble it brought is to be seen. */
import type { Difference } from '../cluster-scene.ts'

/** New code is met by every request: what it breaks is seen within the minutes of the update and those of a scrape. */
const OF_CODE_MINUTES = 6
/** A setting may bite only when something fills up or runs out. */
const OF_SETTING_MINUTES = 30

/** A release of nothing but an image that ran well for longer is innocent of what began then. */
export function showsSoonEnough(differences: readonly Difference[], minutesAfter: number): boolean {
  const isCodeAlone = differences.length > 0 && differences.every(({ field }) => field.endsWith('.image'))
  return minutesAfter <= (isCodeAlone ? OF_CODE_MINUTES : OF_SETTING_MINUTES)
}
