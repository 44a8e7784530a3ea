import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * By what an alert is known again. Keys carry no prefix of their dialect where the source gives a fingerprint:
 * the same alert may come from an alert manager today and from a check of our own tomorrow.
 */
const KEY_CHARACTERS_MAX = 200

/** 128 bits are plenty to tell alerts apart, and short enough to read out. */
const DIGEST_CHARACTERS = 32

/** As the source wrote it, unless it is too long to be a key. A blank one is none. */
export function keyFromSource(fingerprint: unknown): string | undefined {
  return typeof fingerprint === 'string' && fingerprint.trim() !== '' ? keyOf(fingerprint) : undefined
}

export function keyOf(fingerprint: string): string {
  return fingerprint.length > KEY_CHARACTERS_MAX ? digestOf(fingerprint) : fingerprint
}

/** The same for equal values, in whatever order their fields came (RFC 8785). Text must be well formed. */
export function digestOf(value: unknown): string {
  return hash('sha256', canonicalize(value) ?? '', 'hex').slice(0, DIGEST_CHARACTERS)
}
