const GLIMPSE_CHARACTERS = 180
const BETWEEN = ' · '

/** How a text begins, without the marks of its layout. What is no mark stays as it was typed: HTML, comparisons, pipes of a shell. */
export function glimpseOf(content: string, title = ''): string {
  const lines = content
    .slice(0, 4 * GLIMPSE_CHARACTERS)
    .split('\n')
    .filter((_, at, all) => !isTableHead(all, at))
    .map(readLine)
  const told = lines.filter(({ text, mark }) => text !== '' && !(mark === 'heading' && text === title.trim()))
  const plain = told.map(({ text }, at) => `${text}${betweenLines(told[at], told[at + 1])}`).join('')
  return plain.length > GLIMPSE_CHARACTERS ? `${wholeWords(plain.slice(0, GLIMPSE_CHARACTERS + 1))} …` : plain
}

/** What is one word throughout, as Chinese is, is cut anywhere. */
function wholeWords(beginning: string): string {
  return beginning.replace(/(?:\s·)?\s+\S*$/, '').slice(0, GLIMPSE_CHARACTERS)
}

const UNDER_TABLE_HEAD = /^[ \t]*\|[ :|-]*---[ :|-]*$/

/** What columns are called says nothing of the text. */
function isTableHead(lines: readonly string[], at: number): boolean {
  return ROW.test(lines[at] ?? '') && UNDER_TABLE_HEAD.test(lines[at + 1] ?? '')
}

type Line = { text: string; mark: 'heading' | 'item' | 'none' }

const ROW = /^[ \t]*\|(.*)\|[ \t]*$/

function readLine(line: string): Line {
  const text = line
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6} |(?:> ?)+|[-*+] (?:\[[ xX]\] )?|\|?[ :|-]{3,}$|```.*$)/, ' ')
    .replace(ROW, (_, cells: string) => filled(cells).join(', '))
    .replace(/(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
  return {
    text,
    mark: /^\s*#{1,6} /.test(line) ? 'heading' : /^\s*[-*+] /.test(line) || ROW.test(line) ? 'item' : 'none',
  }
}

function filled(cells: string): string[] {
  return cells.split('|').flatMap((cell) => cell.trim() || [])
}

/** A heading does not run into its text, nor one item into the next. */
function betweenLines(line: Line | undefined, next: Line | undefined): string {
  if (!line || !next) return ''
  const isOver = /[.:;,!?。：；，！？…]$/.test(line.text)
  return line.mark === 'heading' || (next.mark !== 'none' && !isOver) ? BETWEEN : ' '
}
