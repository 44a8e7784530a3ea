/** The same as the card, for where no card can be shown. */
import type { CardView } from '../../ports/people.ts'
import { linkTo } from './card.ts'
import { cardWords } from './card-words.ts'
import { fitSheet, type Sheet } from './sheet.ts'
import { withoutMarkup } from './strange-words.ts'

/** The platform takes 150 KB of text. */
const TEXT_BYTES_MAX = 120_000

export function renderText(view: CardView, bytesMax = TEXT_BYTES_MAX): string {
  const isSmallEnough = (text: string) => Buffer.byteLength(text) <= bytesMax
  return fitSheet(view, (sheet) => textOf(view, sheet), isSmallEnough).form
}

function textOf(view: CardView, sheet: Sheet): string {
  const { decision } = sheet
  const sections = [...sheet.before, sheet.plan, sheet.alternative, ...sheet.after].filter((one) => one !== undefined)
  const written = [...sections, ...(sheet.prose ? [sheet.prose] : [])].map(({ label, text }) => `${label}\n${text}`)
  const facts = sheet.facts.map(({ label, text }) => `${label}: ${text}`).join('\n')
  const decided = decision && cardWords(view.language).decided(decision.word, decision.by, decision.at)
  return withoutMarkup([sheet.title, facts, ...written, decided, footer(view)].filter(Boolean).join('\n\n'))
}

function footer({ state, incidentId, digest, consoleUrl, language }: CardView): string {
  const link = linkTo(consoleUrl)
  if (state !== 'waiting') return link ?? ''
  const words = cardWords(language)
  return [words.noButtons(link, incidentId), ...(digest ? [words.planDigest(digest)] : [])].join('\n')
}
