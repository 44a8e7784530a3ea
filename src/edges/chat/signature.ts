/** Whether a callback comes from the platform: a plain hash over what was sent and the key both sides know (contract, part 5.2). */
import { createHash, timingSafeEqual } from 'node:crypto'

export type ChatHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

type Signature = { timestamp: string; nonce: string; digest: string }

/** The contract's names first, then the platform's own. All three come from one family, never mixed. */
const FAMILIES = ['x-chat', 'x-lark'] as const

const DIGEST_FORM = /^[0-9a-f]{64}$/

/** `unsigned` where no header of either family is there, `broken` where they are not whole, single and well formed. */
export function readSignature(headers: ChatHeaders): Signature | 'unsigned' | 'broken' {
  const family = FAMILIES.find((prefix) => namesIn(prefix).some((name) => headers[name] !== undefined))
  if (family === undefined) return 'unsigned'
  const [timestamp, nonce, digest] = namesIn(family).map((name) => single(headers[name]))
  if (timestamp === undefined || nonce === undefined || digest === undefined) return 'broken'
  return DIGEST_FORM.test(digest) ? { timestamp, nonce, digest } : 'broken'
}

function namesIn(prefix: string): string[] {
  return [`${prefix}-request-timestamp`, `${prefix}-request-nonce`, `${prefix}-signature`]
}

/** A repeated header would let two readers see two values. */
function single(value: ChatHeaders[string]): string | undefined {
  if (typeof value === 'string' || value === undefined) return value
  return value.length === 1 ? value[0] : undefined
}

/** The raw bytes are hashed: a body parsed and written again is another body. */
export function isSigned({ timestamp, nonce, digest }: Signature, key: string, raw: Uint8Array): boolean {
  const expected = createHash('sha256')
    // Node hands each byte of a header over as one character.
    .update(timestamp + nonce, 'latin1')
    .update(key, 'utf8')
    .update(raw)
    .digest()
  const given = Buffer.from(digest, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const SECONDS_FORM = /^\d{10}$/

/**
 * Nothing separates timestamp and nonce under the hash, so digits can be moved between them. With a window in force the
 * timestamp has ten digits and no other form, and the window has two sides: no shifted pair passes.
 */
export function isFresh(timestamp: string, skewSecondsMax: number, now: Date): boolean {
  if (skewSecondsMax === 0) return true
  return SECONDS_FORM.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= skewSecondsMax
}
