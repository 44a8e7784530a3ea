/** What plugins and the diagnosis ask of the knowledge base. */
export type KnowledgeHit = {
  id: string
  title: string
  category: string | null
  tags: readonly string[]
  /** The passages that answer best, where the whole would be too long. */
  excerpt: string
  why: string
}

type KnowledgeFound = {
  entries: readonly KnowledgeHit[]
  /** What kept us from looking in every way we know, for people. */
  note?: string
}

export type KnowledgeSearch = {
  /** The excerpts together stay within `tokensMax`, as estimated. */
  search(query: string, limit: number, tokensMax?: number): Promise<KnowledgeFound>
}
