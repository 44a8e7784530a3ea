/** Which event is open: the address says it, so that a proof can be sent to somebody else. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { callOf } from './timeline-reading.ts'

export type Proof = { finding: string; quote: string }
type Opened = { event: IncidentEvent | undefined; proof: Proof | undefined }

export function useOpened(incident: IncidentDetail) {
  const { open } = useSearch({ from: '/incidents/$id' })
  const navigate = useNavigate({ from: '/incidents/$id' })
  const show = useCallback(
    (what: string | undefined) =>
      void navigate({
        search: ({ open: _, ...rest }) => ({ ...rest, ...(what && { open: what }) }),
        resetScroll: false,
      }),
    [navigate],
  )
  return {
    opened: readOpened(incident, open ?? ''),
    openProof: useCallback((evidence: number) => show(`proof-${evidence}`), [show]),
    openEvent: useCallback(({ id }: IncidentEvent) => show(`event-${id}`), [show]),
    close: useCallback(() => show(undefined), [show]),
  }
}

/** `proof-2` is the third piece of evidence of the diagnosis, `event-77` an entry of the timeline. */
function readOpened(incident: IncidentDetail, open: string): Opened {
  const [, what, number = ''] = /^(proof|event)-(\d+)$/.exec(open) ?? []
  if (what === 'event') return { event: incident.events.find(({ id }) => id === number), proof: undefined }
  const reference = what === 'proof' ? incident.diagnosis?.evidence[Number(number)] : undefined
  const finding = reference && incident.diagnosis?.key_findings[reference.finding]
  if (!reference || finding === undefined) return { event: undefined, proof: undefined }
  return { event: callOf(incident, reference.call), proof: { finding, quote: reference.quote } }
}
