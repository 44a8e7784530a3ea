/**
 * One stream for all tabs. A browser keeps no more than six connections to a service that speaks plain HTTP, and a stream
 * holds one as long as its tab is open: with a stream each, the seventh tab could not even be loaded. So one tab listens
 * and tells the others; when it is closed, the next takes over where it stopped.
 */
import { type Listener, openStream, type StreamState } from './event-stream.ts'

const NAME = 'firebreak-event-stream'

type News =
  | { kind: 'opened' | 'lost' }
  | { kind: 'event'; incidentId: string; lastId: string }
  /** A tab that has come asks how it stands; who listens answers. */
  | { kind: 'asked' }
  | { kind: 'stands'; state: StreamState }

/** `onOpened` whenever the stream begins, for whatever happened before it. */
type TabListener = { onState: (state: StreamState) => void; onOpened: () => void; onEvent: (id: string) => void }

export function shareStream(listener: TabListener): () => void {
  // Browsers share nothing between tabs on a page that came neither over TLS nor from this machine.
  if (!('locks' in navigator)) return openStream(asTab(listener))
  const channel = new BroadcastChannel(NAME)
  const leaving = new AbortController()
  const known = { state: 'connecting' as StreamState, lastId: '' }
  let isListening = false
  const receive = (news: News) => {
    if (news.kind !== 'asked') take(news, known, listener)
    else if (isListening) channel.postMessage({ kind: 'stands', state: known.state } satisfies News)
  }
  const tell = (news: News) => {
    channel.postMessage(news)
    receive(news)
  }
  const listen = () => {
    isListening = true
    return openStream(asNews(tell), known.lastId)
  }
  channel.onmessage = ({ data }: MessageEvent<News>) => receive(data)
  channel.postMessage({ kind: 'asked' } satisfies News)
  void whileFirst(leaving.signal, listen)
  return () => {
    leaving.abort()
    channel.close()
  }
}

type Known = { state: StreamState; lastId: string }

function take(news: Exclude<News, { kind: 'asked' }>, known: Known, listener: TabListener): void {
  if (news.kind === 'event') {
    known.lastId = news.lastId
    listener.onEvent(news.incidentId)
    return
  }
  const state = news.kind === 'stands' ? news.state : news.kind === 'opened' ? 'live' : 'lost'
  const isNew = state !== known.state
  known.state = state
  listener.onState(state)
  // Whoever was live already has heard all there was; the answer was for another tab.
  if (news.kind === 'opened' || (isNew && state === 'live')) listener.onOpened()
}

function asNews(tell: (news: News) => void): Listener {
  return {
    onState: (state) => tell({ kind: state === 'live' ? 'opened' : 'lost' }),
    onEvent: (event) => tell({ kind: 'event', ...event }),
  }
}

function asTab({ onState, onOpened, onEvent }: TabListener): Listener {
  return {
    onState: (state) => {
      onState(state)
      if (state === 'live') onOpened()
    },
    onEvent: ({ incidentId }) => onEvent(incidentId),
  }
}

/** Waits until no other tab is first; then `begin`, whose answer ends it, until this tab leaves. */
async function whileFirst(leaving: AbortSignal, begin: () => () => void): Promise<void> {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  leaving.addEventListener('abort', () => leave())
  await navigator.locks
    .request(NAME, { signal: leaving }, async () => {
      const end = begin()
      await left
      end()
    })
    .catch((error: unknown) => {
      // To leave while others are first is no failure.
      if (!leaving.aborted) throw error
    })
}
