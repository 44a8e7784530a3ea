/** A list of incidents that people gave a name. */
export type SavedView = { name: string; query: string; savedBy: string; savedAt: Date }

export type ViewStore = {
  /** By name. */
  list(): Promise<SavedView[]>
  /** One of that name is replaced. */
  save(view: Pick<SavedView, 'name' | 'query' | 'savedBy'>): Promise<void>
  /** False where there is none. */
  remove(name: string): Promise<boolean>
}
