import type { RunItem } from '@contract/run.ts'
import { phrase } from '../../language/phrase.ts'

export const STATE_WORDS: Record<RunItem['state'], string> = {
  running: phrase('At work'),
  finished: phrase('Finished'),
  cancelled: phrase('Cancelled'),
  given_up: phrase('Given up'),
}

export const STATE_COLORS: Record<RunItem['state'], string> = {
  running: 'blue',
  finished: 'green',
  cancelled: 'gray',
  given_up: 'red',
}

export const KIND_WORDS: Record<RunItem['kind'], string> = {
  diagnose: phrase('Diagnosis'),
  execute: phrase('Execution'),
}

/** Who has it, or why nobody does. */
export function tellOwner({ state, owner, next_try_at }: RunItem): string {
  if (state !== 'running') return owner ?? phrase('nobody')
  if (next_try_at !== null) return phrase('waits to be tried again')
  return owner ?? phrase('waits for an instance')
}
