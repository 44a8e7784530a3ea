/** A standby receives in time and applies late, and no writer explains it: the reason is to be found on the standby. */

import type { EnvironmentMap } from '../../../../guidance/environment/environment-map.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import {
  currentSibling,
  isBehind,
  isBehindOnTheWay,
  lagSentence,
  type Replica,
} from '../../database/replication/replica-lag.ts'
import { type Figure, figuresNamed, pointsOf, quoteOfLast } from '../../database/server/figures.ts'
import { lasting } from '../../database/session-words.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import { seesWriter } from './replay-behind-writer.ts'

/** A lag that keeps to its length for so long is a setting; what cannot keep up wanders. */
const STEADY_SECONDS = 30 * 60
const STEADY_SHARE = 0.02
/** A delayed standby trails its delay by no more than it takes to apply. */
const BEYOND_SHARE = 1.25

export const replayLate: Analyzer = ({ database, environment }) => {
  const { replication } = database ?? {}
  const replica = replication?.thing.replicas.find((one) => isBehind(one) && !isBehindOnTheWay(one))
  if (!database || !replication || !replica) return []
  const sibling = currentSibling(replica, replication.thing.replicas)
  if (!sibling && seesWriter(database)) return []
  const steady = steadyLag(replica, database)
  const meant = meantDelayOf(replica.application_name, environment)
  return [findingOf({ replica, sibling, steady, meant }, database)]
}

type Found = {
  replica: Replica
  sibling: Replica | undefined
  steady: Figure | undefined
  /** What people have written down about a delay of this very standby. */
  meant: MeantDelay | undefined
}

function findingOf({ replica, sibling, steady, meant }: Found, database: DatabaseScene): Finding {
  const { replication } = database
  if (!replication) throw new Error('Lag is read from replication.')
  const isMeant = meant !== undefined && !isBeyond(replica, meant)
  return fault({
    kind: 'replay_late',
    statement: [
      `${lagSentence(replica)}: the WAL arrives in time and is applied late.`,
      sibling
        ? `Replica ${sibling.application_name} applies the same WAL at once, so the reason lies with this standby, not with what is written.`
        : '',
      steady ? `The lag has kept to this length for ${lasting(spanOf(steady))}, as a delayed standby’s does.` : '',
      isMeant ? `It works as designed: the environment context says of it "${meant.words}"` : '',
      meant && !isMeant ? `That is longer than the delay that is meant: "${meant.words}"` : '',
    ]
      .filter(Boolean)
      .join(' '),
    evidence: [
      citeField(replication.exhibit, 'application_name', replica.application_name),
      citeField(replication.exhibit, 'replay_lag_seconds', replica.replay_lag_seconds),
      sibling && citeField(replication.exhibit, 'application_name', sibling.application_name),
      steady && cite(steady.exhibit, quoteOfLast(steady)),
    ],
    confidence: confidenceOf({ sibling, steady, meant: isMeant ? meant : undefined }),
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

/** Where nobody wrote how long it is meant to be, only a lag that does not move shows that it is a setting. */
function confidenceOf({ sibling, steady, meant }: Omit<Found, 'replica'>): number {
  if (meant !== undefined) return steady || (sibling && meant.seconds !== undefined) ? 0.9 : 0.75
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

function isBeyond({ replay_lag_seconds }: Replica, { seconds }: MeantDelay): boolean {
  return seconds !== undefined && (replay_lag_seconds ?? Number.POSITIVE_INFINITY) > BEYOND_SHARE * seconds
}

// What people have written down about a delay of one standby that is wanted, and how long it is meant to be.

type MeantDelay = {
  words: string
  /** The longest delay they speak of; undefined where they give none. */
  seconds: number | undefined
}

const ON_PURPOSE = /recovery_min_apply_delay|delayed (standby|replica)|\bon purpose\b|intentional|deliberate|by design/i
const OF_DELAY = /\b(delay\w*|lag\w*|behind|late(?:r|ly)?|recovery_min_apply_delay)\b/i
const DENIED = /\b(no|not|never|neither|nobody|without|former(?:ly)?|removed|until|unintentional\w*)\b|n['’]t\b/i

/** Only where one sentence speaks of this very standby and of a delay that is wanted, and denies nothing. */
function meantDelayOf(name: string, { commonIssues }: EnvironmentMap): MeantDelay | undefined {
  if (name.length <= 2) return undefined
  const isNamed = wholeWord(name)
  for (const { issue, description } of commonIssues) {
    const isTitled = isNamed.test(issue)
    const about = sentencesOf(description || issue)
      .filter((sentence) => isNamed.test(sentence) || (isTitled && !holds(sentence, name)))
      .map((sentence) => sentence.replaceAll(new RegExp(isNamed, 'gi'), ''))
    const isMeant = about.some((words) => ON_PURPOSE.test(words) && OF_DELAY.test(words))
    if (isMeant && !about.some((words) => DENIED.test(words)))
      return { words: description || issue, seconds: longestIn(about.join('\n')) }
  }
  return undefined
}

/** `standby-1` is not `standby-10`, nor `standby-1-b`. */
function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i')
}

/** As part of a longer name, of another. */
function holds(sentence: string, name: string): boolean {
  return sentence.toLowerCase().includes(name.toLowerCase())
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+|\n/)
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const
const LENGTH = new RegExp(
  `\\b(\\d+(?:\\.\\d+)?|an?|half an|${NUMBERS.join('|')})[\\s-]*(s|sec|seconds?|m|min|minutes?|h|hrs?|hours?|d|days?)\\b`,
  'gi',
)

function longestIn(text: string): number | undefined {
  const lengths = [...text.matchAll(LENGTH)].map(([, count = '', unit = '']) => {
    const size = UNITS[unit.charAt(0).toLowerCase() as keyof typeof UNITS]
    return numberOf(count.toLowerCase()) * size
  })
  return lengths.length === 0 ? undefined : Math.max(...lengths)
}

function numberOf(word: string): number {
  if (word === 'half an') return 0.5
  if (word === 'a' || word === 'an') return 1
  return NUMBERS.includes(word) ? NUMBERS.indexOf(word) + 1 : Number(word)
}
