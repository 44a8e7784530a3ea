/** Takes a group of notifications in: one transaction, rows in key order, answered after its commit. */
import { isDeepStrictEqual } from 'node:util'
import type { SilenceDesk } from '../../guidance/silences/silence-desk.ts'
import { unavailable } from '../../problem.ts'
import type { Alert } from '../../story/alert/alert.ts'
import { type Accepted, type AlertStore, HeldUp, type Patience } from '../../story/alert/alert-store.ts'
import { holdBack } from '../../story/alert/hold-back.ts'
import { type Holder, type IntakePlan, planIntake } from '../../story/alert/plan-intake.ts'
import { allDone, type Connection, type Database, inTransaction, isHeldUp } from './database.ts'
import { saveDeliveries } from './delivery-records.ts'
import { type HeldKeys, lockInOrder, readHolders, readKeys } from './held-keys.ts'
import { type IncidentNumbers, idTaker, type NumberBlock } from './incident-numbers.ts'
import { planKnown, takeKnown } from './known-records.ts'
import { clearMembers } from './member-records.ts'
import { planNews, takeNews } from './news-records.ts'
import { KeysMovedMeanwhile, openIncidents } from './opened-records.ts'
import { RememberedHolders } from './remembered-holders.ts'
import { countRepeats } from './repeat-records.ts'
import { type Holds, NO_HOLD } from './rhythm-records.ts'
import { requireSilenceGeneration, SilencesMovedMeanwhile } from './silence-generation.ts'
import { clearHeldBack, saveHeldBack } from './silenced-records.ts'

const ATTEMPTS_MAX = 8
/** Where one group named known alerts others will too, so as many after it are looked up before anything is written. */
const GROUPS_LOOKED_UP = 16

/** Whoever is patient waits for longer than an instance that stands still can hold anything. */
const LOCK_MS: Readonly<Record<Patience, number>> = { hasty: 300, none: 50, patient: 10_000 }

type Parts = {
  database: Database
  numbers: IncidentNumbers
  silences: Pick<SilenceDesk, 'lastSeen' | 'newest'>
  holds(): Promise<Holds>
}
type Taken = { accepted: Accepted[]; opened: number }

export function createAlertStore(parts: Parts): AlertStore {
  return new AlertRecords(parts)
}

class AlertRecords implements AlertStore {
  readonly #database: Database
  readonly #numbers: IncidentNumbers
  readonly #silences: Parts['silences']
  readonly #holds: Parts['holds']
  readonly #remembered = new RememberedHolders()
  #groupsToLookUp = 0

  constructor({ database, numbers, silences, holds }: Parts) {
    this.#database = database
    this.#numbers = numbers
    this.#silences = silences
    this.#holds = holds
  }

