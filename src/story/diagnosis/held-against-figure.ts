/**
 * Findings are held against the alert's own figure, which knows whether the trouble is over and when it began, and comfort
 * against what the comforted says himself.
 */
import type { Finding } from './finding.ts'
import { isAkin, ownerName } from './lenses/entity-of.ts'
import { movedIn } from './lenses/figures.ts'
import { firingFigure, staysAway } from './lenses/fired.ts'
import { linesOf } from './lenses/said.ts'
import { statedNames } from './lenses/stated-names.ts'
import type { Scene } from './scene.ts'
import { isErrorLine } from './signals/said-lines.ts'
import type { Subject } from './subject.ts'

/** What failed so long before is somebody else's story, unless the alert speaks of it. */
const LONG_BEFORE_MS = 3_600_000
/** They fail on their own, and for good. */
const WORKLOADS = ['Job', 'CronJob', 'Pod']

export function heldAgainstFigure(findings: readonly Finding[], scene: Scene): readonly Finding[] {
  const { exhibits, subject } = scene
  const own = firingFigure(movedIn(exhibits), subject)
  const isFalse = (one: Finding) => one.kind === 'recovered' && (isStillFailing(one, scene) || isStillAway(one, scene))
  if (own === undefined) return findings.filter((one) => !isFalse(one))
  return findings.filter((one) => !isMereComfort(one) && !isOldStory(one, own.at, subject))
}

const LATELY_MS = 10 * 60_000
const OFTEN = 3

/** Errors of its own program, up to now: who fails without a restart is not well. */
function isStillFailing({ subject: { name } }: Finding, scene: Scene): boolean {
  const since = scene.now.getTime() - LATELY_MS
  const errors = linesOf(scene).filter((line) => line.at && line.at.getTime() >= since && isErrorLine(line))
  return errors.filter(({ speaker }) => isAkin(speaker, ownerName(name))).length >= OFTEN
}

/** A label names something else than the comforted, a queue or a group, and its figure stays where it went. */
function isStillAway({ subject: { name } }: Finding, { exhibits, subject: { labels } }: Scene): boolean {
  const others = statedNames(labels).filter((one) => !isAkin(one, ownerName(name)))
  return movedIn(exhibits).some(
    (one) => staysAway(one) && Object.values(one.labels).some((value) => others.includes(value)),
  )
}

/** Whoever tells what it was may be right that it is over: a figure over the last hour stays high that long. */
function isMereComfort({ situation, kind, weight }: Finding): boolean {
  return situation === 'recovered' && (kind === 'recovered' || weight !== 'cause')
}

function isOldStory({ subject: { kind, name }, since }: Finding, beganAt: Date | undefined, alert: Subject): boolean {
  if (beganAt === undefined || since === undefined || !WORKLOADS.includes(kind)) return false
  return beganAt.getTime() - since.getTime() > LONG_BEFORE_MS && !speaksOf(alert, name)
}

/** Runs and pods bear the name of their owner and something behind it. */
function speaksOf({ text, labels }: Subject, name: string): boolean {
  const words = [text, ...Object.values(labels)].join(' ').toLowerCase()
  return words.split(/[^\w.-]+/).some((word) => word !== '' && (name === word || name.startsWith(`${word}-`)))
}
