/** Whatever is to be shown, in the platform's own form or as text. */
import type { CardView, SummaryView } from '../../ports/people.ts'
import { type Card, renderCard } from './card.ts'
import { renderText } from './card-text.ts'
import { renderSummary, summaryText } from './summary.ts'

export function renderView(view: CardView | SummaryView, bytesMax?: number): { card: Card; isWhole: boolean } {
  return 'headline' in view ? { card: renderSummary(view), isWhole: true } : renderCard(view, bytesMax)
}

export function viewText(view: CardView | SummaryView, bytesMax?: number): string {
  return 'headline' in view ? summaryText(view) : renderText(view, bytesMax)
}
