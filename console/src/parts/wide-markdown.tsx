/** What of Markdown may be wider than its page scrolls by itself, by keyboard too. */
import type { Components } from 'react-markdown'
import { phrase } from '../language/phrase.ts'

export const WIDE_MARKDOWN: Components = {
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
    <section className="markdown-table" tabIndex={0} aria-label={phrase('Table')}>
      <table>{children}</table>
    </section>
  ),
}
