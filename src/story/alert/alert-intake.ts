/**
 * The door every alert enters by, whoever sent it. Alerts that arrive together are committed together, and each is
 * answered after its commit: that is how "accepted" can mean "durable" and still be fast.
 */
import { Problem, unavailable } from '../../problem.ts'
import type { Alert } from './alert.ts'
import { type Accepted, type AlertStore, HeldUp, type Patience } from './alert-store.ts'
import { seldom } from './seldom.ts'

type Waiting = {
  alert: Alert
  keys: string[]
  bytes: number
  resolve(accepted: Accepted): void
  reject(error: unknown): void
}

/** Together these bound the memory a storm can take; beyond them a sender is told to come back. */
const WAITING_MAX = 4_000
const WAITING_BYTES_MAX = 64 * 1024 * 1024
const GROUP_MAX = 250
const GROUP_BYTES_MAX = 8 * 1024 * 1024
const COMMITS_AT_ONCE = 2
/** Where a group has to be taken apart; of both together the store's connections leave room for others. */
const SINGLES_AT_ONCE = 4
/** A commit that takes this long is held up by something that others may not be. */
const HELD_UP_MS = 100
/** Whoever hears of a commit goes to the store and looks; a storm of commits need not send them there for each. */
const TELL_AGAIN_MS = 50

export class AlertIntake {
  readonly #store: AlertStore
  readonly #tell: () => void
  #waiting: Waiting[] = []
  #waitingBytes = 0
  /** By what the alerts that are being committed are known, and who speaks of one of them again meanwhile. */
  readonly #underWay = new Set<string>()
  #following: Waiting[] = []
  /** Whose incident somebody holds for longer than the others may wait. */
  readonly #heldUp: Waiting[] = []
  #holding = 0
  #committing = 0
  #committingAlerts = 0

  constructor({ store, onCommit }: { store: AlertStore; onCommit: () => void }) {
    this.#store = store
    this.#tell = seldom(onCommit, TELL_AGAIN_MS)
  }

  /** Settles when the alert is durable, with the incident that stands for it; rejects when it was not taken. */
  openIncident(alert: Alert): Promise<Accepted> {
    const bytes = sizeOf(alert)
    const keys = keysOf(alert)
    const waiting = this.#waiting.length + this.#following.length + this.#heldUp.length
    if (waiting >= WAITING_MAX || this.#waitingBytes + bytes > WAITING_BYTES_MAX) {
      return Promise.reject(unavailable('More alerts arrive than can be stored; send this one again.'))
    }
    return new Promise((resolve, reject) => {
      const line = keys.some((key) => this.#underWay.has(key)) ? this.#following : this.#waiting
      line.push({ alert, keys, bytes, resolve, reject })
      this.#waitingBytes += bytes
      this.#commitNext()
    })
  }

  /** What a commit costs it costs once for a group, so a second one beside it waits until as many have come again. */
  #commitNext(isHeldUp = false): void {
    const isWorthwhile = isHeldUp || this.#waiting.length >= this.#committingAlerts
    if (this.#committing >= COMMITS_AT_ONCE || this.#waiting.length === 0 || !isWorthwhile) return
    this.#committing += 1
    // One turn of the loop later, so that requests read in this turn share the commit.
    setImmediate(() => void this.#commitGroup(this.#takeGroup()))
  }

  async #commitGroup(group: Waiting[]): Promise<void> {
    this.#committingAlerts += group.length
    const keys = group.flatMap((one) => one.keys)
    for (const key of keys) this.#underWay.add(key)
    const patience = setInterval(() => this.#commitNext(true), HELD_UP_MS).unref()
    await this.#commit(group)
    clearInterval(patience)
    for (const key of keys) this.#underWay.delete(key)
    this.#letFollow()
    this.#committingAlerts -= group.length
    this.#committing -= 1
    this.#commitNext()
  }

  /**
   * Who repeats an alert that is being committed would only wait in the store for that commit, and keep others from theirs:
   * all of them together are the next group.
   */
  #letFollow(): void {
    this.#waiting = [...this.#following, ...this.#waiting]
    this.#following = []
  }

  #takeGroup(): Waiting[] {
    let bytes = 0
    let count = 0
    for (const { bytes: more } of this.#waiting) {
      if (count === GROUP_MAX || (count > 0 && bytes + more > GROUP_BYTES_MAX)) break
      bytes += more
      count += 1
    }
    this.#waitingBytes -= bytes
    return this.#waiting.splice(0, count)
  }

  async #commit(group: Waiting[], patience: Patience = 'hasty'): Promise<void> {
    if (group.length === 0) return
    try {
      const accepted = await this.#store.accept(
        group.map(({ alert }) => alert),
        patience,
      )
      for (const [index, { resolve }] of group.entries()) resolve(accepted[index] as Accepted)
      this.#tell()
    } catch (error) {
      await this.#fail(group, error)
    }
  }

  /** One alert the store cannot take must not cost its neighbours theirs; a store that is away fails them all. */
  async #fail(group: Waiting[], error: unknown): Promise<void> {
    const [one] = group
    if (group.length > 1 && !isStoreAway(error)) await this.#commitSingly(group.values())
    else if (one && error instanceof HeldUp) this.#holdOn(one)
    else for (const { reject } of group) reject(error)
  }

  /** Several beside each other, and none of them waits: one that is held up must not hold up those behind it. */
  async #commitSingly(group: IteratorObject<Waiting>): Promise<void> {
    const commitRest = async () => {
      for (const one of group) await this.#commit([one], 'none')
    }
    await Promise.all(Array.from({ length: SINGLES_AT_ONCE }, commitRest))
  }

  /** It waits beside the others, not before them. */
  #holdOn(one: Waiting): void {
    this.#heldUp.push(one)
    if (this.#holding >= SINGLES_AT_ONCE) return
    this.#holding += 1
    void this.#commitHeldUp().finally(() => {
      this.#holding -= 1
    })
  }

  async #commitHeldUp(): Promise<void> {
    for (let one = this.#heldUp.shift(); one; one = this.#heldUp.shift()) await this.#commit([one], 'patient')
  }
}

function keysOf({ joinKeys, members }: Alert): string[] {
  return [...joinKeys, ...members.map(({ key }) => key)]
}

function isStoreAway(error: unknown): boolean {
  return error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE'
}

/** Two bytes a character, wherever the text stands, and something for all that holds it together. */
function sizeOf({ message, description, members, labels, metadata }: Alert): number {
  const inMembers = members.reduce((sum, { labels, annotations }) => sum + lengthOf(labels) + lengthOf(annotations), 0)
  const characters = message.length + description.length + lengthOf(labels) + lengthOf(metadata) + inMembers
  return 1_000 + 2 * characters + members.length * 500
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let length = 16
  const fields = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(fields)) length += name.length + lengthOf(fields[name])
  return length
}
