/**
 * Whether what the alert tells of is over: its own figure left its usual level and came back, or, where nothing of its own
 * stays away, more of what moved where it is came back than still stands elsewhere; and nobody near complains since. An
 * alert that looks back over an hour rings that long. It is said beside whatever is concluded, and nothing is done for it.
 */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { subjectPods } from '../cluster/pods/workload-pods.ts'
import { metricsOf } from '../expressions.ts'
import type { Scene } from '../scene.ts'
import { clockTime } from '../signals/points.ts'
import type { Subject } from '../subject.ts'
import type { RingOf } from '../weigh.ts'
import { isAkin, namesOf } from './entity-of.ts'
import { citeMoved, isOfRollout, type Moved, movedIn, sayLabels, sayValue } from './figures.ts'
import { firingFigure, isBeyond, leftSide } from './fired.ts'
import { isChance, isClock } from './moved.ts'
import { isComplaining, linesOf } from './said.ts'

export type Over = {
  sentence: string
  evidence: readonly EvidenceReference[]
  /** When it had begun. */
  at: Date | undefined
}
type Back = Moved & { passed: NonNullable<Moved['passed']> }

const MINUTE = 60_000
const TOLD = 2
/** What hosts, the cluster and runtimes measure of themselves moves by itself. */
const OF_MACHINES = /^(node|kube|container|machine|go|jvm|process|python|nodejs|up$)(_|$)/
/** An expression or a figure that looks back so far rings that long. */
const HOURS = /\[\d+[hd]\]|[:_](?:avg|max|min|sum|rate|ratio|increase|burn)?_?\d+[hd]$/

export function overOf(scene: Scene, ringOf: RingOf): Over | undefined {
  const { subject } = scene
  const moved = movedIn(scene.exhibits).filter((one) => !isOfRollout(one))
  const own = moved.filter((one) => isOwn(one, subject))
  const rings = own.some((one) => looksBack(one, subject)) || HOURS.test(subject.text)
  const back = own.filter(isBack).sort((one, other) => other.passed.until.getTime() - one.passed.until.getTime())
  const [last] = back
  const firing = firingFigure(own, subject)
  if ((firing && !looksBack(firing, subject)) || own.some((one) => isAway(one, subject))) return undefined
  if (last) return isStillComplained(scene, ringOf, last.passed) ? undefined : tell(back, rings)
  const within = own.filter((one) => rings && isWithin(one, subject))
  return within.length > 0 ? tell(within, rings) : tell(mostBack(moved, scene, ringOf), rings)
}

function tell(all: readonly Moved[], rings: boolean): Over | undefined {
  const told = all.slice(0, TOLD)
  if (told.length === 0) return undefined
  const why = rings ? '; what it fires on looks further back' : ''
  return {
    sentence: `What the alert tells of is over: ${told.map(sayBack).join(', and ')}${why}.`,
    evidence: told.map(citeMoved),
    at: told[0]?.passed?.from,
  }
}

/** The figure that the expression looks back over is itself no longer beyond the bound. */
function isWithin({ name, last }: Moved, { expressions: [expression = ''] = [] }: Subject): boolean {
  const { left, operator, threshold } = leftSide(expression)
  const isInner = name !== '' && metricsOf(left).length === 1 && metricsOf(left)[0] === name && OVER_TIME.test(left)
  return isInner && threshold !== undefined && !isBeyond(last, operator, Number(threshold))
}

const OVER_TIME = /(?:max|min|avg)_over_time\s*\([^()]*\[\d+[hd]\]\)/

/** Still measured, far enough from there to be told apart, and no handful of events. */
function isBack(one: Moved): one is Back {
  const { level } = one.passed ?? {}
  if (level === undefined || one.endedAt) return false
  return sayValue(level, one) !== sayValue(one.last, one) && !isChance(one, one.last, level)
}

function sayBack(one: Moved): string {
  const say = (value: number) => sayValue(value, one)
  const who = `${one.name === '' ? 'its figure' : one.name}${sayLabels(one.labels)} is back to normal at ${say(one.last)}`
  if (!isBack(one)) return who
  const { level, from, until } = one.passed
  return `${who} since ${clockTime(until)} (it had left it at ${clockTime(from)}, at worst ${say(level)})`
}

const BACK_LEAST = 2

