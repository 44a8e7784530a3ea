/** Who may come in: by the key of the environment, by issued keys, or everybody. In the words of what the start would do. */
import type { ApiKeyRecord } from '../../guidance/access/api-key.ts'
import { weaknessOf } from '../../guidance/access/key-strength.ts'
import type { Environment } from '../../guidance/settings/environment.ts'
import { readListenOptions } from '../http/listen-options.ts'
import { advice, bad, type Found, good } from './doctor.ts'

const ISSUE = 'firebreak keys create --role admin'

/** `keys` is undefined where the store could not be asked. */
export function checkAccess(environment: Environment, keys: readonly ApiKeyRecord[] | undefined): Found {
  const live = (keys ?? []).filter(({ revokedAt, isGenuine }) => isGenuine && !revokedAt)
  const weakness = environment.API_KEY ? weaknessOf(environment.API_KEY) : undefined
  if (weakness) return advice(weakness)
  if (environment.API_KEY) return good(`API_KEY is set${live.length > 0 ? `; valid besides: ${namedRoles(live)}` : ''}`)
  if (keys !== undefined && keys.length > 0) return checkIssued(live)
  return checkOpen(environment, keys === undefined ? 'API_KEY is not set; unless keys were issued,' : NO_KEY)
}

const NO_KEY = 'API_KEY is not set and no key was ever issued:'

function checkIssued(live: readonly ApiKeyRecord[]): Found {
  if (live.length === 0) return advice(`every issued key was revoked, so nobody may come in; issue one: ${ISSUE}`)
  const sentence = `API_KEY is not set; valid keys: ${namedRoles(live)}`
  return live.some(({ role }) => role === 'admin') ? good(sentence) : advice(`${sentence}; for settings: ${ISSUE}`)
}

function checkOpen({ HOST, ALLOW_OPEN_API }: Environment, why: string): Found {
  const { isLoopback, mayBeOpen, host } = readListenOptions({ HOST, ALLOW_OPEN_API })
  if (isLoopback) return advice(`${why} everyone on this machine may do everything.`)
  if (mayBeOpen) return advice(`${why} everyone who reaches ${host} may do everything (ALLOW_OPEN_API).`)
  const sentence = `${why} the start is refused on ${host}; set API_KEY, or issue a key (${ISSUE}).`
  return why === NO_KEY ? bad(sentence) : advice(sentence)
}

function namedRoles(keys: readonly ApiKeyRecord[]): string {
  const counts = Map.groupBy(keys, ({ role }) => role)
  return [...counts].map(([role, held]) => `${held.length} ${role}`).join(', ')
}
