/** One card for many incidents. It is short by nature, has no buttons, and obeys no markup of anybody's words. */
import type { SummaryView } from '../../ports/people.ts'
import { type Card, linkTo } from './card.ts'
import { oneLine, withoutMarkup } from './strange-words.ts'

const HEADLINE_CHARACTERS_MAX = 150
const SENTENCE_CHARACTERS_MAX = 600
const LINE_CHARACTERS_MAX = 200
const LINES_MAX = 30

export function renderSummary(view: SummaryView): Card {
  const link = linkTo(view.consoleUrl)
  const lines = linesOf(view)
  return {
    config: { wide_screen_mode: true, update_multi: true, enable_forward: false },
    header: { template: 'purple', title: plain(headlineOf(view)) },
    elements: [
      { tag: 'div', text: plain(sentenceOf(view)) },
      ...(lines === '' ? [] : [{ tag: 'div', text: plain(lines) } as const]),
      ...(link ? [{ tag: 'div', text: { tag: 'lark_md', content: `[Open the incidents](${link})` } } as const] : []),
    ],
  }
}

export function summaryText(view: SummaryView): string {
  const parts = [headlineOf(view), sentenceOf(view), linesOf(view), linkTo(view.consoleUrl)]
  return withoutMarkup(parts.filter(Boolean).join('\n\n'))
}

function headlineOf({ headline }: SummaryView): string {
  return oneLine(headline, HEADLINE_CHARACTERS_MAX)
}

function sentenceOf({ sentence }: SummaryView): string {
  return oneLine(sentence, SENTENCE_CHARACTERS_MAX)
}

function linesOf({ lines }: SummaryView): string {
  const shown = lines.slice(0, LINES_MAX).map((line) => `• ${oneLine(line, LINE_CHARACTERS_MAX)}`)
  const left = lines.length - shown.length
  return [...shown, ...(left > 0 ? [`… and ${left} more`] : [])].join('\n')
}

function plain(content: string): { tag: 'plain_text'; content: string } {
  return { tag: 'plain_text', content }
}
