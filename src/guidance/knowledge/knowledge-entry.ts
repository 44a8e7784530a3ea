export type KnowledgeEntry = {
  id: string
  title: string
  content: string
  category: string | null
  tags: readonly string[]
  createdAt: Date
  updatedAt: Date
}

export type NewKnowledge = Pick<KnowledgeEntry, 'title' | 'content' | 'category' | 'tags'>

export type KnowledgeFilter = { category?: string; search?: string }

export type KnowledgeStore = {
  list(
    filter: KnowledgeFilter,
    page: { offset: number; limit: number },
  ): Promise<{ entries: KnowledgeEntry[]; total: number }>
  find(id: string): Promise<KnowledgeEntry | undefined>
  add(entry: NewKnowledge): Promise<KnowledgeEntry>
  /** Changes only what is given. */
  change(id: string, changes: Partial<NewKnowledge>): Promise<KnowledgeEntry | undefined>
  remove(id: string): Promise<boolean>
}
