/** Seals stored secrets with AES-256-GCM. The name of the setting is part of the seal: a sealed value cannot be moved to another key. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type SecretBox = {
  seal(name: string, text: string): Buffer
  /** Undefined where the seal was made with another key or was tampered with. */
  open(name: string, sealed: Buffer): string | undefined
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createSecretBox(secretKey: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'firebreak settings', 32))
  return {
    seal(name, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(name, sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch {
        // GCM says only "no": a wrong key, a changed byte and a stump look the same, and all mean that the value is not ours to use.
        return undefined
      }
    },
  }
}
