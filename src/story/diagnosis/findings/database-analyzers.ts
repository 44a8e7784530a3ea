/** What can be said about a database, and what it is worth where the alert may mean another. */
import { otherMaker } from '../database/asking/database-concern.ts'
import { mayBringAbout, otherServer } from '../database/asking/other-server.ts'
import { isTiedToAlert } from '../database/asking/points-to-database.ts'
import type { DatabaseScene } from '../database/database-scene.ts'
import { type Analyzer, type Finding, NOTHING_TIES } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { connectionLeak, connectionsExhausted, connectionsWithinBounds } from './connections/connections.ts'
import { idleInTransaction } from './locks/idle-in-transaction.ts'
import { lockRoot } from './locks/lock-root.ts'
import { deadlocksHealed, lockWaitsBrief, preparedTransactionBlocks } from './locks/lock-waits-brief.ts'
import { archivingFails, orphanSlot } from './replication/kept-wal.ts'
import { replayBehindWriter, replayLate } from './replication/replay.ts'
import { recoveryConflict, replicaCutOff } from './replication/standby.ts'
import {
  collationMismatch,
  databaseAnswers,
  databaseDown,
  databaseQuiet,
  databaseRestarted,
} from './server/database-server.ts'
import { costlyStatement, missingIndex, staleStatistics } from './statements/costly-statements.ts'
import { failingStatements } from './statements/failing-statements.ts'
import { runawayQuery, temporaryFiles } from './statements/heavy-statements.ts'
import { statementOfRelease } from './statements/statement-of-release.ts'
import { snapshotHeld, wraparound } from './upkeep/held-horizon.ts'
import { upkeepLoad, upkeepUnderWay } from './upkeep/upkeep-at-work.ts'
import { lateVacuum, vacuumInVain, vacuumNotDue } from './upkeep/vacuum.ts'
import { growthByWriter, writeStorm } from './upkeep/writers.ts'

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

// What was seen on a server the alert may not mean is told with doubt, is no all-clear and never acted on.

const BESIDE = 0.4

function withCare(analyze: Analyzer): Analyzer {
  return (scene) => {
    const doubt = doubtIn(scene)
    const isTied = isTiedToAlert(scene)
    const { database = '' } = scene.database ?? {}
    return analyze(scene)
      .filter((finding) => doubt === undefined || !isAllClear(finding))
      .map(onlyAsCause)
      .map((finding) => (mayBringAbout(finding, scene) || !isTied ? finding : anotherMatter(finding)))
      .map((finding) => (isTied ? finding : besideAlert(finding, database)))
      .map((finding) => (doubt === undefined ? finding : doubted(finding, doubt)))
      .map((finding) => (scene.database && isAllClear(finding) ? named(finding, scene.database) : finding))
  }
}

function isAllClear({ situation }: Finding): boolean {
  return situation === 'recovered' || situation === 'works_as_designed'
}

/** Whoever reads that nothing is wrong must see with whom. */
function named(finding: Finding, { database, connections }: DatabaseScene): Finding {
  const { host } = connections?.thing ?? {}
  const where = host === undefined ? '' : ` on ${host}`
  return { ...finding, statement: `${finding.statement} The database looked at is ${database}${where}.` }
}

type Doubt = { said: string; noActionReason: string }

/** The alert says by name that it means another server than the one that was asked: what is well or wrong here says nothing of that one. */
function doubtIn(scene: Scene): Doubt | undefined {
  const { unknownName, database = '' } = scene.database ?? {}
  if (database === '') return undefined
  if (unknownName !== undefined)
    return {
      said: `The alert speaks of database ${unknownName}, which is none of those looked after; this was seen in ${database}.`,
      noActionReason: `Database ${unknownName} is none of those looked after, and nothing is changed in another one.`,
    }
  const maker = otherMaker(scene.subject)
  if (maker !== undefined)
    return {
      said: `The alert speaks of ${maker}, and this was seen in ${database}, a PostgreSQL.`,
      noActionReason: `The alert speaks of ${maker}, so nothing is changed in a PostgreSQL.`,
    }
  const other = otherServer(scene)
  if (other === undefined) return undefined
  return {
    said: `The alert speaks of ${other}, and nothing says that this is the server of database ${database}, where this was seen.`,
    noActionReason: `Nothing says that ${other} is the server of database ${database}, so nothing is changed there.`,
  }
}

function doubted(finding: Finding, { said, noActionReason }: Doubt): Finding {
  const statement = `${finding.statement} ${said}`
  const confidence = Math.min(finding.confidence, BESIDE)
  return { ...finding, statement, confidence, actions: [], noActionReason, against: NOT_MEANT }
}

const NOT_MEANT = 'nothing says that the alert means this server'

/** What does not explain the alert is told, and nobody is ended for it. */
function onlyAsCause(finding: Finding): Finding {
  if (finding.weight !== 'context' || finding.actions.length === 0) return finding
  return { ...finding, actions: [], noActionReason: noReason(finding) }
}

/** Told, for a person may know how the two belong together; neither acted on nor an all-clear. */
function besideAlert(finding: Finding, database: string): Finding {
  return {
    ...finding,
    // First, because lists show how a conclusion begins.
    statement: `The alert does not speak of database ${database}, and nothing that was seen ties the two. ${finding.statement}`,
    confidence: Math.min(finding.confidence, BESIDE),
    situation: isAllClear(finding) ? 'unclear' : finding.situation,
    weight: finding.weight === 'cause' ? 'symptom' : finding.weight,
    actions: [],
    noActionReason: `Nothing ties database ${database} to the alert, so nothing is changed there.`,
    against: NOTHING_TIES,
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
    noActionReason: noReason(finding),
    against: 'it does not explain what the alert complains of',
  }
}

/** It may be read alone, at the top of a page. */
function noReason({ subject: { name } }: Finding): string {
  return `What was seen of ${name} does not explain the alert, so nothing is changed for it.`
}
