/** What people agreed to about each plugin of their own, and the trail of what was loaded, changed and refused. */

/** What decides how much a plugin may do. The first time it is loaded it counts as agreed to; every change needs an admin. */
export type Traits = { category: string; risk: string | null; hosts: readonly string[] }

export type LoadedFile = { name: string; file: string; digest: string; traits: Traits }

export type PluginLedger = {
  /** Puts a load or a change on the trail. Answers what was agreed to where the file now says something else. */
  noteLoad(loaded: LoadedFile, isKnown: boolean): Promise<Traits | undefined>
  /** Of every plugin that was ever loaded. */
  names(): Promise<ReadonlySet<string>>
  noteRefusal(refused: { file: string; reason: string }): Promise<void>
  noteRemoval(file: string): Promise<void>
  /** An admin's word on what the file says now. Undefined where nothing waits under this name. */
  agree(name: string, by: string): Promise<Traits | undefined>
}

export function sameTraits(one: Traits, other: Traits): boolean {
  return tellTraits(one) === tellTraits(other)
}

export function tellTraits({ category, risk, hosts }: Traits): string {
  const reach = hosts.length === 0 ? 'no network' : [...hosts].sort().join(', ')
  return [category, risk === null ? [] : `risk ${risk}`, reach].flat().join(', ')
}
