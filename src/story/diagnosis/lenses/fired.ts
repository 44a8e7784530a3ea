/** The alert's own figure: where it stands, what it should not pass, since when, and whose it is. */
import { metricsOf } from '../expressions.ts'
import { clockTime } from '../signals/points.ts'
import type { Subject } from '../subject.ts'
import { entityOf, namesOf } from './entity-of.ts'
import { clipped, type Fact } from './fact.ts'
import { citeMoved, isOfRollout, type Moved, sayLabels, sayMove, sayValue } from './figures.ts'
import { growthOf } from './moved.ts'

type LeftSide = { left: string; operator?: string; threshold?: string }

/** A bound that is calculated, as `2 * 1024`, is none that could be told. */
const COMPARISON = /^(==|!=|>=|<=|>|<)\s*(?:(?:bool\s+)?([-+\w.:]+)\s*(?=$|(?:and|or|unless)\b))?/i

/** Up to the comparison that stands outside all brackets and strings; the whole where there is none. */
export function leftSide(expression: string): LeftSide {
  let [depth, quote] = [0, '']
  for (let at = 0; at < expression.length; at += 1) {
    const letter = expression[at] ?? ''
    if (quote !== '') {
      if (letter === quote && expression[at - 1] !== '\\') quote = ''
    } else if (/["'`]/.test(letter)) quote = letter
    else if (/[({[]/.test(letter)) depth += 1
    else if (/[)}\]]/.test(letter)) depth -= 1
    else if (depth === 0) {
      const [, operator, threshold] = COMPARISON.exec(expression.slice(at)) ?? []
      if (operator !== undefined)
        return { left: expression.slice(0, at).trim(), operator, ...(threshold !== undefined && { threshold }) }
    }
  }
  return { left: expression.trim() }
}

/** By its expression; one without it, as a dashboard's, by the names of figures in its words. */
function isFired({ name }: Pick<Moved, 'name'>, { expressions = [], text }: Subject): boolean {
  const said = expressions.length > 0 ? expressions : [text]
  return said.some((one) => metricsOf(one).includes(name))
}

/** With the labels of the alert first: whom it fired for. */
export function firedMoves(moved: readonly Moved[], subject: Subject): Moved[] {
  const own = moved.filter(
    (one) => isFired(one, subject) || (one.name === '' && (subject.expressions ?? []).length > 0),
  )
  return own.sort(
    (one, other) =>
      Number(isOfRollout(one)) - Number(isOfRollout(other)) ||
      sharedLabels(other, subject) - sharedLabels(one, subject) ||
      other.strength - one.strength,
  )
}

/** Of the alert's figures those that bear most of its labels, where one of them has moved: what the same figure did of somebody else began nothing here. */
export function ownMoves(fired: readonly Moved[], subject: Subject): readonly Moved[] {
  const most = Math.max(0, ...fired.map((one) => sharedLabels(one, subject)))
  const own = fired.filter((one) => sharedLabels(one, subject) === most)
  return own.some(({ at, strength }) => at !== undefined && strength >= MOVED) ? own : fired
}

function sharedLabels({ labels }: Moved, subject: Subject): number {
  return Object.entries(labels).filter(([name, value]) => subject.labels[name] === value).length
}

const REPORTED = 3
const MOVED = 0.15

export function firedFacts(moved: readonly Moved[], subject: Subject): Fact[] {
  const [expression = ''] = subject.expressions ?? []
  const { left, operator, threshold } = leftSide(expression)
  const bound = operator && threshold ? ` (it fires at ${operator} ${threshold})` : ''
  const own = firedMoves(moved, subject)
  const most = Math.max(0, ...own.map((one) => sharedLabels(one, subject)))
  return own
    .filter((one) => one.strength >= MOVED || sharedLabels(one, subject) === most)
    .slice(0, REPORTED)
    .map((one, at) => ({
      lens: 'fired' as const,
      entity: entityOf(one.labels) ?? entityOf(subject.labels) ?? subject.alertName,
      names: namesOf(one.labels),
      at: one.at,
      strength: 0.9 - at * 0.25,
      text: clipped(
        one.name === ''
          ? `The alert's own figure${sayLabels(one.labels)} ${sayOwn(one)}${bound}`
          : `${sayMove(one)}${bound}`,
      ),
      evidence: [citeMoved(one)],
      ...growthOf(one),
      // A part of the expression is no more held against its bound than any other figure.
      stoodBeyond: isWhole(one, left) && isBeyond(one.from, operator, Number(threshold)),
      isQuiet:
        isWhole(one, left) && [one.from, one.to, one.last].every((value) => isWithin(value, operator, threshold)),
      isGone: one.endedAt !== undefined && one.labels.pod === undefined,
    }))
}

/**
 * The alert's own expression was asked, or is one figure by its name, and what it stands at now is beyond the bound; where the
 * alert says no bound, it has not come half of the way back.
 */
export function firingFigure(moved: readonly Moved[], subject: Subject): Moved | undefined {
  const { left, operator, threshold } = leftSide(subject.expressions?.[0] ?? '')
  const [own] = firedMoves(moved, subject).filter((one) => (isWhole(one, left) || left === '') && !one.endedAt)
  if (own === undefined) return undefined
  const isFiring = threshold === undefined ? staysAway(own) : isBeyond(own.last, operator, Number(threshold))
  return isFiring ? own : undefined
}

function isWithin(value: number, operator: string | undefined, threshold: string | undefined): boolean {
  return Boolean(operator && threshold) && !isBeyond(value, operator, Number(threshold))
}

/** It answers the expression itself, or the expression is this one figure by its name. */
export function isWhole({ name }: Pick<Moved, 'name'>, left: string): boolean {
  return name === '' || name === /^([\w:]+)(?:\{[^}]*\})?$/.exec(left)?.[1]
}

/** It moved, and has not come half of the way back. */
export function staysAway({ at, from, to, last, strength }: Moved): boolean {
  return at !== undefined && strength >= MOVED && Math.abs(last - from) >= Math.abs(to - from) / 2
}

export function isBeyond(value: number, operator: string | undefined, bound: number): boolean {
  if (operator === '==' || operator === '!=') return (value === bound) === (operator === '==')
  if (value === bound) return operator === '>=' || operator === '<='
  if (operator?.startsWith('>')) return value > bound
  return operator?.startsWith('<') === true && value < bound
}

function sayOwn(one: Moved): string {
  const say = (value: number) => sayValue(value, one)
  if (one.at && say(one.from) !== say(one.to))
    return `went from ${say(one.from)} to ${say(one.to)} at ${clockTime(one.at)}, now ${say(one.last)}`
  return `stands at ${say(one.last)}`
}
