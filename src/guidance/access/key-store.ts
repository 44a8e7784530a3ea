import type { Checked } from '../fresh-copy.ts'
import type { ApiKeyRecord, NewApiKey } from './api-key.ts'

/** Where issued keys are kept. Each change and its audit entry are one transaction. */
export type KeyStore = {
  load(knownGeneration: string | undefined): Promise<Checked<readonly ApiKeyRecord[]> | 'unchanged'>
  add(key: NewApiKey, by: string): Promise<ApiKeyRecord>
  /** False where there is no such key. Revoking twice changes nothing. */
  revoke(id: string, by: string): Promise<boolean>
}
