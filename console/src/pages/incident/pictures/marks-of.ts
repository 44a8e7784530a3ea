/** What is marked on every picture: when it began, what was released, decided and done. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { phrase } from '../../../language/phrase.ts'

export type Mark = { at: number; word: string; kind: 'onset' | 'decision' | 'execution' | 'end' }

const WORDS: Partial<Record<IncidentEvent['type'], Pick<Mark, 'word' | 'kind'>>> = {
  confirmation_received: { word: phrase('decided'), kind: 'decision' },
  execution_started: { word: phrase('carried out'), kind: 'execution' },
  rollback_completed: { word: phrase('undone'), kind: 'execution' },
  incident_resolved: { word: phrase('resolved'), kind: 'end' },
}

export function marksOf({
  alerts,
  created_at,
  events,
}: Pick<IncidentDetail, 'alerts' | 'created_at' | 'events'>): Mark[] {
  const begun = alerts.flatMap(({ starts_at }) => (starts_at === undefined ? [] : [Date.parse(starts_at)]))
  const onset = Math.min(...begun.filter(Number.isFinite), Date.parse(created_at))
  const marked = events.flatMap((event) => {
    const mark = WORDS[event.type]
    return mark ? [{ at: Date.parse(event.timestamp) / 1000, ...mark }] : []
  })
  return [{ at: onset / 1000, word: phrase('alert began'), kind: 'onset' }, ...marked]
}
