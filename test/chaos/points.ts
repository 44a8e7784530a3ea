/** Where a fault hurts most, and how an instance is aimed at it. See `failpoint.ts`. */
import type { Random } from './alert-mix.ts'

/** Around the intent, the act and their records, and around every ending. */
export const POINTS = [
  'before propose',
  'done propose',
  'writing conclude',
  'after conclude',
  'before start',
  'after start',
  'before do do 0',
  'writing intend do 0',
  'after intend do 0',
  'fenced',
  'done do do 0',
  'writing do do 0',
  'after do do 0',
  'writing finish do 0',
  'after finish do 0',
  'writing executed',
  'after executed',
  'before verify',
  'done verify',
  'writing verified',
  'after verified',
  'before look at the clock',
  'after tell the findings',
] as const

/** An instance that has just begun waits long for one certain point, and not for the first of some. */
const POINTS_AT_ONCE = 12
/** More than befall one between two beginnings. */
const AIMS = 12

/** It stands still at one of some points after another; those that were hit least come most. */
export function aimsBy(random: Random, hits: ReadonlyMap<string, number>): string {
  const rankOf = (point: string) => (hits.get(point) ?? 0) + random()
  const aim = () => {
    const ranked = POINTS.map((point) => [rankOf(point), point] as const).sort(([one], [other]) => one - other)
    return ranked.slice(0, POINTS_AT_ONCE).map(([, point]) => `pause ${point}`)
  }
  return Array.from({ length: AIMS }, () => aim().join('|')).join(',')
}
