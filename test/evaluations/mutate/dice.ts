/** Chance that comes again: the same seed and the same word throw the same. */
export type Dice = {
  below(limit: number): number
  pick<One>(all: readonly One[]): One
  shuffled<One>(all: readonly One[]): One[]
}

export function createDice(seed: number, word: string): Dice {
  let state = [...word].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 2654435761), seed ^ 0x9e3779b9)
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return {
    below,
    pick: (all) => all[below(all.length)] as (typeof all)[number],
    shuffled: (all) => {
      const keyed = all.map((one) => [below(1 << 30), one] as const)
      return keyed.sort(([one], [other]) => one - other).map(([, one]) => one)
    },
  }
}
