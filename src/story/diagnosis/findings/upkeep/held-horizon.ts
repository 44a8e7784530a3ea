/** Rows that may be neither removed nor frozen: somebody holds an old snapshot, or transaction ids run out. */

import type { Seen } from '../../cluster/cluster-scene.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { actionOn, weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, TableBloat } from '../../database/database-scene.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { clockTime, percent, who } from '../../database/session-words.ts'
import { tablesIn } from '../../database/statements/sql-words.ts'
import {
  type BloatedTable,
  bloatedTables,
  heldSince,
  holdersHere,
  isNamedTable,
  lastVacuumOf,
  type SnapshotHolder,
} from '../../database/storage/dead-rows.ts'
import {
  adviceFor,
  comparedHolders,
  heirSentence,
  holderSentence,
  keepsCatalogueAlone,
  type OldestSnapshot,
  oldestSnapshot,
  reachSentence,
  speaksOfHolding,
  whyNotFreed,
  wordsOf,
} from '../../database/storage/oldest-snapshot.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import type { Subject } from '../../subject.ts'
import { endSession } from '../database-fault.ts'

const PRESET_FREEZE_AGE = 200_000_000
/** Of the age at which autovacuum begins to freeze: so much held back is worth a word without anybody complaining. */
const FAR_SHARE = 0.5

export const snapshotHeld: Analyzer = (scene) => {
  const { database, subject } = scene
  const { bloat, lines = [] } = database ?? {}
  if (!database || !bloat) return []
  const oldest = oldestSnapshot(scene)
  const [table] = bloatedTables(bloat.thing, subject)
  // A vacuum that has not come since cannot have been in vain.
  const isInVain = table && (wasTried(table, oldest?.origin) || linesMatching(lines, IN_VAIN).length > 0)
  if (oldest && isInVain) return [heldBack(oldest, table, scene, database)]
  const far = oldest ?? preparedSpokenOf(scene)
  return far?.origin && isTheMatter(far.origin, scene) ? [heldBack(far, undefined, scene, database)] : []
}

/** Whoever complains of prepared transactions means the oldest of them, however few ids were given out since. */
function preparedSpokenOf({ database, subject }: Scene): OldestSnapshot | undefined {
  const holders = database?.bloat ? holdersHere(database.bloat.thing) : []
  const origin = holders.find(({ kind }) => kind === 'prepared transaction')
  if (!origin || !/prepared|two[\s-]phase/i.test(wordsOf(subject))) return undefined
  return { origin, isOwner: true, heirs: [], partners: [], behind: undefined }
}

function isTheMatter(holder: SnapshotHolder, scene: Scene): boolean {
  const { topics, lines = [], bloat } = scene.database ?? {}
  if (!(['wraparound', 'bloat', 'idle'] as const).some((topic) => topics?.has(topic))) return false
  // Told by what it has brought about already, where it has.
  if (wraparound(scene).some(({ kind }) => kind === 'wraparound')) return false
  if (speaksOfHolding(scene.subject) || linesMatching(lines, IN_VAIN).length > 0) return true
  const begins = Number(bloat?.thing.settings.autovacuum_freeze_max_age ?? PRESET_FREEZE_AGE)
  return (topics?.has('wraparound') ?? false) && holder.xmin_age >= FAR_SHARE * begins
}

/** What a vacuum says that could not remove what is dead. Every report has these words; only a number above zero says something. */
export const IN_VAIN = /\b[1-9]\d* (?:\w+ ){0,4}(?:not yet removable|cannot be removed yet)/i

export function isDue({ n_dead_tup, autovacuum_begins_at }: BloatedTable): boolean {
  return autovacuum_begins_at !== null && n_dead_tup >= autovacuum_begins_at
}

function wasTried(table: BloatedTable, holder: SnapshotHolder | undefined): boolean {
  const last = lastVacuumOf(table)
  const since = holder && heldSince(holder)
  if (last === undefined) return false
  return since === undefined ? isDue(table) : last > since
}

