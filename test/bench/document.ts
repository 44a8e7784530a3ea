/** Puts the figures of a bench into the page for operators, between the marks that stand there for it. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Figure, rowsOf } from './figures.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'operations.md')

export async function documentFigures(bench: string, figures: readonly Figure[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8')
  const [begin, end] = [`<!-- npm run bench -- ${bench} --document -->\n`, `<!-- end of ${bench} -->`]
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`The page has no place for the bench ${bench}.`)
  await writeFile(PAGE, `${before}${begin}${markdownOf(figures)}${end}${after}`)
}

function markdownOf(figures: readonly Figure[]): string {
  const [heading = [], ...rows] = rowsOf('what', figures)
  return [heading, heading.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('')
}
