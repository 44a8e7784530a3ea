/**
 * The event stream, and what it makes stale. While it is up nothing polls; when it is lost a banner says so, the browser
 * comes back with the last id it saw, and everything shown is asked for again once, so that no gap remains.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

type LiveState = 'connecting' | 'live' | 'lost'

/** The five events of the contract and the one for live pages. */
const EVENTS = [
  'incident_created',
  'diagnosis_completed',
  'proposal_created',
  'execution_completed',
  'incident_resolved',
  'incident_updated',
] as const

/** A burst of events asks once. */
const GATHER_MS = 150
/** The browser gives up for good on some failures (a 401, a 503); then we begin anew. */
const REOPEN_MS = 3_000

const Live = createContext<LiveState>('connecting')

export const useLive = () => useContext(Live)

/** Paused, nothing is heard: a stream nobody may open would be asked for again and again. */
export function LiveProvider({ isPaused, children }: { isPaused: boolean; children: ReactNode }) {
  const queries = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => (isPaused ? undefined : listen(queries, setState)), [queries, isPaused])
  return <Live.Provider value={state}>{children}</Live.Provider>
}

function listen(queries: QueryClient, tell: (state: LiveState) => void): () => void {
  const touched = new Set<string>()
  let source: EventSource | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  let lastId = ''
  let isOver = false

  /** One round after the other: asking anew while the last answer is under way would break it off, in a storm for ever. */
  const refresh = async () => {
    const ids = [...touched]
    touched.clear()
    const stale = [['incidents'], ['status'], ...ids.map((id) => ['incident', id])]
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
    gathering = touched.size > 0 && !isOver ? setTimeout(refresh, GATHER_MS) : undefined
  }
  const hear = (event: MessageEvent<string>) => {
    lastId = event.lastEventId
    const { incident_id, id } = JSON.parse(event.data) as { incident_id?: string; id?: string }
    touched.add(incident_id ?? id ?? '')
    gathering ??= setTimeout(refresh, GATHER_MS)
  }
  const open = () => {
    source = new EventSource(lastId === '' ? '/api/events' : `/api/events?last_event_id=${lastId}`)
    source.addEventListener('open', () => {
      tell('live')
      // What was asked before the stream was open may have missed what happened in between, the first time as well.
      void queries.invalidateQueries()
    })
    source.addEventListener('error', () => {
      tell('lost')
      if (source?.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_MS)
    })
    for (const name of EVENTS) source.addEventListener(name, hear)
  }
  open()
  return () => {
    isOver = true
    source?.close()
    clearTimeout(gathering)
    clearTimeout(reopening)
  }
}
