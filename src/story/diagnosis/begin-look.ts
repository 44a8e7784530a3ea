/**
 * A diagnosis speaks of the present, so it rests on one look that is not old. Usually there is one. A run that is taken up
 * again goes on with the look it finds if that is fresh; else it looks anew, and what was seen before is history.
 */
import type { Clock } from '../../ports/clock.ts'
import type { NewEvent } from '../incident/incident-event.ts'
import { renamed, type Steps } from '../incident/steps.ts'

export type Look = {
  number: number
  since: Date
  /** Before the names of its steps: those of another look are not taken for its own. */
  prefix: string
  steps: Steps
  /** The number before that of its first call: no two calls of a run bear the same. */
  callsBefore: number
}

type Given = { steps: Steps; clock: Clock; resumedAt: Date | undefined }

/**
 * Longer than a hand-over takes (a lease of ten seconds and a start), so that a rolling restart asks nothing twice; no
 * longer than an undisturbed look may take by itself, so that nothing is older than it could have been anyway.
 */
const FRESH_SECONDS = 30
/** More than analysis and model may ask together in one look. */
const CALLS_PER_LOOK = 100

export async function beginLook({ steps, clock, resumedAt }: Given): Promise<Look> {
  for (let number = 1; ; number += 1) {
    const look = nameLook(steps, number)
    const begun = await look.steps.act(
      'look at the clock',
      async () => later(clock.now(), resumedAt).toISOString(),
      () => (number === 1 ? [] : [anewNote(look)]),
    )
    const since = new Date(begun)
    if (isFresh(since, resumedAt)) return { ...look, since }
  }
}

function nameLook(steps: Steps, number: number): Omit<Look, 'since'> {
  const prefix = number === 1 ? '' : `look ${number}: `
  return { number, prefix, steps: renamed(steps, prefix), callsBefore: (number - 1) * CALLS_PER_LOOK }
}

/** Which look a call belongs to, by its number. */
export function lookOf(call: string): number {
  return Math.ceil(Number(call.slice(1)) / CALLS_PER_LOOK)
}

/** Our clock may be a little behind the store's, by which a run is resumed; a new look is never older than that. */
function later(now: Date, resumedAt: Date | undefined): Date {
  return resumedAt && resumedAt > now ? resumedAt : now
}

function isFresh(since: Date, resumedAt: Date | undefined): boolean {
  return resumedAt === undefined || resumedAt.getTime() - since.getTime() <= FRESH_SECONDS * 1000
}

function anewNote({ callsBefore }: Pick<Look, 'callsBefore'>): NewEvent {
  const text = `What was seen before the interruption is too old to speak of the present: everything is asked again, and the diagnosis rests on calls from C${callsBefore + 1} on.`
  return { kind: 'note_added', data: { by: 'firebreak', text } }
}
