/** Tells who is calling. Whether that is enough for a route is decided by `mayEnter`. */
import { Problem } from '../../problem.ts'
import { FreshCopy } from '../fresh-copy.ts'
import { type ApiKeyRecord, hashSecret, isSameSecret, parseKey } from './api-key.ts'
import type { KeyStore } from './key-store.ts'
import type { Role } from './role.ts'

/** `name` is what the audit trail and the timeline call this caller. */
export type Caller = { name: string; role: Role }

/** A valid key: who it stands for, and by what it is known. */
export type KeyHolder = { caller: Caller; keyId: string; secretHash: Buffer }

export type Door = { isOpen: true } | ({ isOpen: false } & KeyHolder)

const ENVIRONMENT_KEY_ID = 'API_KEY'
const NAMES_MAX = 5
const UNAUTHORIZED = 'A valid key is needed: Authorization: Bearer <key>.'

type GatekeeperParts = { environmentKey: string | undefined; store: KeyStore; isStoreAway(): boolean }

export class Gatekeeper {
  readonly #environmentKeyHash: Buffer | undefined
  readonly #keys: FreshCopy<readonly ApiKeyRecord[]>
  readonly #listeners: (() => void)[] = []

  constructor({ environmentKey, store, isStoreAway }: GatekeeperParts) {
    this.#environmentKeyHash = environmentKey ? hashSecret(environmentKey) : undefined
    this.#keys = new FreshCopy({
      load: (known) => store.load(known),
      isStoreAway,
      onChange: () => {
        for (const listener of this.#listeners) listener()
      },
    })
  }

  /** Told when a key was issued or revoked, on whichever instance, and somebody here has looked since. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  async look(): Promise<void> {
    await this.#keys.get()
  }

  /**
   * The API is open only while no key was ever issued: revoking the last one must not open the house.
   */
  async isOpen(): Promise<boolean> {
    return !this.#environmentKeyHash && (await this.#keys.get()).length === 0
  }

  get hasEnvironmentKey(): boolean {
    return this.#environmentKeyHash !== undefined
  }

  /** Whom to ask for a key that may do more, oldest first. Whoever gave the key of the environment has no name here. */
  async administrators(): Promise<string[]> {
    const records = (await this.#keys.get()).filter((record) => record.role === 'admin' && isValid(record))
    return [...new Set(records.map(({ name }) => name))].slice(0, NAMES_MAX)
  }

  async admit(givenKey: string | undefined): Promise<Door> {
    const ofEnvironment = this.#environmentKeyHolder()
    if (givenKey !== undefined && ofEnvironment && isSameSecret(givenKey, ofEnvironment.secretHash)) {
      return { isOpen: false, ...ofEnvironment }
    }
    const parsed = givenKey === undefined ? undefined : parseKey(givenKey)
    // Where the API is closed anyway, the store is not asked about what cannot be a key.
    if (this.#environmentKeyHash && !parsed) throw new Problem('UNAUTHORIZED', UNAUTHORIZED)
    const keys = await this.#keys.get()
    if (!this.#environmentKeyHash && keys.length === 0) return { isOpen: true }
    return { isOpen: false, ...holderOfKey(parsed, keys) }
  }

  /** Whom a key stands for that was shown earlier; undefined where it is not valid any more. */
  async holderOf(keyId: string): Promise<KeyHolder | undefined> {
    if (keyId === ENVIRONMENT_KEY_ID) return this.#environmentKeyHolder()
    const record = (await this.#keys.get()).find(({ id }) => id === keyId)
    return record && isValid(record) ? holderOfRecord(record) : undefined
  }

  #environmentKeyHolder(): KeyHolder | undefined {
    const secretHash = this.#environmentKeyHash
    return secretHash && { caller: { name: 'API_KEY', role: 'admin' }, keyId: ENVIRONMENT_KEY_ID, secretHash }
  }
}

function holderOfKey(given: ReturnType<typeof parseKey>, keys: readonly ApiKeyRecord[]): KeyHolder {
  const record = given && keys.find(({ id }) => id === given.id)
  if (!record || !isSameSecret(given.secret, record.secretHash) || !isValid(record)) {
    throw new Problem('UNAUTHORIZED', UNAUTHORIZED)
  }
  return holderOfRecord(record)
}

function isValid({ revokedAt, isGenuine }: ApiKeyRecord): boolean {
  return isGenuine && !revokedAt
}

function holderOfRecord({ id, name, role, secretHash }: ApiKeyRecord): KeyHolder {
  return { caller: { name: `${name} (${id})`, role }, keyId: id, secretHash }
}
