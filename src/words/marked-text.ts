/** A few sentences of what people wrote in Markdown, to be read inside another text: code stays code, other marks are left out. */
type MarkedPart = { text: string; isCode: boolean }

/** As many marks as opened it close it; a block names its language on the line that opens it. */
const CODE = /(`+)(?!`)([^\n`]*\n)?(.+?)(?<!`)\1(?!`)/gs
const LINE_MARK = /^[ \t]*(?:#{1,6} |(?:> ?)+|[-*+] (?:\[[ xX]\] )?|\|?[ :|-]{3,}$)/
const LINK = /\[([^\]]*)\]\([^)\s]*\)/g
const STRESS = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g

/** A longer one is no quotation, and is left as it is. */
const CHARACTERS_MAX = 2_000

export function readMarkedText(markdown: string): MarkedPart[] {
  if (markdown.length > CHARACTERS_MAX) return [{ text: markdown, isCode: false }]
  const parts: MarkedPart[] = []
  let at = 0
  for (const { 0: whole, 2: opening, 3: code = '', index } of markdown.matchAll(CODE)) {
    parts.push({ text: withoutMarks(markdown, at, index), isCode: false })
    parts.push({ text: (opening?.includes(' ') ? opening + code : code).trim(), isCode: true })
    at = index + whole.length
  }
  parts.push({ text: withoutMarks(markdown, at, markdown.length), isCode: false })
  return parts.filter(({ text }) => text !== '')
}

function withoutMarks(markdown: string, from: number, to: number): string {
  const isLineStart = from === 0 || markdown[from - 1] === '\n'
  return markdown
    .slice(from, to)
    .split('\n')
    .map((line, index) => (index > 0 || isLineStart ? line.replace(LINE_MARK, '') : line))
    .join(' ')
    .replace(LINK, '$1')
    .replace(STRESS, '$2')
    .replace(/\s+/g, ' ')
}
