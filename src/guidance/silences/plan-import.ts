/** What becomes of the copies of an alert manager's silences when it was read: they follow it, and are never changed here. */
import { hidesEverything } from './hides-everything.ts'
import { patternProblem } from './matcher.ts'
import type { NewSilence } from './silence.ts'

export type ForeignSilence = NewSilence & {
  /** Its id in the alert manager. */
  originId: string
}

/** A copy that is not over. */
export type Copy = ForeignSilence & { id: string; origin: string }

export type ImportPlan = {
  added: ForeignSilence[]
  changed: (ForeignSilence & { id: string })[]
  /** Ids of copies whose silence is over, gone, or of another alert manager. */
  ended: string[]
  /** What is not taken over, each with why. */
  leftOut: string[]
}

type Read = { origin: string; foreign: readonly ForeignSilence[]; copies: readonly Copy[]; now: Date }

export function planImport({ origin, foreign, copies, now }: Read): ImportPlan {
  const lasting = foreign.filter(({ endsAt }) => endsAt > now)
  const reasons = new Map(lasting.map((one) => [one.originId, reasonToLeaveOut(one)]))
  const taken = new Map(lasting.filter(({ originId }) => !reasons.get(originId)).map((one) => [one.originId, one]))
  const known = new Map(copies.filter((copy) => copy.origin === origin).map((copy) => [copy.originId, copy]))
  return {
    added: [...taken.values()].filter(({ originId }) => !known.has(originId)),
    changed: [...known.values()].flatMap((copy) => {
      const silence = taken.get(copy.originId)
      return silence && !isSame(silence, copy) ? [{ ...silence, id: copy.id }] : []
    }),
    ended: copies.filter((copy) => copy.origin !== origin || !taken.has(copy.originId)).map(({ id }) => id),
    leftOut: lasting.flatMap(({ originId }) => {
      const reason = reasons.get(originId)
      return reason ? [`Silence ${originId} of the alert manager does not hold here: ${reason}.`] : []
    }),
  }
}

/** Nobody could be asked whether one that hides everything is meant for what others send, too. */
function reasonToLeaveOut({ matchers }: ForeignSilence): string | undefined {
  for (const { name, value, isRegex } of matchers) {
    const problem = isRegex ? patternProblem(value) : undefined
    if (problem) return `its pattern for ${name} cannot be tried here (${problem})`
  }
  return hidesEverything(matchers) ? 'it would hide every alert, whoever sends it' : undefined
}

function isSame(one: ForeignSilence, other: ForeignSilence): boolean {
  return contentOf(one) === contentOf(other)
}

function contentOf({ matchers, startsAt, endsAt, comment, createdBy }: ForeignSilence): string {
  const told = matchers.map(({ name, value, isRegex, isEqual }) => [name, value, isRegex, isEqual])
  return JSON.stringify([told, startsAt, endsAt, comment, createdBy])
}
