/** /api/status in plain words. */
import type { Status } from '@contract/system.ts'
import { phrase } from '../../language/phrase.ts'

type State = 'well' | 'unwell' | 'absent'
export type Part = { name: string; state: State; word: string; advice?: string }
type Words<Value extends string> = Record<Value, Omit<Part, 'name'>>

const DATABASE: Words<Status['database_status']> = {
  connected: { state: 'well', word: phrase('Connected') },
  disconnected: {
    state: 'unwell',
    word: phrase('Away'),
    advice: phrase('No alert can be taken and nothing can be decided. Look at the PostgreSQL that DATABASE_URL names.'),
  },
}

const READ_ONLY: Omit<Part, 'name'> = {
  state: 'unwell',
  word: phrase('Cannot be written to'),
  advice: phrase(
    'No alert can be taken and nothing can be decided, but all can be read. Is its disk full, or is it a standby?',
  ),
}

const CACHE: Words<Status['redis_status']> = {
  connected: { state: 'well', word: phrase('Connected') },
  embedded: { state: 'well', word: phrase('Built in') },
  disconnected: {
    state: 'unwell',
    word: phrase('Away'),
    advice: phrase('Nothing is lost; news takes a little longer. Look at the Redis that REDIS_URL names.'),
  },
}

const MODEL: Words<Status['llm_status']> = {
  connected: { state: 'well', word: phrase('Connected') },
  not_configured: { state: 'absent', word: phrase('None'), advice: phrase('The built-in analysis diagnoses alone.') },
  disconnected: {
    state: 'unwell',
    word: phrase('Does not answer'),
    advice: phrase('The built-in analysis diagnoses meanwhile. Check LLM_API_KEY, LLM_MODEL and LLM_BASE_URL.'),
  },
}

const CHAT: Words<Status['chat_status']> = {
  connected: { state: 'well', word: phrase('Connected') },
  not_configured: { state: 'absent', word: phrase('None'), advice: phrase('Plans are decided here or over the API.') },
  disconnected: {
    state: 'unwell',
    word: phrase('Does not answer'),
    advice: phrase('Cards are kept and sent later; decide here. Check CHAT_APP_ID, CHAT_APP_SECRET and CHAT_BASE_URL.'),
  },
}

const CLUSTER: Words<Status['cluster_status']> = {
  connected: { state: 'well', word: phrase('Connected') },
  not_configured: { state: 'absent', word: phrase('None') },
  disconnected: {
    state: 'unwell',
    word: phrase('Does not answer'),
    advice: phrase('Pods cannot be looked at. Check KUBECONFIG and the rights of its account: npx firebreak doctor.'),
  },
}

const SANDBOX: Words<Status['sandbox']> = {
  on: { state: 'well', word: phrase('On') },
  off: {
    state: 'absent',
    word: phrase('Off'),
    advice: phrase('Shell commands and plugins of your own run unfenced. Install bubblewrap on the machine.'),
  },
}

export function healthOf(status: Status): Part[] {
  return [
    { name: phrase('Database'), ...databaseOf(status) },
    { name: phrase('Cache'), ...CACHE[status.redis_status] },
    { name: phrase('Model'), ...MODEL[status.llm_status] },
    { name: phrase('Chat'), ...CHAT[status.chat_status] },
    { name: phrase('Cluster'), ...CLUSTER[status.cluster_status] },
    { name: phrase('Databases looked after'), ...targets(status.target_databases) },
    { name: phrase('Sandbox'), ...SANDBOX[status.sandbox] },
  ]
}

function databaseOf({ database_status, database_writable }: Status): Omit<Part, 'name'> {
  return database_status === 'connected' && !database_writable ? READ_ONLY : DATABASE[database_status]
}

function targets(count: number): Omit<Part, 'name'> {
  return count > 0 ? { state: 'well', word: String(count) } : { state: 'absent', word: phrase('None') }
}
