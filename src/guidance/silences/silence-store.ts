import type { Checked } from '../fresh-copy.ts'
import type { NewSilence, Silence } from './silence.ts'

/** What of a silence can be changed while it lasts. */
export type SilenceChanges = Partial<Pick<NewSilence, 'matchers' | 'startsAt' | 'endsAt' | 'comment'>>

export type SilenceRefusal = 'missing' | 'expired' | 'kept_elsewhere'

export type SilenceStore = {
  /** All that may still hold something back. */
  load(known: string | undefined): Promise<Checked<readonly Silence[]> | 'unchanged'>
  add(silence: NewSilence, by: string): Promise<Silence>
  change(id: string, changes: (silence: Silence) => SilenceChanges, by: string): Promise<Silence | SilenceRefusal>
  /** Ends it now; it stays on the list as one that is over. */
  end(id: string, by: string): Promise<Silence | SilenceRefusal>
}
