/** The event stream of the service as this page hears it. When it is lost the browser, or else we, come back with the last id. */

export type StreamState = 'connecting' | 'live' | 'lost'

export type Listener = {
  onState: (state: StreamState) => void
  /** `lastId` is where to go on from. */
  onEvent: (event: { incidentId: string; lastId: string }) => void
}

/** The five events of the contract and the one for live pages. */
const EVENTS = [
  'incident_created',
  'diagnosis_completed',
  'proposal_created',
  'execution_completed',
  'incident_resolved',
  'incident_updated',
] as const

/** The browser gives up for good on some failures (a 401, a 503); then we begin anew. */
const REOPEN_MS = 3_000

export function openStream({ onState, onEvent }: Listener, from = ''): () => void {
  let source: EventSource | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  let lastId = from
  const hear = (event: MessageEvent<string>) => {
    lastId = event.lastEventId
    const { incident_id, id } = JSON.parse(event.data) as { incident_id?: string; id?: string }
    onEvent({ incidentId: incident_id ?? id ?? '', lastId })
  }
  const open = () => {
    source = new EventSource(lastId === '' ? '/api/events' : `/api/events?last_event_id=${lastId}`)
    source.addEventListener('open', () => onState('live'))
    source.addEventListener('error', () => {
      onState('lost')
      if (source?.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_MS)
    })
    for (const name of EVENTS) source.addEventListener(name, hear)
  }
  open()
  return () => {
    source?.close()
    clearTimeout(reopening)
  }
}
