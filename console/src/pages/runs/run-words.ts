import type { RunItem } from '@contract/run.ts'

export const STATE_WORDS: Record<RunItem['state'], string> = {
  running: 'At work',
  finished: 'Finished',
  cancelled: 'Cancelled',
  given_up: 'Given up',
}

export const STATE_COLORS: Record<RunItem['state'], string> = {
  running: 'blue',
  finished: 'green',
  cancelled: 'gray',
  given_up: 'red',
}

export const KIND_WORDS: Record<RunItem['kind'], string> = { diagnose: 'Diagnosis', execute: 'Execution' }

/** Who has it, or why nobody does. */
export function tellOwner({ state, owner, next_try_at }: RunItem): string {
  if (state !== 'running') return owner ?? 'nobody'
  if (next_try_at !== null) return 'waits to be tried again'
  return owner ?? 'waits for an instance'
}
