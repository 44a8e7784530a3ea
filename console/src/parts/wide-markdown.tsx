/** What of Markdown may be wider than its page scrolls by itself, by keyboard too. */
import type { Components } from 'react-markdown'
import { phrase } from '../language/phrase.ts'

export const WIDE_MARKDOWN: Components = {
  // What heads nothing is no heading.
  th: ({ children, style }) => (children === undefined ? <td /> : <th style={style}>{children}</th>),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children }) => (
    // A group and no section: a page may have many tables, and landmarks must differ by name.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" className="markdown-table" tabIndex={0} aria-label={phrase('Table')}>
      <table>{children}</table>
    </div>
  ),
}
