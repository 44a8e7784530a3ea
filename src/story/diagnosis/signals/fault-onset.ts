/** When a service began to fail, by every source that can tell. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { citeField } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { amount, clockTime, dayTime, percent, perSecond, type Step, stepOf } from './points.ts'
import { saidLines, tellingOf } from './said-lines.ts'
import { citeFigure, citeLine } from './signal-finding.ts'
import type { Figure, SignalScene } from './signal-scene.ts'
import { errorStep, failingShare, refusalStep, successDrop, type Traffic, trafficOf } from './traffic.ts'

export type Onset = {
  source: 'issue' | 'errors' | 'latency' | 'log'
  at: Date
  /** As part of a sentence: what was seen, and since when. */
  clause: string
  evidence: readonly EvidenceReference[]
}

/** The names its metrics and logs may bear; the first is said. */
type Whose = { names: readonly [string, ...string[]]; isSubject: boolean }

/** The surest source first. */
export function onsetsOf(scene: Scene, { names, isSubject }: Whose): Onset[] {
  const { signals } = scene
  const [name] = names
  const traffic = signals && trafficOf(signals, names)
  return [
    ...(signals && isSubject ? ofIssue(signals, scene.now) : []),
    ...(traffic ? ofErrors(traffic, name) : []),
    ...(signals && isSubject ? ofLatency(signals, name) : []),
    ...ofLog(scene, names),
  ]
}

function ofIssue({ issue }: SignalScene, now: Date): Onset[] {
  if (!issue?.firstSeen) return []
  const { id, what, count, firstSeen, exhibit, source } = issue
  return [
    {
      source: 'issue',
      at: firstSeen,
      clause: `issue ${id} (${what}) was first seen at ${dayTime(firstSeen, now)} and ${count} times since`,
      evidence: [citeField(exhibit, 'firstSeen', String(source.firstSeen))],
    },
  ]
}

/** More errors, or more refusals, or fewer good answers. */
function ofErrors(traffic: Traffic, name: string): Onset[] {
  const { failing, refused, all } = traffic
  const [errors, refusals, drop] = [errorStep(traffic), refusalStep(traffic), successDrop(traffic)]
  if (errors)
    return [ofStep(errors, failing, `the errors of ${name} rose ${sayStep(errors, failing)}${sayShare(traffic)}`)]
  if (refusals) return [ofStep(refusals, refused, `the refusals (4xx) of ${name} rose ${sayStep(refusals, refused)}`)]
  return drop ? [ofStep(drop, all, `the good answers of ${name} fell ${sayStep(drop, all)}`)] : []
}

function ofStep({ at }: Step, figures: readonly Figure[], what: string): Onset {
  const evidence = figures.slice(0, 2).flatMap((figure) => citeFigure(figure, at))
  return { source: 'errors', at, clause: `${what} at ${clockTime(at)}`, evidence }
}

/** A share that somebody has recorded is no rate. */
function sayStep({ from, to }: Step, figures: readonly Figure[]): string {
  const isShare = figures.some(({ name }) => name !== undefined && /ratio|percent/.test(name))
  const say = isShare ? (to <= 1 ? percent : (value: number) => `${amount(value)} %`) : perSecond
  return `from ${say(from)} to ${say(to)}`
}

function sayShare(traffic: Traffic): string {
  const share = failingShare(traffic)
  return share === undefined ? '' : ` (${percent(share)} of its requests)`
}

/** Half as slow again is a change somebody notices. */
const SLOWER = { ratio: 1.5, least: 0.05 }

function ofLatency({ figures }: SignalScene, name: string): Onset[] {
  return figures
    .filter(({ family }) => family === 'latency')
    .flatMap((figure) => {
      const step = stepOf(figure.points, SLOWER)
      if (!step || step.to < step.from) return []
      const clause = `the latency of ${name} rose from ${seconds(step.from)} to ${seconds(step.to)} at ${clockTime(step.at)}`
      return [{ source: 'latency' as const, at: step.at, clause, evidence: citeFigure(figure, step.at) }]
    })
    .slice(0, 1)
}

function seconds(value: number): string {
  return value < 1 ? `${Math.round(value * 1000)} ms` : `${Number(value.toPrecision(2))} s`
}

/** The first line of the error that is most frequent and tells most, in any pod, also in those that are gone. */
function ofLog(scene: Scene, names: readonly string[]): Onset[] {
  const first = tellingOf(saidLines(scene), names)?.first
  const at = first?.at
  if (!first || !at) return []
  return [
    {
      source: 'log',
      at,
      clause: `the first such error stands in the log at ${clockTime(at)}`,
      evidence: [citeLine(first)],
    },
  ]
}
