/** A standby receives in time and applies late, and no writer explains it: the reason is to be found on the standby. */
import type { EnvironmentMap } from '../../../../guidance/environment/environment-map.ts'
import { told, weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import {
  currentSibling,
  isBehind,
  isBehindOnTheWay,
  lagSentence,
  type Replica,
} from '../../database/replication/replica-lag.ts'
import { type Figure, figuresNamed, pointsOf, quoteOfLast } from '../../database/server/figures.ts'
import { lasting } from '../../database/told-session.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { seesWriter } from './replay-behind-writer.ts'

/** A lag that keeps to its length for so long is a setting; what cannot keep up wanders. */
const STEADY_SECONDS = 30 * 60
const STEADY_SHARE = 0.02
const ON_PURPOSE = /recovery_min_apply_delay|delayed (standby|replica)|\bon purpose\b|intentional|deliberate|by design/i

export const replayLate: Analyzer = ({ database, environment }) => {
  const { replication } = database ?? {}
  const replica = replication?.thing.replicas.find((one) => isBehind(one) && !isBehindOnTheWay(one))
  if (!database || !replication || !replica) return []
  const sibling = currentSibling(replica, replication.thing.replicas)
  if (!sibling && seesWriter(database)) return []
  const steady = steadyLag(replica, database)
  const issue = issueAbout(replica, environment)
  return [findingOf({ replica, sibling, steady, issue }, database)]
}

type Found = {
  replica: Replica
  sibling: Replica | undefined
  steady: Figure | undefined
  /** What people have written down about a delay of this very standby. */
  issue: string | undefined
}

function findingOf({ replica, sibling, steady, issue }: Found, database: DatabaseScene): Finding {
  const { replication } = database
  if (!replication) throw new Error('Lag is read from replication.')
  const isMeant = issue !== undefined
  return told({
    kind: 'replay_late',
    statement: [
      `${lagSentence(replica)}: the WAL arrives in time and is applied late.`,
      sibling
        ? `Replica ${sibling.application_name} applies the same WAL at once, so the reason lies with this standby, not with what is written.`
        : '',
      steady ? `The lag has kept to this length for ${lasting(spanOf(steady))}, as a delayed standby’s does.` : '',
      isMeant ? `It works as designed: the environment context says of it "${issue}"` : '',
    ]
      .filter(Boolean)
      .join(' '),
    evidence: [
      citeField(replication.exhibit, 'application_name', replica.application_name),
      citeField(replication.exhibit, 'replay_lag_seconds', replica.replay_lag_seconds),
      ...(sibling ? [citeField(replication.exhibit, 'application_name', sibling.application_name)] : []),
      ...(steady ? [cite(steady.exhibit, quoteOfLast(steady))] : []),
    ],
    confidence: confidenceOf({ sibling, steady, issue }),
    situation: isMeant ? 'works_as_designed' : 'fault',
    subject: { kind: 'Replica', name: replica.application_name },
    weight: weightFor(database, ['replication']),
    explains: ['costly_statement', 'runaway_query', 'growth'],
    noActionReason: isMeant
      ? 'The delay is meant.'
      : 'What holds up replay can be seen on the standby only, and nothing is changed there unseen.',
    suggestions: isMeant
      ? ['Exclude this standby from the alert, or give it a limit above its delay.']
      : [
          `Ask ${replica.application_name} itself: recovery_min_apply_delay, pg_is_wal_replay_paused(), queries that conflict with replay (pg_stat_activity, max_standby_streaming_delay), and its disk.`,
        ],
  })
}

function confidenceOf({ sibling, steady, issue }: Omit<Found, 'replica'>): number {
  if (issue !== undefined) return steady || sibling ? 0.9 : 0.75
  return sibling || steady ? 0.75 : 0.6
}

/** The series of this lag, where it has hardly moved for long. */
function steadyLag({ replay_lag_seconds }: Replica, { figures }: DatabaseScene): Figure | undefined {
  if (replay_lag_seconds === null) return undefined
  return figuresNamed(figures, /replication_lag(_seconds)?$|replay_lag(_seconds)?$/).find((figure) => {
    const values = pointsOf(figure).map(({ value }) => value)
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const isThis = Math.abs(high - replay_lag_seconds) <= STEADY_SHARE * replay_lag_seconds
    return isThis && high - low <= STEADY_SHARE * high && spanOf(figure) >= STEADY_SECONDS
  })
}

function spanOf(figure: Figure): number {
  const points = pointsOf(figure)
  return (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
}

/** Only what names this standby and speaks of a delay that is wanted. */
function issueAbout({ application_name }: Replica, { commonIssues }: EnvironmentMap): string | undefined {
  const name = application_name.toLowerCase()
  const about = commonIssues.find(({ issue, description }) => {
    const words = `${issue}\n${description}`
    return name.length > 2 && words.toLowerCase().includes(name) && ON_PURPOSE.test(words)
  })
  return about && (about.description || about.issue)
}
