/**
 * What the alert tells of is over: its own figure left its usual level and came back, and nobody near it complains since. An
 * alert that looks back over an hour rings that long. This is said beside whatever is concluded, never instead of it.
 */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { metricsOf } from '../expressions.ts'
import type { Scene } from '../scene.ts'
import { clockTime } from '../signals/points.ts'
import type { Subject } from '../subject.ts'
import { isAkin, namesOf } from './entity-of.ts'
import { citeMoved, isOfRollout, type Moved, movedIn, sayLabels, sayValue } from './figures.ts'
import { isBeyond, leftSide } from './fired.ts'
import type { Seen } from './look-through.ts'
import { isComplaining, linesOf } from './said.ts'

type Over = {
  sentence: string
  evidence: readonly EvidenceReference[]
  /** When it had begun. */
  at: Date | undefined
}
type Back = Moved & { passed: NonNullable<Moved['passed']> }

const MINUTE = 60_000
const AFTERWARDS = 3 * MINUTE
const STAYS = 0.3
const TOLD = 2

export function overOf(scene: Scene, seen: Seen): Over | undefined {
  const { subject } = scene
  const own = movedIn(scene.exhibits).filter((one) => isOwn(one, subject))
  const lasting = own.filter((one) => !isBack(one) && staysAway(one) && !looksBack(one, subject))
  if (lasting.length > 0) return undefined
  const rings = own.some((one) => looksBack(one, subject)) || HOURS.test(subject.text)
  const back = own.filter(isBack).sort((one, other) => other.passed.until.getTime() - one.passed.until.getTime())
  const [last] = back
  if (last)
    return isStillComplained(scene, seen, last.passed) ? undefined : tell(back.slice(0, TOLD), rings, last.passed.from)
  const still = own.filter((one) => rings && isWithin(one, subject))
  return still.length === 0 ? undefined : tell(still.slice(0, TOLD), rings, undefined)
}

function tell(told: readonly Moved[], rings: boolean, at: Date | undefined): Over {
  const why = rings ? '; what it fires on looks further back' : ''
  return {
    sentence: `What the alert tells of is over: ${told.map(sayBack).join(', and ')}${why}.`,
    evidence: told.map(citeMoved),
    at,
  }
}

/** The figure that the expression looks back over is itself no longer beyond the bound. */
function isWithin({ name, last }: Moved, { expressions: [expression = ''] = [] }: Subject): boolean {
  const { left, operator, threshold } = leftSide(expression)
  const isInner = name !== '' && metricsOf(left).length === 1 && metricsOf(left)[0] === name && OVER_TIME.test(left)
  return isInner && operator !== undefined && !isBeyond(last, operator, Number(threshold))
}

const OVER_TIME = /(?:max|min|avg)_over_time\s*\([^()]*\[\d+[hd]\]\)/

function isBack(one: Moved): one is Back {
  return one.passed !== undefined
}

function sayBack(one: Moved): string {
  const say = (value: number) => sayValue(value, one)
  const who = `${one.name === '' ? 'its figure' : one.name}${sayLabels(one.labels)} is back to normal at ${say(one.last)}`
  if (!isBack(one)) return who
  const { level, from, until } = one.passed
  return `${who} since ${clockTime(until)} (it had left it at ${clockTime(from)}, at worst ${say(level)})`
}

/** What the alert fires on or speaks of, under its own name or that of the same figure over another stretch; else what bears its labels. */
function isOwn(one: Moved, subject: Subject): boolean {
  const { expressions = [], text, labels } = subject
  if (isOfRollout(one)) return false
  const named = [...expressions, text].flatMap(metricsOf)
  if (one.name === '') return expressions.length > 0
  if (named.some((name) => stemOf(name) === stemOf(one.name))) return true
  const identities = namesOf(labels).filter((name) => name !== labels.pod)
  const shared = namesOf(one.labels).filter((name) => identities.some((other) => isAkin(other, name)))
  const said = wordsShared(one.name, text)
  return shared.length > 1 || (shared.length === 1 && said > 0) || said > 1
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

const HOURS = /\[\d+[hd]\]|[:_](?:avg|max|min|sum|rate|ratio|increase|burn)?_?\d+[hd]$/

/** It goes on ringing for the hour it looks back over. */
function looksBack({ name }: Moved, { expressions = [], text }: Subject): boolean {
  return HOURS.test(name) || (name === '' && [...expressions, text].some((one) => /\[\d+[hd]\]/.test(one)))
}

function staysAway({ from, to, last, strength, endedAt }: Moved): boolean {
  return endedAt !== undefined || (strength >= STAYS && Math.abs(last - from) >= Math.abs(to - from) / 2)
}

/** Somebody near goes on saying what he did not say before it began. */
function isStillComplained(scene: Scene, { ringOf }: Seen, { from, until }: Back['passed']): boolean {
  const near = linesOf(scene).filter((line) => isComplaining(line) && ringOf(line.speaker) <= 1)
  const before = near.filter((line) => line.at && line.at < from).map(({ said }) => headOf(said))
  return near.some(
    (line) => line.at && line.at.getTime() > until.getTime() + AFTERWARDS && !before.includes(headOf(line.said)),
  )
}

function headOf(said: string): string {
  return said.replace(/\d+/g, '#').slice(0, 60)
}
