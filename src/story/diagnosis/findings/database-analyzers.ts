/** What can be said about a database; with-care.ts says what it is worth where the alert may mean another. */

import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { connectionLeak } from './connections/connection-leak.ts'
import { connectionsExhausted } from './connections/connections-exhausted.ts'
import { connectionsWithinBounds } from './connections/connections-within-bounds.ts'
import { idleInTransaction } from './locks/idle-in-transaction.ts'
import { lockRoot } from './locks/lock-root.ts'
import { deadlocksHealed, lockWaitsBrief } from './locks/lock-waits-brief.ts'
import { preparedTransactionBlocks } from './locks/prepared-transaction-blocks.ts'
import { archivingFails } from './replication/archiving-fails.ts'
import { orphanSlot } from './replication/orphan-slot.ts'
import { recoveryConflict } from './replication/recovery-conflict.ts'
import { replayBehindWriter } from './replication/replay-behind-writer.ts'
import { replayLate } from './replication/replay-late.ts'
import { replicaCutOff } from './replication/replica-cut-off.ts'
import { collationMismatch } from './server/collation-mismatch.ts'
import { databaseAnswers, databaseDown, databaseQuiet } from './server/database-answers.ts'
import { databaseRestarted } from './server/database-restarted.ts'
import { costlyStatement } from './statements/costly-statement.ts'
import { failingStatements } from './statements/failing-statements.ts'
import { missingIndex } from './statements/missing-index.ts'
import { runawayQuery } from './statements/runaway-query.ts'
import { staleStatistics } from './statements/stale-statistics.ts'
import { statementOfRelease } from './statements/statement-of-release.ts'
import { temporaryFiles } from './statements/temporary-files.ts'
import { growthByWriter } from './upkeep/growth-by-writer.ts'
import { lateVacuum } from './upkeep/late-vacuum.ts'
import { snapshotHeld } from './upkeep/snapshot-held.ts'
import { upkeepLoad } from './upkeep/upkeep-load.ts'
import { upkeepUnderWay } from './upkeep/upkeep-under-way.ts'
import { vacuumInVain, vacuumNotDue } from './upkeep/vacuum-not-due.ts'
import { wraparound } from './upkeep/wraparound.ts'
import { writeStorm } from './upkeep/write-storm.ts'
import { withCare } from './with-care.ts'

const KNOWN = 0.5

const SPEAKING: readonly Analyzer[] = [
  lockRoot,
  lockWaitsBrief,
  preparedTransactionBlocks,
  deadlocksHealed,
  connectionLeak,
  connectionsExhausted,
  connectionsWithinBounds,
  idleInTransaction,
  runawayQuery,
  upkeepUnderWay,
  upkeepLoad,
  missingIndex,
  lateVacuum,
  vacuumInVain,
  vacuumNotDue,
  snapshotHeld,
  wraparound,
  replayBehindWriter,
  replayLate,
  replicaCutOff,
  orphanSlot,
  archivingFails,
  recoveryConflict,
  databaseDown,
  databaseRestarted,
  databaseAnswers,
  statementOfRelease,
  costlyStatement,
  staleStatistics,
  temporaryFiles,
  growthByWriter,
  writeStorm,
  failingStatements,
  collationMismatch,
]

export const DATABASE_ANALYZERS: readonly Analyzer[] = [...SPEAKING, quietWhereNobodySpeaks].map(withCare)

/** That nothing stands out is said only where nothing does. */
function quietWhereNobodySpeaks(scene: Scene): readonly Finding[] {
  const quiet = databaseQuiet(scene)
  const isDenial = quiet.some(({ kind }) => kind === 'database_unremarkable')
  return isDenial && SPEAKING.some((analyze) => speaks(analyze, scene)) ? [] : quiet
}

/** One that stumbles is told of where it is asked itself. */
function speaks(analyze: Analyzer, scene: Scene): boolean {
  try {
    return analyze(scene).some(({ weight, confidence }) => weight !== 'context' && confidence >= KNOWN)
  } catch {
    return false
  }
}
