/** Somebody holds everything back though nothing has swollen yet: the alert is about the age of transactions, or about a vacuum that removes nothing. */
import { actionOn, weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { heldSince, holdersHere, isNamedTable, type SnapshotHolder } from '../../database/storage/dead-rows.ts'
import {
  adviceFor,
  comparedHolders,
  heirSentence,
  holderSentence,
  speaksOfHolding,
  whyNotFreed,
  wordsOf,
} from '../../database/storage/holder-words.ts'
import { type OldestSnapshot, oldestSnapshot } from '../../database/storage/oldest-snapshot.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { IN_VAIN, snapshotHeld } from './snapshot-held.ts'
import { wraparound } from './wraparound.ts'

const PRESET_FREEZE_AGE = 200_000_000
/** Of the age at which autovacuum begins to freeze: so much held back is worth a word without anybody complaining. */
const FAR_SHARE = 0.5
export const horizonHeld: Analyzer = (scene) => {
  const { database } = scene
  if (!database?.bloat || !['wraparound', 'bloat', 'idle'].some((topic) => database.topics.has(topic as 'idle')))
    return []
  const oldest = oldestSnapshot(scene) ?? preparedSpokenOf(scene)
  if (!oldest?.origin || !isTheMatter(oldest.origin, scene)) return []
  // Told by what it has brought about already, where it has.
  const isReported = snapshotHeld(scene).length > 0 || wraparound(scene).some(({ kind }) => kind === 'wraparound')
  return isReported ? [] : [findingOf(oldest, oldest.origin, scene, database)]
}

/** Whoever complains of prepared transactions means the oldest of them, however few ids were given out since. */
function preparedSpokenOf({ database, subject }: Scene): OldestSnapshot | undefined {
  const holders = database?.bloat ? holdersHere(database.bloat.thing) : []
  const origin = holders.find(({ kind }) => kind === 'prepared transaction')
  if (!origin || !/prepared|two[\s-]phase/i.test(wordsOf(subject))) return undefined
  return { origin, isOwner: true, heirs: [], partners: [], behind: undefined }
}

function isTheMatter(holder: SnapshotHolder, { database, subject }: Scene): boolean {
  if (speaksOfHolding(subject) || linesMatching(database?.lines ?? [], IN_VAIN).length > 0) return true
  const begins = Number(database?.bloat?.thing.settings.autovacuum_freeze_max_age ?? PRESET_FREEZE_AGE)
  return (database?.topics.has('wraparound') ?? false) && holder.xmin_age >= FAR_SHARE * begins
}

function findingOf(oldest: OldestSnapshot, holder: SnapshotHolder, scene: Scene, database: DatabaseScene): Finding {
  const { bloat, lines } = database
  if (!bloat) throw new Error('Who holds snapshots is read with the tables.')
  const logged = linesMatching(lines, IN_VAIN).at(-1)
  const obstacle = whyNotFreed(oldest)
  const since = heldSince(holder)
  return fault({
    kind: 'horizon_held',
    statement: `${holderSentence(holder)}: vacuum may neither remove nor freeze anything younger, in no table.${tableSentence(scene, database)}${heirSentence(oldest)}`,
    facts: [
      ...comparedHolders(database),
      ...(logged
        ? [
            {
              text: `The log says: ${logged.thing.line.slice(0, 300)}`,
              evidence: [cite(logged.exhibit, logged.thing.line)],
            },
          ]
        : []),
    ],
    evidence: [
      citeField(bloat.exhibit, 'xmin_age', holder.xmin_age),
      ...(holder.pid === undefined ? [] : [citeField(bloat.exhibit, 'pid', holder.pid)]),
      ...(holder.gid === undefined ? [] : [citeField(bloat.exhibit, 'gid', holder.gid)]),
      ...(holder.slot_name === undefined ? [] : [citeField(bloat.exhibit, 'slot_name', holder.slot_name)]),
    ],
    confidence: logged || oldest.isOwner || holder.kind === 'session' ? 0.9 : 0.8,
    subject: { kind: 'Database', name: database.database },
    weight: weightFor(database, ['wraparound', 'bloat', 'idle']),
    ...(since !== undefined && { since: new Date(since) }),
    explains: ['idle_in_transaction', 'late_vacuum', 'runaway_query'],
    ...(obstacle === undefined && holder.pid !== undefined
      ? {
          actions: [
            actionOn(
              database,
              'terminate_query',
              { pid: holder.pid },
              `pid ${holder.pid} holds the oldest snapshot of all; without it vacuum can remove and freeze again.`,
            ),
          ],
        }
      : { noActionReason: `${obstacle ?? 'Nobody who could be ended holds it.'} Vacuum frees nothing before.` }),
    suggestions: adviceFor(holder),
  })
}

function tableSentence({ subject }: Scene, { bloat }: DatabaseScene): string {
  const table = bloat?.thing.tables.find((one) => isNamedTable(one, subject))
  return table
    ? ` ${table.schemaname}.${table.relname} has ${table.n_dead_tup} dead rows beside ${table.n_live_tup} live ones.`
    : ''
}
