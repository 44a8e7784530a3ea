/** What a room asks of the run it works for: that a step, once done, is not done again, whoever carries on. */
import type { NewEvent } from './incident-event.ts'

export type Steps = {
  /**
   * For steps that reach into the world: they may happen again after a crash between deed and entry. What `tell` makes of
   * the result is written to the timeline together with the entry, so it is told exactly once.
   */
  act<Result>(
    step: string,
    work: () => Promise<Result>,
    tell?: (result: Result) => readonly NewEvent[],
  ): Promise<Result>
}

/** The same under names of their own, for work that is done anew in one run. */
export function renamed(steps: Steps, prefix: string): Steps {
  return { act: (step, work, tell) => steps.act(`${prefix}${step}`, work, tell) }
}
