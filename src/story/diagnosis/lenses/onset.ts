/** When it began: an alert fires minutes after what it tells of, and the figures and lines around it know the minute. */
import type { Scene } from '../scene.ts'
import { isErrorLine, type SaidLine } from '../signals/said-lines.ts'
import type { Moved } from './figures.ts'

const MINUTE = 60_000
/** An alert waits a while before it fires. */
const BEFORE_ALERT = 90 * MINUTE
const AFTER_ALERT = 2 * MINUTE
const STRONG = 0.3

export function onsetOf({ subject, now }: Scene, fired: readonly Moved[], lines: readonly SaidLine[]): Date {
  const fires = subject.startedAt ?? now
  const isNear = (at: Date | undefined): at is Date =>
    at !== undefined && at.getTime() <= fires.getTime() + AFTER_ALERT && at.getTime() >= fires.getTime() - BEFORE_ALERT
  const stepped = fired
    .filter(({ strength, at }) => strength >= STRONG && isNear(at))
    .sort((one, other) => other.strength - one.strength)[0]?.at
  const complained = lines.find((line) => isErrorLine(line) && isNear(line.at))?.at
  return stepped ?? complained ?? new Date(fires.getTime() - 5 * MINUTE)
}

/** How well a change fits as the reason of what began at the onset. */
export function timeFit(at: Date | undefined, onset: Date): number {
  if (!at) return 0.3
  const minutes = (onset.getTime() - at.getTime()) / MINUTE
  if (minutes < -3) return 0.2
  if (minutes <= 12) return 1
  if (minutes <= 30) return 0.75
  if (minutes <= 60) return 0.5
  return minutes <= 180 ? 0.4 : minutes <= 24 * 60 ? 0.25 : 0.1
}