  async accept(group: readonly Alert[], patience: Patience = 'patient'): Promise<Accepted[]> {
    let quiet = await this.#silences.lastSeen()
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const heard = group.map((alert) => holdBack(alert, quiet))
      const block = await this.#numbers.take(group.length)
      try {
        const { accepted, opened } = await this.#take(heard, block, patience, quiet.generation)
        this.#numbers.giveBack({ ...block, numbers: block.numbers.slice(opened) })
        return accepted.map((one, index) => withHeldBack(one, heard[index]))
      } catch (error) {
        // Only where it is certain that nothing was committed: a lost connection may have taken the answer of a commit with it.
        if (error instanceof KeysMovedMeanwhile) this.#numbers.giveBack(block)
        else if (error instanceof SilencesMovedMeanwhile) {
          this.#numbers.giveBack(block)
          quiet = await this.#silences.newest()
          continue
        } else if (!isNumberTaken(error)) throw error
        this.#groupsToLookUp = GROUPS_LOOKED_UP
      }
    }
    // The intake takes a group apart and hands its alerts in one by one; one alone can only come again.
    throw group.length > 1
      ? new KeysMovedMeanwhile()
      : unavailable('Too many alerts of the same kind arrive at once; send this one again.')
  }

  async #take(
    group: readonly Alert[],
    block: NumberBlock,
    patience: Patience,
    silenceGeneration: string,
  ): Promise<Taken> {
    try {
      return await this.#takeWithin(group, block, LOCK_MS[patience], silenceGeneration)
    } catch (error) {
      throw isHeldUp(error) && patience !== 'patient' ? new HeldUp() : error
    }
  }

  async #takeWithin(
    group: readonly Alert[],
    block: NumberBlock,
    lockWithinMs: number,
    silenceGeneration: string,
  ): Promise<Taken> {
    const limits = { silenceGeneration, lockWithinMs }
    const keys = keysOf(group)
    const remembered = this.#remembered.recall(keys)
    if (remembered) {
      const counted = await this.#count(group, remembered, limits)
      if (counted) return counted
      this.#remembered.forget(keys)
    }
    const news = this.#groupsToLookUp === 0 ? planNews(group, keys, idTaker(block)) : undefined
    const held: ReadonlyMap<string, Holder> = news ? new Map() : await readHolders(this.#database, keys)
    this.#remembered.remember(held)
    const seen = news ? await takeNews(this.#database, group, news, limits) : idsIn(held)
    if (seen.size > 0) this.#groupsToLookUp = GROUPS_LOOKED_UP
    else if (news) return { accepted: news.answers, opened: news.opened.length }
    else this.#groupsToLookUp = Math.max(0, this.#groupsToLookUp - 1)
    const hasOver = group.some(({ members }) => members.some(({ state }) => state === 'resolved'))
    const holds = hasOver ? await this.#holds() : NO_HOLD
    const asked = { seen, silenceGeneration, holds }
    const take = (connection: Connection) => acceptIn(connection, group, asked, idTaker(block))
    const counted = remembered ? undefined : await this.#count(group, held, limits)
    return counted ?? inTransaction(this.#database, take, { lockWithinMs, tries: 3 })
  }

  /** Undefined where it is more than a repeat of what is known. */
  async #count(
    group: readonly Alert[],
    held: ReadonlyMap<string, Holder>,
    limits: Parameters<typeof takeKnown>[3],
  ): Promise<Taken | undefined> {
    const known = planKnown(group, held)
    const isTaken = known && (await takeKnown(this.#database, group, known, limits))
    return isTaken ? { accepted: known.answers, opened: 0 } : undefined
  }
}

/** A store that crashed may have forgotten that it gave a number out, because that commit does not wait for the disk. */
function isNumberTaken(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === 'incidents_pkey'
}

function idsIn(held: ReadonlyMap<string, Holder>): HeldKeys {
  return new Map([...held].map(([key, { incidentId }]) => [key, incidentId]))
}

/** What was asked before the transaction, and must still be so in it. */
type Asked = { seen: HeldKeys; silenceGeneration: string; holds: Holds }

async function acceptIn(
  connection: Connection,
  group: readonly Alert[],
  { seen, silenceGeneration, holds }: Asked,
  takeId: () => string,
): Promise<Taken> {
  const isSame = requireSilenceGeneration(connection, silenceGeneration)
  const locking = lockHolders(connection, group, seen)
  await allDone([isSame, locking])
  const held = await locking
  const plan = planIntake(group, held, takeId)
  const accepted = await nameUnknown(connection, group, plan)
  // Sent together and carried out in this order: a group waits for one answer of the store instead of three.
  await allDone([
    openIncidents(connection, plan),
    countRepeats(connection, plan.repeats),
    saveDeliveries(connection, { group, accepted, fired: plan.fired }),
    saveHeldBack(connection, group),
  ])
  await clearMembers(connection, plan.cleared, holds)
  await clearHeldBack(connection, group)
  return { accepted, opened: plan.opened.length }
}

function withHeldBack(accepted: Accepted, alert: Alert | undefined): Accepted {
  return alert?.heldBack ? { ...accepted, heldBack: alert.heldBack } : accepted
}

function keysOf(group: readonly Alert[]): string[] {
  const keys = new Set<string>()
  for (const { joinKeys, members } of group) {
    for (const key of joinKeys) keys.add(key)
    for (const { key } of members) keys.add(key)
  }
  return [...keys]
}

/**
 * Which incidents hold the group's keys. Whatever changes who holds a key does so under the lock of the incident's row,
 * and these are taken in order of id; so once they are ours and the keys still say the same, nothing moves under us.
 * A key that nobody held is claimed, and whoever claims it in the meantime is noticed there.
 */
async function lockHolders(
  connection: Connection,
  group: readonly Alert[],
  seen: HeldKeys,
): Promise<Map<string, Holder>> {
  if (seen.size === 0) return new Map()
  const [holders, locked] = await Promise.all([
    lockInOrder(connection, [...new Set(seen.values())].sort()),
    readKeys(connection, keysOf(group)),
  ])
  if (!isDeepStrictEqual(seen, locked)) throw new KeysMovedMeanwhile()
  return new Map([...locked].map(([key, id]) => [key, holders.get(id) as Holder]))
}

/** A notification that found nobody holding its keys names the latest incident that ever stood for one of them. */
async function nameUnknown(connection: Connection, group: readonly Alert[], plan: IntakePlan): Promise<Accepted[]> {
  const accepted: Accepted[] = []
  for (const [index, answer] of plan.answers.entries()) {
    const { incidentId, outcome } = answer
    if (outcome !== 'unknown') accepted.push({ incidentId, outcome })
    else accepted.push({ incidentId: await latestIncident(connection, group[index] as Alert), outcome: 'nothing' })
  }
  return accepted
}

async function latestIncident(connection: Connection, { joinKeys }: Alert): Promise<string> {
  // The lock keeps retention from removing it before the delivery that names it is written.
  const { rows } = await connection.query<{ incident_id: string }>(
    `SELECT incident_id FROM incident_alerts JOIN incidents ON incidents.id = incident_id
      WHERE key = ANY($1) ORDER BY first_seen_at DESC LIMIT 1 FOR KEY SHARE OF incidents`,
    [joinKeys],
  )
  return rows[0]?.incident_id ?? ''
}
