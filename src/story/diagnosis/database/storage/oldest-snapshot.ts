/**
 * Where the oldest snapshot comes from. While a transaction stays open, every snapshot taken later shows its id as xmin, so
 * many seem to hold what one holds: the one whose id it is. Where nobody has that id any more, the oldest of them holds it;
 * and so where a transaction of another database has it, for that one keeps no rows here, and each of these does.
 */
import type { Scene } from '../../scene.ts'
import { linesMatching } from '../server/log-lines.ts'
import { holdersHere, isOld, type SnapshotHolder } from './dead-rows.ts'

export type OldestSnapshot = {
  /** Undefined where all that show it have begun too late to be where it comes from. */
  origin: SnapshotHolder | undefined
  /** The origin's transaction id is the very xmin of the others. */
  isOwner: boolean
  /** They show the same xmin, and have only inherited it. */
  heirs: readonly SnapshotHolder[]
  /** They took the same snapshot by themselves and keep it though the origin ends. */
  partners: readonly SnapshotHolder[]
  /** Of another database: keeps nothing here, but while its transaction is open every new snapshot reaches back to it. */
  behind: SnapshotHolder | undefined
}

type DatabaseAndSubject = Pick<Scene, 'database' | 'subject'>

export function oldestSnapshot(scene: DatabaseAndSubject): OldestSnapshot | undefined {
  const { bloat } = scene.database ?? {}
  const holders = bloat ? holdersHere(bloat.thing).filter(keepsRows) : []
  const groups = [...Map.groupBy(holders, horizonOf).values()]
  const origins = groups.map((group) => originAmong(group, scene))
  return origins.find((one) => (one.origin ? isOld(one.origin) : isOrphaned(one)))
}

/** A slot may keep the rows of the catalogue alone. */
function keepsRows({ kind, data_xmin_age }: SnapshotHolder): boolean {
  return kind !== 'replication slot' || data_xmin_age === undefined || data_xmin_age !== null
}

/** The id behind which it keeps everything; two that were not read at one moment differ in their age. */
function horizonOf({ xmin_age, backend_xid, backend_xmin, xid_age, data_xmin, transaction }: SnapshotHolder): string {
  const isOwnId = xid_age !== undefined && xid_age !== null && xid_age === xmin_age
  const id = transaction ?? data_xmin ?? (isOwnId ? backend_xid : (backend_xmin ?? backend_xid))
  return id === undefined || id === null ? `${xmin_age} back` : String(id)
}

function originAmong(group: readonly SnapshotHolder[], scene: DatabaseAndSubject): OldestSnapshot {
  const owner = group.find(ownsHorizon)
  if (owner)
    return {
      origin: owner,
      isOwner: true,
      heirs: group.filter((one) => one !== owner),
      partners: [],
      behind: undefined,
    }
  const possible = group.filter((one) => !isTooYoung(one, scene)).sort(earlierFirst)
  const [origin, ...partners] = possible
  const young = group.filter((one) => !possible.includes(one))
  const behind = behindAll(group, scene)
  // No transaction that is open here has that id, so each of them keeps the rows by itself.
  if (origin && behind) return { origin, isOwner: false, heirs: [], partners: [...partners, ...young], behind }
  return { origin, isOwner: false, heirs: young, partners, behind }
}

function behindAll([first]: readonly SnapshotHolder[], { database }: DatabaseAndSubject): SnapshotHolder | undefined {
  const elsewhere = database?.bloat?.thing.snapshot_holders.filter(({ is_elsewhere }) => is_elsewhere) ?? []
  return elsewhere.find(
    ({ backend_xid, transaction }) => String(transaction ?? backend_xid) === (first && horizonOf(first)),
  )
}

function ownsHorizon(holder: SnapshotHolder): boolean {
  if (holder.kind === 'prepared transaction') return true
  const { kind, backend_xid } = holder
  return kind === 'session' && backend_xid != null && String(backend_xid) === horizonOf(holder)
}

/** A cause is not younger than what it brings about: the alert, or a vacuum that had met with the same id before. */
function isTooYoung(holder: SnapshotHolder, { subject, database }: DatabaseAndSubject): boolean {
  const began = holder.xact_start ? Date.parse(holder.xact_start) : undefined
  if (began === undefined) return false
  const metAt = firstMet(horizonOf(holder), database)
  return (
    (metAt !== undefined && metAt < began) || (subject.startedAt !== undefined && subject.startedAt.getTime() < began)
  )
}

const CUTOFF = /(?:removable cutoff|oldest xmin): (\d+)/

/** When a vacuum first said that it could not go beyond this id. */
function firstMet(horizon: string, database: DatabaseAndSubject['database']): number | undefined {
  const lines = linesMatching(database?.lines ?? [], CUTOFF)
  const met = lines.find(({ thing }) => CUTOFF.exec(thing.line)?.[1] === horizon)
  return met && Date.parse(met.thing.at)
}

/** A slot without a reader stays for ever; of the others whoever began first. */
function earlierFirst(one: SnapshotHolder, other: SnapshotHolder): number {
  const isLeft = ({ kind, active }: SnapshotHolder) => Number(kind === 'replication slot' && active === false)
  return isLeft(other) - isLeft(one) || (one.xact_start ?? '9').localeCompare(other.xact_start ?? '9')
}

const FAR_BACK = 10_000

/** It reaches far back, and nobody who shows it can be where that comes from. */
function isOrphaned({ heirs }: OldestSnapshot): boolean {
  return heirs.some(({ xmin_age }) => xmin_age >= FAR_BACK)
}
