/**
 * A browser that has signed in with a key. Its cookie holds 256 random bits; the store holds a hash of them. What must be
 * secret beside them (the token against forged requests, the bond to the key) is derived from them and not stored.
 */
import { createHmac, hash, randomBytes } from 'node:crypto'

/** Without a request for so long it has ended. */
export const IDLE_MINUTES = 30
/** However busy it is. */
export const LIFE_HOURS = 12

export type SessionRecord = {
  keyId: string
  keyBinding: Buffer
  expiresAt: Date
  /** Its last use was noted a while ago and should be noted again. */
  isNoteDue: boolean
}

type NewSession = Pick<SessionRecord, 'keyId' | 'keyBinding'> & { idHash: Buffer }

/** Where sessions are kept, so that every instance knows them. Each opening and closing has its entry on the audit trail. */
export type SessionStore = {
  /** Answers when it ends at the latest. */
  open(session: NewSession, by: { name: string; address: string }): Promise<Date>
  /** Only one that has not ended. */
  find(idHash: Buffer): Promise<SessionRecord | undefined>
  noteUse(idHash: Buffer): Promise<void>
  end(idHash: Buffer, by: string): Promise<void>
  noteFailures(failures: { count: number; addresses: Record<string, number> }): Promise<void>
}

/** What a browser shows. Whoever got it over https may show it as such only. */
export type SessionTicket = { token: string; isSecure: boolean }

const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Undefined for what cannot be one of ours, so that the store is not asked about it. */
export function hashTicket({ token, isSecure }: SessionTicket): Buffer | undefined {
  return TOKEN_FORM.test(token) ? hash('sha256', isSecure ? `https ${token}` : token, 'buffer') : undefined
}

export function bindToKey(token: string, secretHash: Buffer): Buffer {
  return createHmac('sha256', token).update('key').update(secretHash).digest()
}

/** Known to pages of our own origin alone: they are told it, and cannot be read by others. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url')
}
