/**
 * Vacuum comes and frees nothing, because somebody may still look at the old rows: that one has to let go first. Where nothing
 * has swollen yet, it is told to whoever complains of the age of transactions or of a vacuum in vain.
 */

import { minutesBetween } from '../../cluster/saying/say.ts'
import { actionOn, weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { clockTime, percent } from '../../database/session-words.ts'
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
  type OldestSnapshot,
  oldestSnapshot,
  reachSentence,
  speaksOfHolding,
  whyNotFreed,
  wordsOf,
} from '../../database/storage/oldest-snapshot.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { wraparound } from './wraparound.ts'

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
  if (oldest && isInVain) return [findingOf(oldest, table, scene)]
  const far = oldest ?? preparedSpokenOf(scene)
  return far?.origin && isTheMatter(far.origin, scene) ? [findingOf(far, undefined, scene)] : []
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

function wasTried(table: BloatedTable, holder: SnapshotHolder | undefined): boolean {
  const last = lastVacuumOf(table)
  const since = holder && heldSince(holder)
  if (last === undefined) return false
  return since === undefined
    ? table.autovacuum_begins_at !== null && table.n_dead_tup >= table.autovacuum_begins_at
    : last > since
}

/** Without a table nothing has swollen yet. */
function findingOf(oldest: OldestSnapshot, table: BloatedTable | undefined, scene: Scene): Finding {
  const { database } = scene
  if (!database?.bloat) throw new Error('A held snapshot is read from the tables.')
  const { origin } = oldest
  const obstacle = whyNotFreed(oldest) ?? (table && whyBeside(table, database))
  const since = origin && heldSince(origin)
  return fault({
    kind: table ? 'snapshot_held' : 'horizon_held',
    statement: table ? statementOf(oldest, table) : farSentence(oldest, scene),
    facts: [...factsOf(database), ...comparedHolders(database)],
    evidence: evidenceOf(oldest, table, database.bloat.exhibit),
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
  const ended = actionOn(database, 'terminate_query', { pid }, why)
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

function evidenceOf({ origin, heirs }: OldestSnapshot, table: BloatedTable | undefined, exhibit: Exhibit) {
  const holder = origin ?? heirs[0]
  const fields = (['xmin_age', 'pid', 'gid', 'slot_name'] as const).flatMap((field) => {
    const value = holder?.[field]
    return value === undefined ? [] : [citeField(exhibit, field, value)]
  })
  return table
    ? [
        ...fields,
        citeField(exhibit, 'n_dead_tup', table.n_dead_tup),
        citeField(exhibit, 'last_autovacuum', table.last_autovacuum),
      ]
    : fields
}

function confidenceOf({ origin, isOwner }: OldestSnapshot, { lines }: DatabaseScene): number {
  if (origin === undefined) return 0.5
  const isLogged = linesMatching(lines, IN_VAIN).length > 0
  return isLogged || isOwner || origin.kind === 'session' ? 0.9 : 0.8
}
