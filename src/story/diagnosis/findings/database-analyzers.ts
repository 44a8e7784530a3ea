/** What can be said about a database. What was seen on a server the alert does not name is told with doubt and never acted on. */

import { mayBringAbout } from '../database/asking/machine-complaint.ts'
import { isTiedToAlert } from '../database/asking/tied-to-alert.ts'
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
import { replicationWithinBounds } from './replication/replication-within-bounds.ts'
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
import { horizonHeld } from './upkeep/horizon-held.ts'
import { lateVacuum } from './upkeep/late-vacuum.ts'
import { snapshotHeld } from './upkeep/snapshot-held.ts'
import { upkeepLoad } from './upkeep/upkeep-load.ts'
import { upkeepUnderWay } from './upkeep/upkeep-under-way.ts'
import { vacuumInVain, vacuumNotDue } from './upkeep/vacuum-not-due.ts'
import { wraparound } from './upkeep/wraparound.ts'
import { writeStorm } from './upkeep/write-storm.ts'

const SEEN_ELSEWHERE = 0.4
const BESIDE = 0.4
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
  horizonHeld,
  wraparound,
  replayBehindWriter,
  replayLate,
  replicaCutOff,
  replicationWithinBounds,
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

function withCare(analyze: Analyzer): Analyzer {
  return (scene) => {
    const { unknownName, database = '' } = scene.database ?? {}
    const isTied = isTiedToAlert(scene)
    return analyze(scene)
      .map(onlyAsCause)
      .map((finding) => (mayBringAbout(finding, scene) || !isTied ? finding : anotherMatter(finding)))
      .map((finding) => (isTied ? finding : besideAlert(finding, database)))
      .map((finding) => (unknownName === undefined ? finding : doubted(finding, unknownName, database)))
  }
}

/** What does not explain the alert is told, and nobody is ended for it. */
function onlyAsCause(finding: Finding): Finding {
  if (finding.weight !== 'context' || finding.actions.length === 0) return finding
  return { ...finding, actions: [], noActionReason: 'It does not explain the alert, so nothing is changed for it.' }
}

/** Told, for a person may know how the two belong together; neither acted on nor an all-clear. */
function besideAlert(finding: Finding, database: string): Finding {
  const isAllClear = finding.situation === 'recovered' || finding.situation === 'works_as_designed'
  return {
    ...finding,
    // First, because lists show how a conclusion begins.
    statement: `The alert does not speak of database ${database}, and nothing that was seen ties the two. ${finding.statement}`,
    confidence: Math.min(finding.confidence, BESIDE),
    situation: isAllClear ? 'unclear' : finding.situation,
    weight: finding.weight === 'cause' ? 'symptom' : finding.weight,
    actions: [],
    noActionReason: 'Nothing ties it to the alert, so nothing is changed for it.',
  }
}

/** What sessions do to each other is told beside the disk of their server, and is no reason for it. */
function anotherMatter(finding: Finding): Finding {
  return {
    ...finding,
    statement: `${finding.statement} It does not explain what the alert complains of.`,
    confidence: Math.min(finding.confidence, BESIDE),
    situation: finding.situation === 'fault' ? 'fault' : 'unclear',
    actions: [],
    noActionReason: 'It does not explain the alert, so nothing is changed for it.',
  }
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
