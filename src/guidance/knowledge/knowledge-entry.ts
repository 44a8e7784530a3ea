export type KnowledgeEntry = {
  id: string
  title: string
  content: string
  category: string | null
  tags: readonly string[]
  createdAt: Date
  updatedAt: Date
  /** Counts its changes from 1; who wants to change it may say which one he saw. */
  revision: number
}

export type NewKnowledge = Pick<KnowledgeEntry, 'title' | 'content' | 'category' | 'tags'>

export type KnowledgeRevision = NewKnowledge & {
  revision: number
  /** What made it. A removal keeps what was removed. */
  change: 'created' | 'changed' | 'removed' | 'restored'
  writtenAt: Date
  writtenBy: string
}

/** Bounds of an entry, the same at every door. */
export const TITLE_CHARACTERS_MAX = 500
export const CONTENT_BYTES_MAX = 256 * 1024
export const LABEL_CHARACTERS_MAX = 200
export const TAGS_MAX = 100

type Page = { offset: number; limit: number }

/** `isFresh` is asked with the revision that is about to be replaced: the one the caller saw, or another's since. */
export type Change = { by: string; isFresh?: (revision: number) => boolean }

export type KnowledgeStore = {
  /** Newest first. */
  list(filter: { category?: string }, page: Page): Promise<{ entries: KnowledgeEntry[]; total: number }>
  find(id: string): Promise<KnowledgeEntry | undefined>
  findByTitle(title: string): Promise<KnowledgeEntry[]>
  add(entry: NewKnowledge, by: string): Promise<KnowledgeEntry>
  /** Under this id, whether it is there, was removed, or never was. */
  put(id: string, entry: NewKnowledge, by: string): Promise<KnowledgeEntry>
  /** Changes only what is given. */
  change(id: string, changes: Partial<NewKnowledge>, change: Change): Promise<KnowledgeEntry | 'missing' | 'stale'>
  remove(id: string, change: Change): Promise<'removed' | 'missing' | 'stale'>
  /** Newest first; those of a removed entry too. */
  revisions(id: string, page: Page): Promise<{ revisions: KnowledgeRevision[]; total: number }>
  /** As it was at that revision, even if it has been removed since. */
  restore(id: string, revision: number, change: Change): Promise<KnowledgeEntry | 'missing' | 'stale'>
}
