/**
 * The event stream, and what it makes stale. While it is up nothing polls; when it is lost a banner says so, the browser
 * comes back with the last id it saw, and everything shown is asked for again once, so that no gap remains.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { StreamState } from './event-stream.ts'
import { shareStream } from './shared-stream.ts'

/** A burst of events asks once. */
const GATHER_MS = 150

const Live = createContext<StreamState>('connecting')

export const useLive = () => useContext(Live)

/** Paused, nothing is heard: a stream nobody may open would be asked for again and again. */
export function LiveProvider({ isPaused, who, children }: { isPaused: boolean; who: string; children: ReactNode }) {
  const queries = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')
  // Whoever makes the first key is somebody else from then on, and the stream of before has been closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new name alone begins a new stream.
  useEffect(() => {
    if (isPaused) return undefined
    // What became of the stream of before is no news.
    setState('connecting')
    return listen(queries, setState)
  }, [queries, isPaused, who])
  return <Live.Provider value={state}>{children}</Live.Provider>
}

function listen(queries: QueryClient, onState: (state: StreamState) => void): () => void {
  const touched = new Set<string>()
  let gathering: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  /** One round after the other: asking anew while the last answer is under way would break it off, in a storm for ever. */
  const refresh = async () => {
    const ids = [...touched]
    touched.clear()
    const stale = [['incidents'], ['status'], ['runs'], ...ids.map((id) => ['incident', id])]
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
    gathering = touched.size > 0 && !isOver ? setTimeout(refresh, GATHER_MS) : undefined
  }
  const leave = shareStream({
    onState,
    // What was asked before the stream was open may have missed what happened in between, the first time as well.
    onOpened: () => void queries.invalidateQueries(),
    onEvent: (id) => {
      touched.add(id)
      gathering ??= setTimeout(refresh, GATHER_MS)
    },
  })
  return () => {
    isOver = true
    leave()
    clearTimeout(gathering)
  }
}
