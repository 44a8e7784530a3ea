/** What can be said about a database. What was seen on a server the alert does not name is told with doubt and never acted on. */
import type { Analyzer, Finding } from '../finding.ts'
import { archivingFails } from './archiving-fails.ts'
import { connectionLeak } from './connection-leak.ts'
import { connectionsExhausted } from './connections-exhausted.ts'
import { connectionsWithinBounds } from './connections-within-bounds.ts'
import { costlyStatement } from './costly-statement.ts'
import { databaseAnswers } from './database-answers.ts'
import { databaseDown } from './database-down.ts'
import { databaseQuiet } from './database-quiet.ts'
import { databaseRestarted } from './database-restarted.ts'
import { deadlocksHealed } from './deadlocks-healed.ts'
import { failingStatements } from './failing-statements.ts'
import { growthByWriter } from './growth-by-writer.ts'
import { idleInTransaction } from './idle-in-transaction.ts'
import { lateVacuum } from './late-vacuum.ts'
import { lockRoot } from './lock-root.ts'
import { lockWaitsBrief } from './lock-waits-brief.ts'
import { missingIndex } from './missing-index.ts'
import { noSynchronousStandby } from './no-synchronous-standby.ts'
import { orphanSlot } from './orphan-slot.ts'
import { preparedTransactionBlocks } from './prepared-transaction-blocks.ts'
import { recoveryConflict } from './recovery-conflict.ts'
import { replayBehindWriter } from './replay-behind-writer.ts'
import { replicaCutOff } from './replica-cut-off.ts'
import { replicationWithinBounds } from './replication-within-bounds.ts'
import { runWaits } from './run-waits.ts'
import { runawayQuery } from './runaway-query.ts'
import { slotsTaken } from './slots-taken.ts'
import { snapshotHeld } from './snapshot-held.ts'
import { staleStatistics } from './stale-statistics.ts'
import { statementOfRelease } from './statement-of-release.ts'
import { tableNotFound } from './table-not-found.ts'
import { upkeepUnderWay } from './upkeep-under-way.ts'
import { vacuumNotDue } from './vacuum-not-due.ts'
import { wraparound } from './wraparound.ts'
import { writeStorm } from './write-storm.ts'

const SEEN_ELSEWHERE = 0.4

export const DATABASE_ANALYZERS: readonly Analyzer[] = [
  lockRoot,
  lockWaitsBrief,
  preparedTransactionBlocks,
  deadlocksHealed,
  connectionLeak,
  slotsTaken,
  connectionsExhausted,
  connectionsWithinBounds,
  idleInTransaction,
  runawayQuery,
  runWaits,
  upkeepUnderWay,
  missingIndex,
  lateVacuum,
  vacuumNotDue,
  snapshotHeld,
  wraparound,
  replayBehindWriter,
  replicaCutOff,
  replicationWithinBounds,
  orphanSlot,
  archivingFails,
  recoveryConflict,
  noSynchronousStandby,
  databaseDown,
  databaseRestarted,
  databaseAnswers,
  statementOfRelease,
  costlyStatement,
  staleStatistics,
  growthByWriter,
  writeStorm,
  failingStatements,
  databaseQuiet,
  tableNotFound,
].map(withCare)

function withCare(analyze: Analyzer): Analyzer {
  return (scene) => {
    const { unknownName, database = '' } = scene.database ?? {}
    return analyze(scene)
      .map(onlyAsCause)
      .map((finding) => (unknownName === undefined ? finding : doubted(finding, unknownName, database)))
  }
}

/** What does not explain the alert is told, and nobody is ended for it. */
function onlyAsCause(finding: Finding): Finding {
  if (finding.weight !== 'context' || finding.actions.length === 0) return finding
  return { ...finding, actions: [], noActionReason: 'It does not explain the alert, so nothing is changed for it.' }
}

function doubted(finding: Finding, unknownName: string, database: string): Finding {
  return {
    ...finding,
    statement: `${finding.statement} The alert speaks of database ${unknownName}, which is none of those looked after; this was seen in ${database}.`,
    confidence: Math.min(finding.confidence, SEEN_ELSEWHERE),
    actions: [],
    noActionReason: `Database ${unknownName} is none of those looked after, and nothing is changed in another one.`,
  }
}
