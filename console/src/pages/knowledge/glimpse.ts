const GLIMPSE_CHARACTERS = 180
const BETWEEN = ' · '

/** How a text begins, without the marks of its layout. What is no mark stays as it was typed: HTML, comparisons, pipes of a shell. */
export function glimpseOf(content: string, title = ''): string {
  const lines = content
    .slice(0, 4 * GLIMPSE_CHARACTERS)
    .split('\n')
    .map(readLine)
  const told = lines.filter(({ text, mark }) => text !== '' && !(mark === 'heading' && text === title.trim()))
  const plain = told.map(({ text }, at) => `${text}${betweenLines(told[at], told[at + 1])}`).join('')
  return plain.length > GLIMPSE_CHARACTERS ? `${plain.slice(0, GLIMPSE_CHARACTERS)} …` : plain
}

type Line = { text: string; mark: 'heading' | 'item' | 'none' }

function readLine(line: string): Line {
  const text = line
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6} |(?:> ?)+|[-*+] (?:\[[ xX]\] )?|\|?[ :|-]{3,}$|```.*$)/, ' ')
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/, (_, cells: string) => cells.replaceAll('|', ' '))
    .replace(/(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
  return { text, mark: /^\s*#{1,6} /.test(line) ? 'heading' : /^\s*[-*+] /.test(line) ? 'item' : 'none' }
}

/** A heading does not run into its text, nor one item into the next. */
function betweenLines(line: Line | undefined, next: Line | undefined): string {
  if (!line || !next) return ''
  const isOver = /[.:;,!?。：；，！？…]$/.test(line.text)
  return line.mark === 'heading' || (next.mark !== 'none' && !isOver) ? BETWEEN : ' '
}
