/**
 * Which rows are chosen. What is no longer on the page is not chosen either, so that nothing unseen is acted on; except where
 * somebody chose all that match, which are those that matched in that moment and no others.
 */
import type { IncidentItem } from '@contract/incident.ts'
import { useState } from 'react'

export type Selection = {
  chosen: readonly IncidentItem[]
  isChosen: (id: string) => boolean
  toggle: (id: string) => void
  chooseAll: () => void
  chooseThese: (incidents: readonly IncidentItem[]) => void
  clear: () => void
}

export function useSelection(shown: readonly IncidentItem[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [further, setFurther] = useState<readonly IncidentItem[]>([])
  const here = new Set(shown.map(({ id }) => id))
  const chosen = [...shown, ...further.filter(({ id }) => !here.has(id))].filter(({ id }) => ids.has(id))
  const choose = (incidents: readonly IncidentItem[], beyond: readonly IncidentItem[]) => {
    setIds(new Set(incidents.map(({ id }) => id)))
    setFurther(beyond)
  }
  return {
    chosen,
    isChosen: (id) => ids.has(id),
    toggle: (id) => setIds((before) => (before.has(id) ? before.difference(new Set([id])) : new Set([...before, id]))),
    chooseAll: () => choose(shown, []),
    chooseThese: (incidents) => choose(incidents, incidents),
    clear: () => choose([], []),
  }
}
