/** The bytes of a callback as one JSON object, decrypted where the platform encrypts. */
import { createDecipheriv, createHash } from 'node:crypto'
import { fieldsAt, type WireFields } from './wire-field.ts'

// A byte order mark is kept and then refused by the parser: a body has one reading only.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Undefined where it is not exactly one JSON object in valid UTF-8: a body lengthened behind its signature ends here. */
export function parseBody(raw: Uint8Array): WireFields | undefined {
  try {
    return fieldsAt(JSON.parse(strictUtf8.decode(raw)))
  } catch {
    return undefined
  }
}

/** The body itself where nothing is encrypted; undefined where the key does not open it. */
export function openBody(body: WireFields, key: string | undefined): WireFields | undefined {
  if (body.encrypt === undefined) return body
  if (key === undefined || typeof body.encrypt !== 'string') return undefined
  const plain = decrypt(body.encrypt, key)
  return plain && parseBody(plain)
}

const IV_BYTES = 16

/** AES-256-CBC; the key is the hash of the shared one, the first block the initialisation vector. */
export function decrypt(encrypted: string, key: string): Buffer | undefined {
  const bytes = Buffer.from(encrypted, 'base64')
  try {
    const hashed = createHash('sha256').update(key, 'utf8').digest()
    const decipher = createDecipheriv('aes-256-cbc', hashed, bytes.subarray(0, IV_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
