/** The knowledge base put together: its records, the one search over them, and what keeps that search current. */
import type { Redactor } from '../guidance/secrecy/redact.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Sweep } from '../story/workflow/sweeper.ts'
import { createEmbeddings } from './model/embeddings.ts'
import { createFindByMeaning } from './model/find-by-meaning.ts'
import { KnowledgeEmbedder } from './model/knowledge-embedder.ts'
import type { GuardedFetch } from './outbound/guarded-fetch.ts'
import type { Database } from './store/database.ts'
import { createKnowledgeFinder } from './store/knowledge-finder.ts'
import { createKnowledgeStore } from './store/knowledge-records.ts'
import { wordSome } from './store/knowledge-rewording.ts'

type Parts = {
  database: Database
  settings: Pick<SettingsDesk, 'current'>
  fetch: GuardedFetch
  clock: Clock
  log: Log
  redactor: Redactor
}

export function openKnowledge({ database, settings, fetch, clock, log, redactor }: Parts) {
  const stopping = new AbortController()
  const embeddings = createEmbeddings({ currentSettings: () => settings.current(), fetch })
  const embedder = new KnowledgeEmbedder({ database, embeddings, redactor, log, signal: stopping.signal })
  const sweeps: Sweep[] = [
    { name: 'word knowledge', everySeconds: 2, run: () => wordSome(database) },
    { name: 'embed knowledge', everySeconds: 2, run: () => embedder.embedSome() },
  ]
  return {
    store: createKnowledgeStore({ database, clock }),
    finder: createKnowledgeFinder(database, createFindByMeaning({ database, embeddings, redactor })),
    sweeps,
    /** Breaks off what waits for the model, so that nobody waits for the sweep. */
    stop: () => stopping.abort(),
  }
}
