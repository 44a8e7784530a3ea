/** What the headings of a document are called in an address, in their order: as the places that show Markdown call them. */
export function anchorsOf(document: string): string[] {
  const outside = document.replace(/^```[\s\S]*?^```/gm, '')
  return [...outside.matchAll(/^#{2,3} (.+)$/gm)].map(([, words = '']) => anchorOf(words))
}

function anchorOf(words: string): string {
  const plain = words.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '')
  return plain.replace(/\s/g, '-')
}
