/** What the platform wants to read in the answer to a pressed button: a notice for the presser, the card as it is now. */
import type { CardView } from '../../ports/people.ts'
import { type Card, renderCard } from './card.ts'
import { oneLine } from './strange-words.ts'

type Notice = { level: 'info' | 'success' | 'error' | 'warning'; text: string }

type PressAnswer = {
  toast?: { type: Notice['level']; content: string }
  card?: { type: 'raw'; data: Card }
}

const NOTICE_CHARACTERS_MAX = 200

/** These stand beside our own envelope, at the top of the answer. */
export function pressAnswer({ notice, view }: { notice?: Notice; view?: CardView }): PressAnswer {
  return {
    ...(notice && { toast: { type: notice.level, content: oneLine(notice.text, NOTICE_CHARACTERS_MAX) } }),
    ...(view && { card: { type: 'raw', data: renderCard(view).card } }),
  }
}
