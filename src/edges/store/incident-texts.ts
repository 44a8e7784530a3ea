/** What `search` looks at, in lower case as JavaScript knows it, because the store's own idea of case depends on its locale. */
export function searchText(id: string, title: string, description: string, conclusion: string): string {
  return [id, title, description, conclusion].join('\n').toLowerCase()
}
