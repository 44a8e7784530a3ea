/** The map in words, for who does not see it, and for a phone. */
import { phrase } from '../../../language/phrase.ts'
import type { EntityMap } from './lay-out-map.ts'

type Entity = EntityMap['entities'][number]
type Tie = EntityMap['ties'][number]

export const TIE_WORDS: Record<Tie['tie'], string> = {
  blocks: phrase('blocks|a tie'),
  owns: phrase('owns|a tie'),
  runs_on: phrase('runs on|a tie'),
  calls: phrase('calls|a tie'),
  reads: phrase('reads|a tie'),
  same: phrase('goes with|a tie'),
}

export function roleOf({ is_suspect, is_subject }: Entity): string {
  if (is_suspect && is_subject) return phrase('the alert and facts name it')
  if (is_suspect) return phrase('what was seen points to it')
  return is_subject ? phrase('the alert speaks of it') : phrase('stands between')
}

export function tellTies(name: string, ties: readonly Tie[]): string[] {
  return ties.filter(({ from }) => from === name).map(({ to, tie }) => `${TIE_WORDS[tie]} ${to}`)
}

const SHOWN = 23

/** As much of a name as fits into its box; its end tells pods and hosts apart. */
export function shortName(name: string): string {
  return name.length <= SHOWN ? name : `${name.slice(0, SHOWN - 9)}…${name.slice(-8)}`
}
