/** Statements that are called more often, take longer or fail. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { Seen } from '../../cluster/cluster-scene.ts'
import { record, text } from '../../cluster/reading/loose-fields.ts'
import { cite } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import { amount, clockTime, percent, stepOf } from '../../signals/points.ts'
import { exceptionsOf } from '../../signals/read-signal-scene.ts'
import { saidLines } from '../../signals/said-lines.ts'
import type { Point } from '../../signals/signal-scene.ts'
import type { DatabaseScene } from '../database-scene.ts'
import { type Figure, figuresNamed, pointsOf } from '../server/figures.ts'
import { asLogged, type LoggedLine, onceInOrder } from '../server/log-lines.ts'

/** When the load of a server rose, by what is measured of it, else by its alert. */
export type LoadRise = {
  at: Date
  /** As part of a sentence. */
  clause: string
  isMeasured: boolean
  evidence: readonly EvidenceReference[]
}

const SERIES = [
  { name: /cpu/i, what: 'the server’s CPU', step: { ratio: 1.4, least: 0.1 } },
  { name: /^pg_stat_activity_count$/, what: 'the number of active sessions', step: { ratio: 2, least: 5 } },
  { name: /^node_load1$/, what: 'the server’s load', step: { ratio: 2, least: 2 } },
] as const

export function loadRiseOf({ database, subject: { startedAt } }: Scene): LoadRise | undefined {
  const [measured] = SERIES.flatMap(({ name, what, step }) =>
    figuresNamed(database?.figures ?? [], name)
      .filter(({ thing }) => thing.metric.state === undefined || thing.metric.state === 'active')
      .flatMap((figure) => riseOf(figure, what, step) ?? []),
  )
  if (measured && (!startedAt || measured.at <= startedAt)) return measured
  return (
    startedAt && {
      at: startedAt,
      clause: `the alert fired at ${clockTime(startedAt)}`,
      isMeasured: false,
      evidence: [],
    }
  )
}

function riseOf(figure: Figure, what: string, least: { ratio: number; least: number }): LoadRise | undefined {
  const points = pointsOf(figure).map(({ at, value }) => ({ at: at * 1000, value }))
  const step = stepOf(points, least)
  if (!step || step.to <= step.from) return undefined
  const say = what === 'the server’s CPU' && step.to <= 1 ? percent : amount
  const sample = figure.thing.values.find((one) => Array.isArray(one) && one[0] * 1000 === step.at.getTime())
  return {
    at: step.at,
    clause: `${what} rose from ${say(step.from)} to ${say(step.to)} at ${clockTime(step.at)}`,
    isMeasured: true,
    evidence: sample ? [cite(figure.exhibit, JSON.stringify(sample))] : [],
  }
}

/** When a server was given more to do: its transactions per second step up. Statements that only grow slow do not bring that about. */
export type CallRise = { at: Date; clause: string; evidence: readonly EvidenceReference[] }

const COMMITS = /^pg_stat_database_xact_commit(_total)?$/
/** Twice as much is a morning; this is another way of working. */
const STEP = { ratio: 3, least: 5 }

/** Of the database with the largest step, where several are measured. */
export function callRiseOf({ figures }: Pick<DatabaseScene, 'figures'>): CallRise | undefined {
  const rises = figuresNamed(figures, COMMITS).flatMap((figure) => {
    const step = stepOf(perSecond(figure), STEP)
    return step && step.to > step.from ? [{ figure, step }] : []
  })
  const [largest] = rises.sort((one, other) => other.step.to - other.step.from - (one.step.to - one.step.from))
  if (!largest) return undefined
  const { figure, step } = largest
  const sample = figure.thing.values.find((one) => Array.isArray(one) && one[0] * 1000 === step.at.getTime())
  return {
    at: step.at,
    clause: `transactions rose from ${amount(step.from)} to ${amount(step.to)} per second at ${clockTime(step.at)}`,
    evidence: sample ? [cite(figure.exhibit, JSON.stringify(sample))] : [],
  }
}

/** A counter that was set back says nothing at that moment. */
function perSecond(figure: Figure): Point[] {
  const points = pointsOf(figure)
  return points.slice(1).flatMap(({ at, value }, index) => {
    const before = points[index]
    if (!before || at <= before.at || value < before.value) return []
    return [{ at: at * 1000, value: (value - before.value) / (at - before.at) }]
  })
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** A kind of failure of statements: how it is known, and what it means. */
export type Failure = {
  state: string
  words: RegExp
  meaning: string
  /** Its code stands for other failures too, so that the words alone tell it. */
  isKnownByWords?: true
  /** The program and the schema do not fit each other: one of them changed. */
  isMismatch?: true
  /** The schema itself leaves no room for what is written, whoever writes it. */
  isLimit?: boolean
  /** Something slow or held lies behind it, and is told first where it is seen. */
  isSymptom?: boolean
  /** What follows from it, as the line tells. */
  verdict?: (line: string) => string
  advice: string
}

// Where failing statements are told of: the server's log, the programs' own, and the error tracker.

/** Of programs only the alert's own: what others fail at is another matter. Oldest first. */
export function statementLines(scene: Scene): Seen<LoggedLine>[] {
  const { cluster, subject, database } = scene
  const names = [...(cluster?.target.workloads ?? []).map(({ name }) => name), subject.service]
  const said = saidLines(scene)
    .filter(({ speaker, at }) => names.includes(speaker) && at !== undefined)
    .map((one) => asLogged(one, { app: one.speaker, ...(one.pod !== undefined && { pod: one.pod }) }))
  const all = [...(database?.lines ?? []), ...said, ...linesOfIssue(scene)]
  return onceInOrder(all, ({ at, line, labels }) => `${at.slice(0, 19)} ${labels.pod} ${line}`)
}

/** What the tracker keeps of the last event: one line, however often it was seen. */
function linesOfIssue({ signals, subject }: Scene): Seen<LoggedLine>[] {
  const { issue } = signals ?? {}
  if (!issue) return []
  const exceptions = [record(issue.source.metadata), ...exceptionsOf(record(issue.source.latestEvent))]
  const at = (issue.firstSeen ?? issue.lastSeen)?.toISOString() ?? ''
  const labels = { app: subject.service ?? issue.id }
  return exceptions.flatMap(({ value }) => {
    const line = text(value)
    return line === undefined || at === '' ? [] : [{ exhibit: issue.exhibit, thing: { at, line, labels } }]
  })
}