/** What came back where the alert is, the strongest first, where it is more than what did not. */
function mostBack(moved: readonly Moved[], scene: Scene, ringOf: RingOf): Moved[] {
  const { subject, cluster } = scene
  const home = cluster?.target.namespace ?? subject.namespace
  const near = moved.filter(
    ({ name, labels }) => !OF_MACHINES.test(name) && [home, undefined].includes(labels.namespace),
  )
  const back = near.filter(isBack)
  const away = near.filter((one) => isAway(one, subject))
  if (back.length < BACK_LEAST || back.length <= away.length) return []
  return isStillComplained(scene, ringOf, stretchOf(back))
    ? []
    : back.sort((one, other) => other.strength - one.strength)
}

function stretchOf(back: readonly Back[]): Stretch {
  return {
    from: new Date(Math.min(...back.map(({ passed }) => passed.from.getTime()))),
    until: new Date(Math.max(...back.map(({ passed }) => passed.until.getTime()))),
  }
}

/** What the alert fires on or speaks of, under its own name or that of the same figure over another stretch; else what bears its labels. */
function isOwn(one: Moved, subject: Subject): boolean {
  const { expressions = [], text, labels } = subject
  const named = [...expressions, text].flatMap(metricsOf)
  if (one.name === '') return expressions.length > 0
  if (named.some((name) => stemOf(name) === stemOf(one.name))) return true
  if (OF_MACHINES.test(one.name)) return false
  const identities = namesOf(labels).filter((name) => name !== labels.pod)
  const shared = namesOf(one.labels).filter((name) => identities.some((other) => isAkin(other, name)))
  const said = wordsShared(one.name, text)
  // Of a table its whole database tells little.
  if (isWider(one, subject)) return said > 1
  return shared.length > 1 || (shared.length === 1 && said > 0) || said > 1
}

function isWider({ labels }: Moved, { table }: Subject): boolean {
  const bare = table?.split('.').at(-1)
  return bare !== undefined && !Object.values(labels).includes(bare)
}

/** Without the stretch it is taken over: `errors:avg1h` and `errors:5m` are one figure. */
function stemOf(name: string): string {
  return name.replace(/[:_](?:avg|max|min|sum|rate|ratio|increase|burn)?_?\d+[smhd]$/, '')
}

function wordsShared(name: string, text: string): number {
  const words = new Set(text.toLowerCase().match(/[a-z]{3,}/g))
  const parts = name.split(/[_:]/).filter((part) => part.length > 2 && !OF_MEASURES.test(part))
  return parts.filter((part) => words.has(part) || words.has(part.replace(/s$/, ''))).length
}

const OF_MEASURES =
  /^(total|count|sum|rate|ratio|per|second|minute|hour|seconds|minutes|milliseconds|bytes|avg|max|min|number|current|status|state|time|the|and|for)$/

const STILL_AWAY = 0.3

function isAway(one: Moved, subject: Subject): boolean {
  const { from, to, last, strength, endedAt } = one
  if (isBack(one) || looksBack(one, subject)) return false
  return endedAt !== undefined || (strength >= STILL_AWAY && Math.abs(last - from) >= Math.abs(to - from) / 2)
}

const LONG_WINDOW = /(^|[^a-z\d])(\w*[a-z])?([3-9]0m|\d+h|\d+d)([^a-z\d]|$)|over_time/i

/** It goes on ringing for the hour it looks back over, and a clock runs on. */
function looksBack({ name }: Moved, { expressions = [] }: Subject): boolean {
  return isClock(name) || (name === '' ? expressions : [name]).some((one) => LONG_WINDOW.test(one))
}

type Stretch = { from: Date; until: Date }

const AFTERWARDS = 3 * MINUTE

/** Somebody near goes on saying what he did not say before it began, waits in the database, or still does not begin. */
function isStillComplained(scene: Scene, ringOf: RingOf, { from, until }: Stretch): boolean {
  if ((scene.database?.locks?.thing.waiters.length ?? 0) > 0) return true
  if (scene.cluster && subjectPods(scene.cluster).some(({ phase }) => phase === 'Pending')) return true
  const near = linesOf(scene).filter((line) => isComplaining(line) && ringOf(line.speaker) <= 1)
  const before = near.filter((line) => line.at && line.at < from).map(({ said }) => headOf(said))
  return near.some(
    (line) => line.at && line.at.getTime() > until.getTime() + AFTERWARDS && !before.includes(headOf(line.said)),
  )
}

function headOf(said: string): string {
  return said.replace(/\d+/g, '#').slice(0, 60)
}
