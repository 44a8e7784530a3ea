const GLIMPSE_CHARACTERS = 180

/** How a text begins, without the marks of its layout. What is no mark stays as it was typed: HTML, comparisons, pipes of a shell. */
export function glimpseOf(content: string): string {
  const plain = content
    .slice(0, 4 * GLIMPSE_CHARACTERS)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6} |(?:> ?)+|[-*+] (?:\[[ xX]\] )?|\|?[ :|-]{3,}$|```.*$)/gm, ' ')
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_, cells: string) => cells.replaceAll('|', ' '))
    .replace(/(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length > GLIMPSE_CHARACTERS ? `${plain.slice(0, GLIMPSE_CHARACTERS)} …` : plain
}
