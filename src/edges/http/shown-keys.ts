/**
 * Keys that are shown again over the connection they were shown over before. To prove one takes longer than to read the alert
 * it comes with, and a program says the same words each time. Whether the key still holds is asked every time.
 */
import type { IncomingMessage } from 'node:http'
import type { Door, Gatekeeper, KeyHolder } from '../../guidance/access/gatekeeper.ts'

type Shown = { authorization: string; keyId: string; secretHash: Buffer }

export class ShownKeys {
  readonly #gatekeeper: Pick<Gatekeeper, 'admit' | 'holderOf'>
  /** Of each connection what was shown last; it is forgotten with the connection. */
  readonly #shown = new WeakMap<IncomingMessage['socket'], Shown>()

  constructor(gatekeeper: Pick<Gatekeeper, 'admit' | 'holderOf'>) {
    this.#gatekeeper = gatekeeper
  }

  async admit({ headers: { authorization }, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): Promise<Door> {
    const holder = await this.#holderOf(this.#shown.get(socket), authorization)
    if (holder) return { isOpen: false, ...holder }
    const door = await this.#gatekeeper.admit(readKey(authorization, true))
    if (!door.isOpen && authorization !== undefined)
      this.#shown.set(socket, { authorization, keyId: door.keyId, secretHash: door.secretHash })
    return door
  }

  /** Undefined where it has to be proven: other words, a key that was revoked, or another one under its id. */
  async #holderOf(shown: Shown | undefined, authorization: string | undefined): Promise<KeyHolder | undefined> {
    if (shown === undefined || shown.authorization !== authorization) return undefined
    const holder = await this.#gatekeeper.holderOf(shown.keyId)
    return holder?.secretHash.equals(shown.secretHash) ? holder : undefined
  }
}

export function readKey(authorization: string | undefined, takesBasic: boolean): string | undefined {
  const [, scheme, value] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(authorization ?? '') ?? []
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() !== 'basic' || !takesBasic || value === undefined) return undefined
  return Buffer.from(value, 'base64').toString('utf8').split(':').slice(1).join(':')
}
