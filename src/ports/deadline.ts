/** Until when a change may be begun, by our own clock that never jumps. A target that can keep time is handed what is left. */
export type Deadline = { leftMs(): number }

/** The moment had passed before anything was changed. */
export class TooLate extends Error {
  constructor() {
    super('The moment for this change had passed before it was begun; nothing was changed.')
    this.name = 'TooLate'
  }
}

/** As close to the change as the code can come. */
export function refuseLate(deadline: Deadline | undefined): void {
  if (deadline && deadline.leftMs() <= 0) throw new TooLate()
}

/** Stands before every single change of the world. */
export type Fence = {
  /** Throws where the change must not be made any more; asks again where only the moment was missed. */
  through<Result>(change: (before: Deadline) => Promise<Result>): Promise<Result>
}

/** For rehearsals, which change nothing and so are never late. */
export const NOTHING_TO_FENCE: Fence = { through: (change) => change({ leftMs: () => Number.POSITIVE_INFINITY }) }
