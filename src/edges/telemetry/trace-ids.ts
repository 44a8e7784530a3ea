/**
 * Ids that follow from the incident, so that every instance continues the same trace, hours and restarts later, without
 * anything being stored. Keyed, because incidents of two installations bear the same numbers.
 */
import { createHmac } from 'node:crypto'

export type TraceIds = {
  traceOf(incidentId: string): string
  /** `place` is unique within the incident. */
  spanOf(incidentId: string, place: string): string
}

const TRACE_DIGITS = 32
const SPAN_DIGITS = 16

export function createTraceIds(key: string): TraceIds {
  const digits = (text: string, count: number) => createHmac('sha256', key).update(text).digest('hex').slice(0, count)
  return {
    traceOf: (incidentId) => digits(`trace ${incidentId}`, TRACE_DIGITS),
    spanOf: (incidentId, place) => digits(`span ${incidentId} ${place}`, SPAN_DIGITS),
  }
}