/** Without a table nothing has swollen yet. */
function heldBack(
  oldest: OldestSnapshot,
  table: BloatedTable | undefined,
  scene: Scene,
  database: DatabaseScene,
): Finding {
  const { origin } = oldest
  const obstacle = whyNotFreed(oldest) ?? (table && whyBeside(table, database))
  const since = origin && heldSince(origin)
  return fault({
    kind: table ? 'snapshot_held' : 'horizon_held',
    statement: table ? statementOf(oldest, table) : farSentence(oldest, scene),
    facts: [...factsOf(database), ...comparedHolders(database)],
    evidence: evidenceOf(oldest, table, database),
    confidence: confidenceOf(oldest, database),
    subject: table ? { kind: 'Table', name: table.relname } : { kind: 'Database', name: database.database },
    weight: weightFor(database, ['bloat', 'idle', 'wraparound', ...(table ? (['disk', 'slow'] as const) : [])]),
    explains: [
      'late_vacuum',
      'idle_in_transaction',
      'runaway_query',
      ...(table ? ['missing_index', 'wraparound'] : []),
    ],
    ...(since !== undefined && { since: new Date(since) }),
    ...(obstacle === undefined && origin?.pid !== undefined
      ? { actions: stepsFor(origin.pid, table && !comesByItself(table, scene) ? table : undefined, database) }
      : {
          noActionReason: `${obstacle ?? 'Nobody who could be ended holds the snapshot.'} Vacuum frees nothing before.`,
        }),
    suggestions: adviceFor(origin),
  })
}

function farSentence(oldest: OldestSnapshot, { subject, database }: Scene): string {
  const named = database?.bloat?.thing.tables.find((one) => isNamedTable(one, subject))
  const rows = named
    ? ` ${named.schemaname}.${named.relname} has ${named.n_dead_tup} dead rows beside ${named.n_live_tup} live ones.`
    : ''
  const who = oldest.origin ? holderSentence(oldest.origin) : ''
  return `${who}: vacuum may neither remove nor freeze anything younger, in no table.${rows}${heirSentence(oldest)}`
}

/** Where the alert only says slow, dead rows explain it to those who read that table. */
function whyBeside({ relname }: BloatedTable, { topics, queries }: DatabaseScene): string | undefined {
  const isOfRows = (['bloat', 'idle', 'wraparound', 'disk'] as const).some((topic) => topics.has(topic))
  if (isOfRows || !topics.has('slow') || !queries) return undefined
  const { running, statements } = queries.thing
  const isRead = [...running, ...(statements?.by_total_time ?? [])].some(({ query }) =>
    tablesIn(query).includes(relname),
  )
  return isRead ? undefined : `Nobody is seen to read ${relname}, so nothing shows that its dead rows make others slow.`
}

function statementOf(oldest: OldestSnapshot, table: BloatedTable): string {
  const last = lastVacuumOf(table)
  const [heir] = oldest.heirs
  const unseen = oldest.behind
    ? `${reachSentence(oldest.behind)}, ${heir?.xmin_age} transactions, and so keeps`
    : `Somebody who could not be seen holds a snapshot ${heir?.xmin_age} transactions back and so keeps`
  const who = oldest.origin ? `${holderSentence(oldest.origin)} and so keeps` : unseen
  return `${who} vacuum from removing dead rows: ${table.schemaname}.${table.relname} has ${table.n_dead_tup} dead rows (${percent(table.dead_ratio ?? 0)} of all) although it was vacuumed${last ? ` at ${clockTime(last)}` : ''}. Vacuum alone frees nothing while that snapshot is held.${heirSentence(oldest)}`
}

/** The table where it is to be vacuumed as well. */
function stepsFor(pid: number, table: BloatedTable | undefined, database: DatabaseScene): Finding['actions'] {
  const why = `pid ${pid} holds the oldest snapshot; without it vacuum can free the rows.`
  const ended = endSession(database, pid, why)
  if (!table) return [ended]
  const named = { table: `${table.schemaname}.${table.relname}` }
  return [ended, actionOn(database, 'vacuum_table', named, 'Frees the dead rows once nobody needs them any more.')]
}

const SOON_MINUTES = 10

/** What comes again and again in vain frees the rows the next time, without anybody's help. */
function comesByItself({ last_autovacuum: last }: BloatedTable, { now }: Scene): boolean {
  return last !== null && minutesBetween(new Date(last), now) < SOON_MINUTES
}

