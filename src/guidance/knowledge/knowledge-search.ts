/** What plugins and the diagnosis ask of the knowledge base. */
export type KnowledgeHit = {
  id: string
  title: string
  category: string | null
  tags: readonly string[]
  excerpt: string
  why: string
}

export type KnowledgeSearch = {
  search(query: string, limit: number): Promise<readonly KnowledgeHit[]>
}
