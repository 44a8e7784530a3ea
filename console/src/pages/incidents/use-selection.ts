/** Which rows are chosen. What is no longer on the page is not chosen either, so that nothing unseen is acted on. */
import type { IncidentItem } from '@contract/incident.ts'
import { useState } from 'react'

export type Selection = {
  chosen: readonly IncidentItem[]
  isChosen: (id: string) => boolean
  toggle: (id: string) => void
  chooseAll: () => void
  clear: () => void
}

export function useSelection(shown: readonly IncidentItem[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = shown.filter(({ id }) => ids.has(id))
  return {
    chosen,
    isChosen: (id) => ids.has(id),
    toggle: (id) => setIds((before) => (before.has(id) ? before.difference(new Set([id])) : new Set([...before, id]))),
    chooseAll: () => setIds(new Set(shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
