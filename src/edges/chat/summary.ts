/** One card for many incidents. It is short by nature, has no buttons, and obeys no markup of anybody's words. */
import type { SummaryView } from '../../ports/people.ts'
import { type Card, linkTo } from './card.ts'
import { cardWords } from './card-words.ts'
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
      ...(link
        ? [
            {
              tag: 'div',
              text: { tag: 'lark_md', content: `[${cardWords(view.language).openIncidents}](${link})` },
            } as const,
          ]
        : []),
    ],
  }
}

export function summaryText(view: SummaryView): string {
  const parts = [headlineOf(view), sentenceOf(view), linesOf(view), linkTo(view.consoleUrl)]
  return withoutMarkup(parts.filter(Boolean).join('\n\n'))
}

function headlineOf({ headline, language }: SummaryView): string {
  return oneLine(cardWords(language).said(headline), HEADLINE_CHARACTERS_MAX)
}

function sentenceOf({ sentence, language }: SummaryView): string {
  return oneLine(cardWords(language).said(sentence), SENTENCE_CHARACTERS_MAX)
}

function linesOf({ lines, language }: SummaryView): string {
  const words = cardWords(language)
  const shown = lines.slice(0, LINES_MAX).map((line) => `• ${oneLine(words.said(line), LINE_CHARACTERS_MAX)}`)
  const left = lines.length - shown.length
  return [...shown, ...(left > 0 ? [words.more(left)] : [])].join('\n')
}

function plain(content: string): { tag: 'plain_text'; content: string } {
  return { tag: 'plain_text', content }
}
