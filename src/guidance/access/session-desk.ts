/** Opens, recognises and ends sessions. A session is worth what its key is worth at this moment. */
import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'
import type { Caller, Gatekeeper, KeyHolder } from './gatekeeper.ts'
import {
  bindToKey,
  csrfTokenOf,
  hashTicket,
  newToken,
  type SessionRecord,
  type SessionStore,
  type SessionTicket,
} from './session.ts'

export type OpenSession = { caller: Caller; csrfToken: string; expiresAt: Date }

type Parts = { store: SessionStore; gatekeeper: Gatekeeper; clock: Clock; isStoreAway(): boolean }

/** How many sessions are remembered for the time the store is away. */
const REMEMBERED_MAX = 1_000

export class SessionDesk {
  readonly #store: SessionStore
  readonly #gatekeeper: Gatekeeper
  readonly #clock: Clock
  readonly #isStoreAway: () => boolean
  readonly #remembered = new Map<string, SessionRecord>()

  constructor({ store, gatekeeper, clock, isStoreAway }: Parts) {
    this.#isStoreAway = isStoreAway
    this.#clock = clock
    this.#store = store
    this.#gatekeeper = gatekeeper
  }

  /** Always a new one: a value known before the sign-in is worth nothing after it. */
  async open(
    { caller, keyId, secretHash }: KeyHolder,
    { address, isSecure }: { address: string; isSecure: boolean },
  ): Promise<OpenSession & SessionTicket> {
    const token = newToken()
    const idHash = hashTicket({ token, isSecure }) as Buffer
    const keyBinding = bindToKey(token, secretHash)
    const expiresAt = await this.#store.open({ idHash, keyId, keyBinding }, { name: caller.name, address })
    return { token, isSecure, caller, csrfToken: csrfTokenOf(token), expiresAt }
  }

  /** Undefined where there is none, it has ended, or its key is not valid any more. A mere look does not keep it alive. */
  async recognise(ticket: SessionTicket, { isUse }: { isUse: boolean }): Promise<OpenSession | undefined> {
    const { token } = ticket
    const idHash = hashTicket(ticket)
    const record = idHash && (await this.#find(idHash))
    if (!record) return undefined
    const holder = await this.#gatekeeper.holderOf(record.keyId)
    if (!holder || !timingSafeEqual(bindToKey(token, holder.secretHash), record.keyBinding)) return undefined
    // Whoever is served is not made to wait for the note, and a lost one only ends the session a little earlier.
    if (isUse && record.isNoteDue) void this.#store.noteUse(idHash).catch(() => {})
    return { caller: holder.caller, csrfToken: csrfTokenOf(token), expiresAt: record.expiresAt }
  }

  async end(ticket: SessionTicket, by: string): Promise<void> {
    const idHash = hashTicket(ticket)
    if (!idHash) return
    this.#remembered.delete(idHash.toString('hex'))
    await this.#store.end(idHash, by)
  }

  /** While the store is away, who was known stays known: that is when people look at the console. */
  async #find(idHash: Buffer): Promise<SessionRecord | undefined> {
    const name = idHash.toString('hex')
    const last = this.#remembered.get(name)
    if (last && last.expiresAt > this.#clock.now() && this.#isStoreAway()) return { ...last, isNoteDue: false }
    const record = await this.#store.find(idHash)
    this.#remember(name, record)
    return record
  }

  #remember(name: string, record: SessionRecord | undefined): void {
    this.#remembered.delete(name)
    if (record) this.#remembered.set(name, record)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > REMEMBERED_MAX && oldest !== undefined) this.#remembered.delete(oldest)
  }
}
