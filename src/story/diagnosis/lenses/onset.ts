/** When it began: an alert fires minutes after what it tells of, and the figures and lines around it know the minute. */
import type { Scene } from '../scene.ts'
import { isErrorLine, type SaidLine } from '../signals/said-lines.ts'
import { isOfRollout, type Moved } from './figures.ts'

const MINUTE = 60_000
/** An alert waits a while before it fires. */
const BEFORE_ALERT = 90 * MINUTE
/** People tell of it when they notice, and what they lived with for longer is not what they tell of. */
export const NOTICED_MS = 180 * MINUTE
const AFTER_ALERT = 2 * MINUTE
const STRONG = 0.3

export function onsetOf(scene: Scene, seen: Date | undefined): Date {
  return seen ?? new Date((scene.subject.startedAt ?? scene.now).getTime() - 5 * MINUTE)
}

/** Undefined where neither figures nor lines tell. */
export function seenOnset(
  { subject, now }: Scene,
  fired: readonly Moved[],
  lines: readonly SaidLine[],
  complaints: readonly Step[],
): Date | undefined {
  const fires = subject.startedAt ?? now
  const isNear = (at: Date | undefined): at is Date =>
    at !== undefined && at.getTime() <= fires.getTime() + AFTER_ALERT && at.getTime() >= fires.getTime() - BEFORE_ALERT
  const steps = fired.flatMap((one) =>
    one.strength >= STRONG && isNear(one.at) && !isOfRollout(one) ? [{ at: one.at, strength: one.strength }] : [],
  )
  // An alert that says since when it fires needs no other voices than those that fail.
  const said = subject.startedAt ? [] : complaints.filter(({ at }) => now.getTime() - at.getTime() <= NOTICED_MS)
  return whereMost(steps) ?? whereMost(clearest(said)) ?? lines.find((line) => isErrorLine(line) && isNear(line.at))?.at
}

export type Step = { at: Date; strength: number }

const TOGETHER = 4 * MINUTE

const CLEARLY = 2

/** Where complaints that began at different times are about equally loud, none of them tells when the trouble did. */
function clearest(said: readonly Step[]): readonly Step[] {
  const [first, ...others] = [...said].sort((one, other) => other.strength - one.strength)
  const isApart = ({ at }: Step) => first && Math.abs(at.getTime() - first.at.getTime()) > TOGETHER
  const next = others.find(isApart)
  return first && next && first.strength < CLEARLY * next.strength ? [] : said
}

/** One figure may step by chance; the trouble began where the most of them stepped together, with the first of those. */
function whereMost(steps: readonly Step[]): Date | undefined {
  const beside = ({ at }: Step) => steps.filter((one) => Math.abs(one.at.getTime() - at.getTime()) <= TOGETHER)
  const weight = (step: Step) => beside(step).reduce((sum, { strength }) => sum + strength, 0)
  const [most] = steps.map((step) => ({ step, sum: weight(step) })).sort((one, other) => other.sum - one.sum)
  if (!most) return undefined
  return new Date(Math.min(...beside(most.step).map(({ at }) => at.getTime())))
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