function factsOf({ lines }: DatabaseScene): Finding['facts'] {
  const logged = linesMatching(lines, IN_VAIN).at(-1)
  if (!logged) return []
  const { line } = logged.thing
  return [{ text: `The log says: ${line.slice(0, 400)}`, evidence: [cite(logged.exhibit, line)] }]
}

function evidenceOf({ origin, heirs }: OldestSnapshot, table: BloatedTable | undefined, { bloat }: DatabaseScene) {
  if (!bloat) return []
  const { exhibit } = bloat
  const holder = origin ?? heirs[0]
  const fields = (['xmin_age', 'pid', 'gid', 'slot_name'] as const).flatMap((field) => {
    const value = holder?.[field]
    return value === undefined ? [] : [citeField(exhibit, field, value)]
  })
  return [
    ...fields,
    table && citeField(exhibit, 'n_dead_tup', table.n_dead_tup),
    table && citeField(exhibit, 'last_autovacuum', table.last_autovacuum),
  ]
}

function confidenceOf({ origin, isOwner }: OldestSnapshot, { lines }: DatabaseScene): number {
  if (origin === undefined) return 0.5
  const isLogged = linesMatching(lines, IN_VAIN).length > 0
  return isLogged || isOwner || origin.kind === 'session' ? 0.9 : 0.8
}

// Transaction ids run out: a table has not been frozen for too long, and what keeps it from being frozen.

/** The server stops taking writes near two thousand million; half of that is late. */
const DANGEROUS_AGE = 1_000_000_000
const LAST_AGE = 2_147_483_648

type TableAge = TableBloat['wraparound']['oldest_tables'][number]

export const wraparound: Analyzer = (scene) => {
  const { database, subject } = scene
  const { bloat } = database ?? {}
  if (!database || !bloat) return []
  const age = Math.max(0, ...agesOf(bloat.thing, subject))
  const oldest = oldestTable(bloat.thing)
  const freezeAge = Number(bloat.thing.settings.autovacuum_freeze_max_age ?? PRESET_FREEZE_AGE)
  if (age >= DANGEROUS_AGE || (database.topics.has('wraparound') && age > 1.5 * freezeAge))
    return [unfrozen({ age, oldest, freezeAge, snapshot: snapshotBefore(oldest, scene) }, database, bloat, subject)]
  return []
}

/** Tables of the system are held back by slots that keep nothing but the catalogue as well. */
function snapshotBefore(oldest: TableAge | undefined, scene: Scene): OldestSnapshot | undefined {
  const held = oldestSnapshot(scene)
  const slot = scene.database?.bloat?.thing.snapshot_holders.find(keepsCatalogueAlone)
  const isOlder = slot !== undefined && slot.xmin_age > (held?.origin?.xmin_age ?? 0)
  return isOlder && isOfSystem(oldest)
    ? { origin: slot, isOwner: false, heirs: [], partners: [], behind: undefined }
    : held
}

function isOfSystem(table: TableAge | undefined): boolean {
  return /^(pg_|information_schema)/.test(table?.schemaname ?? '')
}

function agesOf({ wraparound: { databases, oldest_tables } }: TableBloat, subject: Subject): number[] {
  const named = databases.filter(({ datname }) => datname === subject.database)
  const ages = (named.length > 0 ? named : databases).map(({ datfrozenxid_age }) => datfrozenxid_age ?? 0)
  return [...ages, ...oldest_tables.map(({ relfrozenxid_age }) => relfrozenxid_age ?? 0)]
}

/** Where the catalogue could be read only in part, the tables shown tell as well. */
function oldestTable({ wraparound: { oldest_tables }, tables }: TableBloat): TableAge | undefined {
  const all: TableAge[] = [...oldest_tables, ...tables]
  return all.sort((one, other) => (other.relfrozenxid_age ?? 0) - (one.relfrozenxid_age ?? 0))[0]
}

type Ages = {
  age: number
  oldest: TableAge | undefined
  freezeAge: number
  snapshot: OldestSnapshot | undefined
}

