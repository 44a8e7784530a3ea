/**
 * What was sent word for word before need not be parsed, read and masked again: most of what an alert manager sends are its
 * alerts of some minutes ago. A body that comes for the first time leaves no more than a number, so that a storm of news fills
 * nothing; what is read of it the second time is kept, and holds for as long as nothing has changed by which it was read.
 */
import { crc32 } from 'node:zlib'
import type { ReadNotification } from '../../story/alert/read-notification.ts'

/** By what else than its bytes a body is read and masked. */
type Basis = { membersMax: number; secrets: readonly string[] }

type Kept = { body: Buffer; basis: Basis; read: ReadNotification }

const BODY_BYTES_MAX = 16 * 1024
const KEPT_MAX = 500
const SUMS_MAX = 2 ** 14

export class RememberedAlerts {
  readonly #kept = new Map<number, Kept>()
  /** Of the bodies seen last. */
  readonly #sums = new Uint32Array(SUMS_MAX)

  find(body: Buffer, basis: Basis): ReadNotification | undefined {
    const kept = body.length > BODY_BYTES_MAX ? undefined : this.#kept.get(crc32(body))
    return kept && isSame(kept.basis, basis) && kept.body.equals(body) ? kept.read : undefined
  }

  /** Two bodies may have one sum; then one is kept too early, or forgets the other, and that is all. */
  cameBefore(body: Buffer): boolean {
    if (body.length > BODY_BYTES_MAX) return false
    const sum = crc32(body)
    const place = sum % SUMS_MAX
    const isKnown = this.#sums[place] === sum
    this.#sums[place] = sum
    return isKnown
  }

  /** What is read of it is masked already. */
  keep(body: Buffer, basis: Basis, read: ReadNotification): ReadNotification {
    // Those that come again are back at once; so none has to be looked after.
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
    // A copy, because what came from the network is a piece of much more memory.
    this.#kept.set(crc32(body), { body: Buffer.from(body), basis, read })
    return read
  }
}

function isSame(one: Basis, other: Basis): boolean {
  return one.membersMax === other.membersMax && one.secrets === other.secrets
}
