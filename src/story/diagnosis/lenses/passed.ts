/**
 * Whether it is over: of what moved where the alert is, more figures have left their level and come back to it than still
 * stand elsewhere, and nobody complains any more. An alert over the last hour fires on for that long.
 */
import type { DiagnosisOutcome, KeyFinding } from '../../incident/diagnosis.ts'
import { minutesBetween } from '../cluster/saying/say.ts'
import type { Scene } from '../scene.ts'
import { clockTime } from '../signals/points.ts'
import { citeMoved, isOfRollout, type Moved, movedIn, sayLabels, sayValue } from './figures.ts'
import { isChance, isClock } from './moved.ts'
import { isComplaining, linesOf } from './said.ts'

const PASSED_LEAST = 2
const TOLD = 2
const QUIET_MINUTES = 10
const STILL_AWAY = 0.3
/** What hosts, the cluster and runtimes measure of themselves moves by itself. */
const OF_MACHINES = /^(node|kube|container|machine|go|jvm|process|python|nodejs|up$)(_|$)/

export function passedFigures(scene: Scene): readonly Moved[] {
  const { exhibits, subject, cluster } = scene
  const home = cluster?.target.namespace ?? subject.namespace
  const moved = movedIn(exhibits).filter(
    (one) => !OF_MACHINES.test(one.name) && !isOfRollout(one) && [home, undefined].includes(one.labels.namespace),
  )
  const passed = moved.filter(hasPassed)
  const [expression = ''] = subject.expressions ?? []
  const away = moved.filter((one) => one.passed === undefined && isAway(one) && !looksBack(one, expression))
  if (passed.length < PASSED_LEAST || passed.length <= away.length) return []
  return isComplainedOf(scene, passed) ? [] : passed
}

/** Far enough to be told apart, and no handful of events. */
function hasPassed(one: Moved): boolean {
  const { level = one.last } = one.passed ?? {}
  return sayValue(level, one) !== sayValue(one.last, one) && !isChance(one, one.last, level)
}

const LONG_WINDOW = /(^|[^a-z\d])(\w*[a-z])?([3-9]0m|\d+h|\d+d)([^a-z\d]|$)|over_time/i

/** A figure over the last hour stays where it is for an hour, and a clock runs on. */
function looksBack({ name }: Moved, expression: string): boolean {
  return LONG_WINDOW.test(name === '' ? expression : name) || isClock(name)
}

/** Whoever complained before it began as well tells nothing by going on. */
function isComplainedOf(scene: Scene, passed: readonly Moved[]): boolean {
  const began = Math.min(...passed.map((one) => one.passed?.from.getTime() ?? Number.POSITIVE_INFINITY))
  const complaints = linesOf(scene).filter((line) => line.at && isComplaining(line))
  const always = new Set(complaints.flatMap(({ at, speaker }) => (at && at.getTime() < began ? [speaker] : [])))
  return complaints.some(
    ({ at, speaker }) => at && minutesBetween(at, scene.now) < QUIET_MINUTES && !always.has(speaker),
  )
}

function isAway({ at, from, to, last, strength }: Moved): boolean {
  return at !== undefined && strength >= STILL_AWAY && Math.abs(last - from) >= Math.abs(to - from) / 2
}

/** Said beside whatever was concluded, with its proof. */
export function withPassed({ diagnosis, wanted }: DiagnosisOutcome, passed: readonly Moved[]): DiagnosisOutcome {
  const told = passed.toSorted((one, other) => other.strength - one.strength).slice(0, TOLD)
  const conclusion = `${diagnosis.conclusion} It seems to be over: ${told.map(sayPassed).join('; ')}.`
  const proofs: KeyFinding[] = told.map((one) => ({ text: `${sayPassed(one)}.`, evidence: [citeMoved(one)] }))
  return { wanted, diagnosis: { ...diagnosis, conclusion, keyFindings: [...diagnosis.keyFindings, ...proofs] } }
}

function sayPassed(one: Moved): string {
  const { level = one.last, from, until } = one.passed ?? {}
  const times = from && until ? ` from ${clockTime(from)} to ${clockTime(until)}` : ''
  return `${one.name}${sayLabels(one.labels)} stood at ${sayValue(level, one)}${times}, and is back at ${sayValue(one.last, one)} since`
}
