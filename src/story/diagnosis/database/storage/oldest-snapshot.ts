/**
 * Where the oldest snapshot comes from. While a transaction stays open, every snapshot taken later shows its id as xmin, so
 * many seem to hold what one holds: the one whose id it is. Where nobody has that id any more, the oldest of them holds it;
 * and so where a transaction of another database has it, for that one keeps no rows here, and each of these does.
 */

import { whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import { citeField } from '../../evidence.ts'
import type { Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import type { Subject } from '../../subject.ts'
import { spellOut } from '../asking/alert-topics.ts'
import type { DatabaseScene } from '../database-scene.ts'
import { linesMatching } from '../server/log-lines.ts'
import { clockTime, lasting, quotedQuery, who } from '../session-words.ts'
import { statementKind } from '../statements/sql-words.ts'
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
  const holders = bloat ? holdersHere(bloat.thing).filter((one) => !keepsCatalogueAlone(one)) : []
  const groups = [...Map.groupBy(holders, horizonOf).values()]
  const origins = groups.map((group) => originAmong(group, scene))
  // Where nobody who shows it can be where it comes from, it must reach far back.
  return origins.find(({ origin, heirs }) =>
    origin ? isOld(origin) : heirs.some(({ xmin_age }) => xmin_age >= FAR_BACK),
  )
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

// Who holds back the horizon, and how that is said.

/** Who holds an old snapshot, in words, and why nobody ends him for it. */
export function holderSentence(holder: SnapshotHolder): string {
  const back = `${holder.xmin_age} transactions back`
  if (holder.kind === 'replication slot')
    return `Replication slot ${holder.slot_name} (${holder.active ? 'active' : 'inactive'}) ${keepsCatalogueAlone(holder) ? `keeps the rows of the catalogue (catalog_xmin) ${back}` : `holds a snapshot ${back}${holder.active ? ', as its standby asks for with hot_standby_feedback' : ''}`}`
  if (isStandby(holder))
    return `Standby ${holder.application_name || 'without a name'} at ${holder.client_addr ?? 'local'} (walsender pid ${holder.pid}) passes on the snapshot of its oldest query with hot_standby_feedback and so holds one ${back}`
  if (holder.kind === 'prepared transaction')
    return `Prepared transaction “${holder.gid}” of ${holder.owner}, prepared ${clockTime(holder.prepared ?? '')} and neither committed nor rolled back since, holds a snapshot ${back}`
  const query = holder.query ? `: ${quotedQuery(holder.query)}` : ''
  return `${sessionOf(holder)}, ${holder.state} in a transaction open for ${lasting(holder.xact_seconds)} (since ${clockTime(holder.xact_start ?? '')})${query}, holds a snapshot ${back}`
}

/** A logical slot keeps the rows of the catalogue alone. */
export function keepsCatalogueAlone({ kind, data_xmin_age }: SnapshotHolder): boolean {
  return kind === 'replication slot' && data_xmin_age === null
}

/** The connection to a standby, which has no snapshot of its own. */
function isStandby({ kind, backend_type }: SnapshotHolder): boolean {
  return kind === 'session' && backend_type === 'walsender'
}

/** By its connection, or by a slot that it reads. */
function servesStandby(holder: SnapshotHolder): boolean {
  return (
    isStandby(holder) || (holder.kind === 'replication slot' && holder.active === true && !keepsCatalogueAlone(holder))
  )
}

function nameOf(holder: SnapshotHolder): string {
  if (holder.pid !== undefined) return sessionOf(holder)
  return holder.gid === undefined ? `slot ${holder.slot_name}` : `prepared transaction “${holder.gid}”`
}

function sessionOf({
  pid = 0,
  usename = null,
  application_name = null,
  client_addr = null,
  backend_type = null,
}: SnapshotHolder): string {
  return who({ pid, usename, application_name, client_addr, backend_type })
}

/** Of those who look like holders and are none: whoever ends them has ended somebody for nothing. */
export function heirSentence({ origin, isOwner, heirs, partners, behind }: OldestSnapshot): string {
  const shown = heirs.slice(0, 2).map(nameOf).join(' and ')
  const inherited =
    heirs.length === 0 || behind
      ? ''
      : ` ${shown} ${heirs.length === 1 ? 'shows' : 'show'} the same xmin only because ${isOwner ? 'that transaction is still open' : 'it was there before they began'}; ending ${heirs.length === 1 ? 'it' : 'them'} frees nothing.`
  const shared =
    partners.length === 0
      ? ''
      : ` ${partners.slice(0, 2).map(nameOf).join(' and ')} ${partners.length === 1 ? 'holds' : 'hold'} the same snapshot.`
  return `${shared}${inherited}${origin && behind ? ` Its snapshot reaches back to ${behindWords(behind)}, which keeps no rows of this database by itself.` : ''}`
}

function behindWords(behind: SnapshotHolder): string {
  return `the transaction of ${nameOf(behind)} in database ${behind.datname ?? behind.database}`
}

/** Where all who are seen to hold it began too late to be where it comes from. */
export function reachSentence(behind: SnapshotHolder): string {
  return `While ${behindWords(behind)} is open, every snapshot taken here reaches back to it`
}

/** Why the origin is not ended; undefined where it may be. */
export function whyNotFreed({ origin: holder, partners, behind }: OldestSnapshot): string | undefined {
  if (holder === undefined && behind)
    return `Whoever looks at this database next holds as much while ${behindWords(behind)} is open.`
  if (holder === undefined)
    return 'Who holds it could not be seen, and those who have inherited it are not to be ended.'
  if (servesStandby(holder))
    return 'It is let go on the standby, where the query runs; its connection and its slot are never ended from here.'
  if (holder.kind === 'replication slot')
    return 'A replication slot is dropped only by a person who knows that its reader will not come back.'
  if (holder.kind === 'prepared transaction')
    return 'Only its transaction manager knows whether a prepared transaction is to be committed.'
  if (statementKind(holder.query ?? '') === 'upkeep')
    return `pid ${holder.pid} runs upkeep or a backup, which should finish.`
  if (isWriting(holder))
    return `pid ${holder.pid} is changing data; ending it would undo all it has done, so its owner has to agree.`
  if (partners.length > 0)
    return `${partners.length + 1} sessions hold the same snapshot, and ending one of them would free nothing.`
  return whyNotEnded({ pid: 0, leader_pid: null, backend_type: null, application_name: null, usename: null, ...holder })
}

/** Whoever has an id of its own has written, whatever its statement looks like: a function may write behind a SELECT. */
function isWriting({ state, backend_xid, query }: SnapshotHolder): boolean {
  return state === 'active' && (backend_xid != null || statementKind(query ?? '') !== 'read')
}

export function adviceFor(holder: SnapshotHolder | undefined): string[] {
  if (holder === undefined)
    return [
      'Look for the owner of that transaction id in pg_prepared_xacts, in other databases and on standbys with hot_standby_feedback.',
    ]
  if (servesStandby(holder))
    return [
      `Look on standby ${holder.application_name ?? holder.slot_name} for its oldest query (pg_stat_activity there) and let it end, or set hot_standby_feedback = off there.`,
    ]
  if (holder.kind === 'replication slot' && holder.active)
    return [
      `See why the reader of slot ${holder.slot_name} does not confirm what it has read: pg_replication_slots.confirmed_flush_lsn stands still.`,
    ]
  if (holder.kind === 'replication slot')
    return [
      `If nobody reads slot ${holder.slot_name} any more, drop it: SELECT pg_drop_replication_slot('${holder.slot_name}').`,
    ]
  if (holder.kind === 'prepared transaction')
    return [
      `Ask the owner of the transaction manager, then COMMIT PREPARED or ROLLBACK PREPARED '${holder.gid}' by hand.`,
      'Alert on the age of pg_prepared_xacts; set max_prepared_transactions to 0 where nobody needs them.',
    ]
  return ['Set idle_in_transaction_session_timeout, keep long reports on a replica, and watch max(age(backend_xmin)).']
}

// The oldest of every source of old snapshots side by side, so that nobody has to look for another one.

const SOURCES: readonly { word: string; isOf: (holder: SnapshotHolder) => boolean }[] = [
  { word: 'sessions', isOf: (holder) => holder.kind === 'session' && !isStandby(holder) },
  { word: 'standbys', isOf: isStandby },
  { word: 'replication slots', isOf: ({ kind }) => kind === 'replication slot' },
  { word: 'prepared transactions', isOf: ({ kind }) => kind === 'prepared transaction' },
]

export function comparedHolders({ bloat }: Pick<DatabaseScene, 'bloat'>): Finding['facts'] {
  if (!bloat) return []
  const holders = holdersHere(bloat.thing)
  const [oldest] = holders
  if (!oldest) return []
  const ages = SOURCES.map(({ word, isOf }) => {
    const first = holders.find(isOf)
    return `${word} ${first ? `${first.xmin_age} (${nameOf(first)})` : 'none'}`
  })
  return [
    {
      text: `The oldest snapshots compared, in transactions back: ${ages.join(', ')}.`,
      evidence: [citeField(bloat.exhibit, 'xmin_age', oldest.xmin_age)],
    },
  ]
}

// Whether an alert complains that something holds vacuum back, rather than of what has come of it.

const SPOKEN =
  /\bxmin\b|oldest snapshot|prepared[\s_](transactions?|xacts?)|two[\s-]phase|not (?:be(?:ing)? )?remov|(?:never|cannot be|can ?not be|can't be|isn't|aren't|not being) (?:removed|freed|cleaned)|removes? (?:nothing|no )|frees? nothing|not yet removable/i

export function speaksOfHolding(subject: Subject): boolean {
  return SPOKEN.test(wordsOf(subject))
}

export function wordsOf({ alertName, labels, text }: Subject): string {
  return [spellOut(alertName), spellOut(labels.alertname ?? ''), text].join('\n')
}
