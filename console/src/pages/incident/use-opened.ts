/** Which event is open: the address says it, so that a proof can be sent to somebody else. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Looks, looksWith } from './looks/folded-looks.ts'
import { callBefore, callOf, isKind } from './timeline-reading.ts'

export type Proof = { finding: string; quote: string }
type Opened = { event: IncidentEvent | undefined; proof: Proof | undefined; looks?: Looks | undefined }

const NOTHING: Opened = { event: undefined, proof: undefined }

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
    openQuote: useCallback((question: number, evidence: number) => show(`answer-${question}-${evidence}`), [show]),
    openEvent: useCallback(({ id }: IncidentEvent) => show(`event-${id}`), [show]),
    openLooks: useCallback(([{ id }]: Looks) => show(`looks-${id}`), [show]),
    close: useCallback(() => show(undefined), [show]),
  }
}

/** `answer-3-1` is the second piece of evidence of the answer to question 3. */
function readQuote({ events }: IncidentDetail, question: number, evidence: number): Opened {
  const answered = events.filter(isKind('question_answered')).find(({ data }) => data.question === question)
  const quotes = answered?.data.findings.flatMap(({ text, evidence: all }) => all.map((one) => ({ text, ...one })))
  const quoted = quotes?.[evidence]
  if (!answered || !quoted) return NOTHING
  const event = callBefore(events, answered, quoted.call)
  return { event, proof: { finding: quoted.text, quote: quoted.quote } }
}

/** `proof-2` is the third piece of evidence of the diagnosis, `event-77` an entry of the timeline, `looks-77` the looks that fold around it. */
function readOpened(incident: IncidentDetail, open: string): Opened {
  const [, question, evidence] = /^answer-(\d+)-(\d+)$/.exec(open) ?? []
  if (question !== undefined) return readQuote(incident, Number(question), Number(evidence))
  const [, what, number = ''] = /^(proof|event|looks)-(\d+)$/.exec(open) ?? []
  if (what === 'event') return { event: incident.events.find(({ id }) => id === number), proof: undefined }
  if (what === 'looks') return { ...NOTHING, looks: looksWith(incident.events, number) }
  const reference = what === 'proof' ? incident.diagnosis?.evidence[Number(number)] : undefined
  const finding = reference && incident.diagnosis?.key_findings[reference.finding]
  if (!reference || finding === undefined) return NOTHING
  return { event: callOf(incident, reference.call), proof: { finding, quote: reference.quote } }
}
