/** Transaction ids run out: a table has not been frozen for too long, and what keeps it from being frozen. */

import { actionOn, weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, TableBloat } from '../../database/database-scene.ts'
import { who } from '../../database/session-words.ts'
import type { SnapshotHolder } from '../../database/storage/dead-rows.ts'
import {
  adviceFor,
  comparedHolders,
  holderSentence,
  keepsCatalogueAlone,
  type OldestSnapshot,
  oldestSnapshot,
  whyNotFreed,
} from '../../database/storage/oldest-snapshot.ts'
import { citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import type { Subject } from '../../subject.ts'

/** The server stops taking writes near two thousand million; half of that is late. */
const DANGEROUS_AGE = 1_000_000_000
const LAST_AGE = 2_147_483_648
const PRESET_FREEZE_AGE = 200_000_000

type TableAge = TableBloat['wraparound']['oldest_tables'][number]

export const wraparound: Analyzer = (scene) => {
  const { database, subject } = scene
  const { bloat } = database ?? {}
  if (!database || !bloat) return []
  const age = Math.max(0, ...agesOf(bloat.thing, subject))
  const oldest = oldestTable(bloat.thing)
  const freezeAge = Number(bloat.thing.settings.autovacuum_freeze_max_age ?? PRESET_FREEZE_AGE)
  if (age >= DANGEROUS_AGE || (database.topics.has('wraparound') && age > 1.5 * freezeAge))
    return [findingOf({ age, oldest, freezeAge, snapshot: snapshotBefore(oldest, scene) }, database, subject)]
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

function findingOf({ age, oldest, freezeAge, snapshot }: Ages, database: DatabaseScene, subject: Subject): Finding {
  const exhibit = database.bloat?.exhibit
  if (exhibit === undefined || !database.bloat) throw new Error('The ages are read from the tables.')
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
      agesOf(database.bloat.thing, subject)[0] === age && citeField(exhibit, 'datfrozenxid_age', age),
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
  const vacuum = actionOn(
    database,
    'vacuum_table',
    { table },
    `Freezes the old rows of ${table} while reads and writes go on.`,
  )
  if (holder?.pid === undefined) return [vacuum]
  const session = {
    pid: holder.pid,
    usename: holder.usename ?? null,
    application_name: holder.application_name ?? null,
    client_addr: holder.client_addr ?? null,
  }
  return [
    actionOn(
      database,
      'terminate_query',
      { pid: holder.pid },
      `${who(session)} holds the snapshot behind which nothing can be frozen.`,
    ),
    vacuum,
  ]
}
