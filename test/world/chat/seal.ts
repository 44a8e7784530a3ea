/** How the platform seals what it pushes. Written apart from the code it tests, and held to the same public digests. */
import { createCipheriv, createHash } from 'node:crypto'

export type Prefix = 'X-Chat' | 'X-Lark'

type Signing = { key: string; timestamp: string; nonce: string; prefix?: Prefix }

export function signedHeaders(body: string | Uint8Array, signing: Signing): Record<string, string> {
  const { key, timestamp, nonce, prefix = 'X-Chat' } = signing
  const digest = createHash('sha256').update(`${timestamp}${nonce}${key}`).update(body).digest('hex')
  return {
    [`${prefix}-Request-Timestamp`]: timestamp,
    [`${prefix}-Request-Nonce`]: nonce,
    [`${prefix}-Signature`]: digest,
  }
}

/** The body the platform sends when encryption is on. */
export function encryptedBody(plain: string, key: string, iv: Uint8Array): string {
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(key).digest(), iv)
  const encrypted = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final()])
  return JSON.stringify({ encrypt: encrypted.toString('base64') })
}
