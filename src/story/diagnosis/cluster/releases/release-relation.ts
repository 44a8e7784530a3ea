/** How far an error, by its host and its time, speaks of what a release changed. */
import type { ClusterScene, Difference } from '../cluster-scene.ts'
import { readHost } from '../logs/log-host.ts'
import { isNamedIn } from '../logs/names-in-lines.ts'
import { isSame } from '../pods/workload-pods.ts'
import { minutesBetween } from '../saying/say.ts'
import { allWorkloads } from '../subject/resolve-target.ts'
import { type History, historyOf } from './revision-history.ts'

/** New code is met by every request: what it breaks is seen within the minutes of the update and those of a scrape. */
const OF_CODE_MINUTES = 6
/** A setting may bite only when something fills up or runs out. */
const OF_SETTING_MINUTES = 30

/** A release of nothing but an image that ran well for longer is innocent of what began then. */
export function showsSoonEnough(differences: readonly Difference[], minutesAfter: number): boolean {
  const isCodeAlone = differences.length > 0 && differences.every(({ field }) => field.endsWith('.image'))
  return minutesAfter <= (isCodeAlone ? OF_CODE_MINUTES : OF_SETTING_MINUTES)
}

/** The host an error names, where the newest revision is what brought it: then the error came with the revision. */
export function hostBroughtBy(differences: readonly Difference[], said: string): string | undefined {
  const host = readHost(said)
  if (!host || host.isWord) return undefined
  const whole = wholeName(host.name)
  const isIn = (value: unknown) => whole.test(JSON.stringify(value ?? '').toLowerCase())
  const isNew = differences.some(({ from, to }) => isIn(to) && !isIn(from))
  return isNew && !differences.some(({ from }) => isIn(from)) ? host.name : undefined
}

/** As a whole: `pg` does not stand in `pgbouncer`. */
function wholeName(name: string): RegExp {
  return new RegExp(`(?<![a-z0-9_.-])${name.replaceAll('.', '\\.')}(?![a-z0-9_-]|\\.[a-z0-9])`)
}

/** As far apart the faults of the two cannot be told from each other by their beginning. */
const APART_MINUTES = 10

/** Somebody an error names who was released at the same time: either of the two may have brought it. */
export function releasedBeside(cluster: ClusterScene, own: History, said: string): History | undefined {
  return allWorkloads(cluster)
    .filter((one) => !isSame(one, own.released) && isNamedIn(said, one, cluster))
    .flatMap((one) => historyOf(cluster, one) ?? [])
    .find(({ previous, rolledOutAt }) => previous && isNear(rolledOutAt, own.rolledOutAt))
}

function isNear(one: Date | undefined, other: Date | undefined): boolean {
  return one !== undefined && other !== undefined && Math.abs(minutesBetween(one, other)) <= APART_MINUTES
}
