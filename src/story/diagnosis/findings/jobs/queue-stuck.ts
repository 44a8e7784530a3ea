/** One partition stands still while the others are in step: its consumer cannot get past one record. */

import { sayTime } from '../../cluster/saying/say-time.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { amount } from '../../signals/figure-words.ts'
import { isGrowing, type Lag, lagsOf } from '../../signals/queue-lag.ts'
import { errorsOf, groupLines, type LineGroup, saidLines, wordsOf } from '../../signals/said-lines.ts'
import { citeFigure, citeLine, makeFinding } from '../../signals/signal-finding.ts'

const OF_RECORD =
  /decod|deserial|schema|unmarshal|pars(?:e|ing)|malformed|poison|corrupt|invalid (?:record|message|payload)|record|message|offset/i
/** More than a few of the partitions: then it is no single record. */
const STUCK_SHARE_MAX = 1 / 3
const REPEATS_MIN = 3

export const queueStuck: Analyzer = (scene) => {
  const lags = scene.signals ? lagsOf(scene.signals) : []
  const growing = lags.filter(isGrowing)
  const stuck = lags.length > 1 && growing.length > 0 && growing.length <= Math.max(1, lags.length * STUCK_SHARE_MAX)
  const repeated = repeatedFailure(scene)
  if (stuck) return growing.slice(0, 2).map((lag) => stuckAt(lag, lags, repeated))
  // Without partitions only the log can tell that it is always the same record.
  const [only] = growing
  return lags.length === 1 && only && repeated ? [stuckAt(only, lags, repeated)] : []
}

/** The same words over and over, numbers and all but the count of attempts: one record, tried again. */
function repeatedFailure(scene: Scene): LineGroup | undefined {
  const names = (scene.cluster?.target.workloads ?? []).map(({ name }) => name)
  const groups = groupLines(errorsOf(saidLines(scene), names))
  return groups.find(
    ({ lines }) => lines.length >= REPEATS_MIN && lines.some(({ said }) => OF_RECORD.test(said)) && isOneRecord(lines),
  )
}

function isOneRecord(lines: LineGroup['lines']): boolean {
  const numbers: string[][] = lines.map(
    ({ said }) => said.replace(/\d{4}-\d\d-\d\d[T ][\d:.,]+Z?/, '').match(/\d{3,}/g) ?? [],
  )
  const [first = []] = numbers
  return (
    first.some((number) => numbers.every((all) => all.includes(number))) &&
    new Set(lines.map(({ pod }) => pod)).size === 1
  )
}

function stuckAt(lag: Lag, lags: readonly Lag[], repeated: LineGroup | undefined): Finding {
  const others = lags.filter((one) => one !== lag && !isGrowing(one))
  const place = lag.partition === undefined ? lag.queue : `partition ${lag.partition} of ${lag.queue}`
  const beside =
    others.length > 0
      ? `, while the other ${others.length} partitions are in step (at most ${amount(Math.max(...others.map(({ last }) => last)))} behind)`
      : ''
  const { first } = repeated ?? {}
  const said = first
    ? ` Consumer ${first.pod ?? first.speaker} fails on the same record again and again: "${wordsOf(first)}" (${repeated?.lines.length} lines seen).`
    : ''
  return makeFinding({
    kind: 'queue_stuck',
    statement: `The consumer stands still on ${place}: its lag grew from ${amount(lag.first)} to ${amount(lag.last)}${lag.since ? ` since ${sayTime(lag.since)}` : ''}${beside}.${said}`,
    evidence: [...citeFigure(lag.figure), ...(first ? [citeLine(first)] : [])],
    confidence: first ? 0.9 : 0.6,
    subject: { kind: 'Queue', name: place },
    // Without a record it fails on, what holds the consumer is not known.
    weight: first ? 'cause' : 'symptom',
    ...(lag.since && { since: lag.since }),
    explains: first ? ['failing_service', 'queue_behind', 'overload'] : [],
    noActionReason: first
      ? 'More consumers, or a fresh one, would read the same record again; nothing may be deleted from a queue without a person.'
      : 'What holds the consumer of these partitions is not known; more consumers would not get them.',
    suggestions: [
      `Look at the record${first ? ' that cannot be read' : ''} on ${place}; move it aside, or teach the consumer to skip it, and keep it for later.`,
    ],
  })
}
