/** Saying one thing to people, with every way it can end as an answer instead of an error. */
import { type CardView, type Message, type People, PeopleUnreachable, type SummaryView } from '../../ports/people.ts'

export type Delivery =
  | { kind: 'posted'; messageId: string; isText: boolean }
  | { kind: 'updated' }
  /** The message is no more, or can no longer be changed. */
  | { kind: 'gone' }
  | { kind: 'later'; afterMs: number; sentence: string }
  | { kind: 'never'; sentence: string }

export function post(people: People, message: Message): Promise<Delivery> {
  return tryDelivery(async () => {
    const { messageId, asText } = await people.post(message)
    return { kind: 'posted', messageId, isText: asText }
  })
}

export function update(people: People, messageId: string, view: CardView | SummaryView): Promise<Delivery> {
  return tryDelivery(async () => {
    await people.update({ messageId, view })
    return { kind: 'updated' }
  })
}

async function tryDelivery(say: () => Promise<Delivery>): Promise<Delivery> {
  try {
    return await say()
  } catch (error) {
    if (!(error instanceof PeopleUnreachable)) throw error
    const { remedy, message: sentence } = error
    if (remedy.kind === 'gone') return { kind: 'gone' }
    if (remedy.kind === 'never') return { kind: 'never', sentence }
    return { kind: 'later', afterMs: remedy.afterMs, sentence }
  }
}

type Tried = { attempts: number; afterMs: number /** Between 0 and 1. */; chance: number }

const DELAY_MS = 1_000
/** Short enough that all is told within a minute after the platform is back. */
const DELAY_MS_MAX = 30_000
const DOUBLINGS_MAX = 10

/** Longer each time, never sooner than asked, and not all at the same moment. */
export function delayOf({ attempts, afterMs, chance }: Tried): number {
  const grown = Math.min(DELAY_MS_MAX, DELAY_MS * 2 ** Math.min(attempts, DOUBLINGS_MAX))
  return Math.round(Math.max(afterMs, grown) * (1 + chance / 4))
}

/** What could not be told for a day is history. */
export const PATIENCE_SECONDS = 24 * 3600
