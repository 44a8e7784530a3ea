/** A plot in words: who does not see the picture hears the same, by the same clock and in the same language. */
import { phrase } from '../../../language/phrase.ts'
import { listed } from '../../../parts/listed.ts'
import { tellClock } from '../../../parts/times.ts'
import type { NumberedMark } from './marks-of.ts'
import { tellFigure } from './plot-lines.ts'
import { titleOf } from './plot-titles.ts'
import { type Plot, windowOf } from './plots-of.ts'
import { tellCourse } from './tell-course.ts'

export function clockOf(seconds: number): string {
  return tellClock(new Date(seconds * 1000))
}

/** `telling` puts what the service wrote into the reader's words and clock. */
export function tellPlot(plot: Plot, marks: readonly NumberedMark[], telling: (text: string) => string): string {
  const { title, curves, isRate } = plot
  const { from, to } = windowOf(plot)
  const courses = curves.map((curve) => `${curve.name} ${tellCourse(curve)}`).join('; ')
  const markWords = listed(marks.map(({ word, at }) => `${telling(word)} ${clockOf(at)}`))
  const when = { query: titleOf(title, isRate), from: clockOf(from), to: clockOf(to) }
  const what = phrase('{query} between {from} and {to}', when)
  return phrase('{what}: {courses}. {marks}', { what, courses, marks: markWords }).trim()
}

/** Every moment of which a curve knows something, in order. */
export function momentsIn({ curves }: Pick<Plot, 'curves'>): number[] {
  const times = curves.flatMap(({ points }) => points.map(([at]) => at))
  return [...new Set(times)].sort((one, other) => one - other)
}

/** Which of them a moment between them is closest to. */
export function nearestPlace(moments: readonly number[], at: number): number {
  const distances = moments.map((moment) => Math.abs(moment - at))
  return distances.indexOf(Math.min(...distances))
}

/** `16:04:09 CET: pod=a 35; pod=b 2`. */
export function tellMoment({ curves }: Pick<Plot, 'curves'>, legends: readonly string[], at: number): string {
  const told = curves.flatMap((curve, index) => {
    const point = curve.points.findLast(([moment]) => moment === at)
    return point ? [`${legends[index] ?? curve.name} ${tellFigure(point[1], curve.unit)}`] : []
  })
  return `${clockOf(at)}: ${told.join('; ')}`
}
