/** What `search` looks at. */
export function searchText(id: string, title: string, description: string, conclusion: string): string {
  return foldCase([id, title, description, conclusion].join('\n'))
}

/**
 * Lower case as JavaScript knows it, because the store's own idea of case depends on its locale. A sigma that ends a word
 * has a small form of its own, which a part of a word must find too.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}
