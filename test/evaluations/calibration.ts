/** How often a confidence was right: what 0.9 is worth is for a table to say. */
import type { JudgedCase } from './judged-case.ts'

const BANDS: readonly (readonly [least: number, said: string])[] = [
  [0.85, '0.85 and more'],
  [0.7, '0.7 to 0.85'],
  [0.5, '0.5 to 0.7'],
  [0.4, '0.4 to 0.5'],
  [0, 'below 0.4'],
]

export type Sureness = JudgedCase & { confidence: number; isRight: boolean }

export function showCalibration(all: readonly Sureness[]): string {
  const rows = BANDS.map(([least, said], at) => {
    const most = BANDS[at - 1]?.[0] ?? Number.POSITIVE_INFINITY
    const within = all.filter(({ confidence }) => confidence >= least && confidence < most)
    const right = within.filter(({ isRight }) => isRight).length
    const share = within.length === 0 ? '–' : `${Math.round((100 * right) / within.length)} %`
    return `| ${said} | ${within.length} | ${right} | ${share} |`
  })
  const wrong = all.filter(({ confidence, isRight }) => confidence >= 0.7 && !isRight).length
  return [
    '| confidence | cases | right | |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Sure (0.7 or more) of a wrong cause: ${wrong} of ${all.length}.`,
  ].join('\n')
}
