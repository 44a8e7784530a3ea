/**
 * A key reads `fbk_<role letter>_<8-character id>_<43 characters of secret>`. The id finds the record, the secret
 * proves possession; only a hash of the secret is kept. 256 random bits need no slow hash.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { ROLES, type Role } from './role.ts'

export type ApiKeyRecord = {
  id: string
  name: string
  role: Role
  secretHash: Buffer
  createdAt: Date
  createdBy: string
  revokedAt: Date | undefined
  /** False where a stranger put it into the database: it opens nothing. */
  isGenuine: boolean
}

export type NewApiKey = Pick<ApiKeyRecord, 'id' | 'name' | 'role' | 'secretHash'>

const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const KEY_FORM = /^fbk_([a-z])_([a-z0-9]{8})_([A-Za-z0-9_-]{43})$/

/** The whole key is answered once, here, and never again. */
export function issueKey(name: string, role: Role): { key: string; record: NewApiKey } {
  const id = [...randomBytes(8)].map((byte) => ID_ALPHABET[byte % ID_ALPHABET.length]).join('')
  const secret = randomBytes(32).toString('base64url')
  return { key: `fbk_${role[0]}_${id}_${secret}`, record: { id, name, role, secretHash: hashSecret(secret) } }
}

export function parseKey(text: string): { id: string; secret: string } | undefined {
  const [, letter, id, secret] = KEY_FORM.exec(text) ?? []
  const isOurs = ROLES.some((role) => role[0] === letter)
  return isOurs && id && secret ? { id, secret } : undefined
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** Compares hashes, which are of equal length, so that neither content nor length of the secret shows in the time taken. */
export function isSameSecret(given: string, hash: Buffer): boolean {
  return timingSafeEqual(hashSecret(given), hash)
}