function unfrozen(
  { age, oldest, freezeAge, snapshot }: Ages,
  database: DatabaseScene,
  { thing, exhibit }: Seen<TableBloat>,
  subject: Subject,
): Finding {
  const name = oldest ? `${oldest.schemaname}.${oldest.relname}` : 'an unknown table'
  // Ids are not frozen beyond the oldest snapshot; one much younger than the table stands in nobody's way.
  const reach = (snapshot?.origin ?? snapshot?.heirs[0])?.xmin_age ?? 0
  const pinning = reach >= 0.5 * age ? snapshot : undefined
  const holder = pinning?.origin
  const obstacle = oldest ? whyNotVacuumed(oldest, database, pinning) : 'No table could be seen.'
  return fault({
    kind: 'wraparound',
    statement: `${age >= DANGEROUS_AGE ? 'Transaction id wraparound comes near' : 'Freezing is late, which ends in transaction id wraparound'}: ${name} has not been frozen for ${oldest?.relfrozenxid_age ?? age} transactions (database age ${age} of ${LAST_AGE} at most). ${whyUnfrozen(oldest, freezeAge, holder)}`,
    facts: pinning ? comparedHolders(database) : [],
    evidence: [
      holder && citeField(exhibit, 'xmin_age', holder.xmin_age),
      oldest?.relfrozenxid_age && [
        citeField(exhibit, 'relfrozenxid_age', oldest.relfrozenxid_age),
        citeField(exhibit, 'relname', oldest.relname),
      ],
      agesOf(thing, subject)[0] === age && citeField(exhibit, 'datfrozenxid_age', age),
    ],
    confidence: oldest ? 0.9 : 0.6,
    subject: { kind: 'Table', name: oldest?.relname ?? '' },
    weight: weightFor(database, ['wraparound', 'bloat'], 'symptom'),
    explains: ['late_vacuum', ...(holder?.kind === 'session' ? ['idle_in_transaction', 'runaway_query'] : [])],
    ...(obstacle === undefined ? { actions: actionsFor(name, holder, database) } : { noActionReason: obstacle }),
    suggestions: [
      ...(pinning ? adviceFor(holder) : []),
      `Let autovacuum freeze ${name} again: reset autovacuum_enabled and autovacuum_freeze_max_age. Never VACUUM FULL for this.`,
    ],
  })
}

function whyUnfrozen(oldest: TableAge | undefined, freezeAge: number, holder: SnapshotHolder | undefined): string {
  if (holder) return `${holderSentence(holder)}: nothing younger can be frozen, however often vacuum comes.`
  const options = (oldest?.reloptions ?? []).filter((option) => option.startsWith('autovacuum'))
  if (options.length > 0) return `Its own options keep autovacuum away: ${options.join(', ')}.`
  if (freezeAge > PRESET_FREEZE_AGE)
    return `autovacuum_freeze_max_age was raised to ${freezeAge}, so autovacuum begins late.`
  return `Autovacuum should have frozen it at ${freezeAge}. A plain VACUUM of that table freezes it.`
}

function whyNotVacuumed(
  table: TableAge,
  { bloat }: DatabaseScene,
  pinning: OldestSnapshot | undefined,
): string | undefined {
  const { schemaname, relname } = table
  const running = bloat?.thing.vacuums_running.find((one) => one.relname === relname && one.schemaname === schemaname)
  if (running)
    return `${schemaname}.${relname} is being vacuumed right now (pid ${running.pid}, ${running.phase}); it should be let finish.`
  const held = pinning && whyNotFreed(pinning)
  if (held !== undefined || !isOfSystem(table)) return held
  return `${schemaname}.${relname} is a table of the system; a superuser has to vacuum it.`
}

function actionsFor(table: string, holder: SnapshotHolder | undefined, database: DatabaseScene): Finding['actions'] {
  const why = `Freezes the old rows of ${table} while reads and writes go on.`
  const vacuum = actionOn(database, 'vacuum_table', { table }, why)
  if (holder?.pid === undefined) return [vacuum]
  const { pid, usename = null, application_name = null, client_addr = null } = holder
  const session = { pid, usename, application_name, client_addr }
  return [
    endSession(database, holder.pid, `${who(session)} holds the snapshot behind which nothing can be frozen.`),
    vacuum,
  ]
}
