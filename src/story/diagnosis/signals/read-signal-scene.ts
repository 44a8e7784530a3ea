/** Puts the scene together from the questions that were asked and their answers. */
import { number, record } from '../cluster/reading/loose-fields.ts'
import type { Exhibit } from '../evidence.ts'
import { readFigures } from './read-figures.ts'
import { readIssue } from './read-issue.ts'
import { isCut, readLines } from './read-lines.ts'
import { readTraffic } from './read-traffic.ts'
import type { SignalQuestion } from './signal-question.ts'
import type { Family, SignalScene } from './signal-scene.ts'

export type Answered = { about: SignalQuestion['about']; exhibit: Exhibit }

export function readSignalScene(answered: readonly Answered[], since: Date): SignalScene {
  const lines = answered.filter(({ about }) => about === 'lines').map(({ exhibit }) => exhibit)
  const issues = answered.filter(({ about }) => about === 'issue')
  return {
    since,
    issue: issues.flatMap(({ exhibit }) => readIssue(exhibit) ?? [])[0],
    figures: answered.flatMap(figuresOf),
    lines: lines.flatMap(readLines).sort((one, other) => one.at.getTime() - other.at.getTime()),
    isLogCut: lines.some(isCut),
    silent: answered.flatMap(silenceOf),
    exhibits: answered.map(({ exhibit }) => exhibit),
  }
}

function figuresOf({ about, exhibit }: Answered) {
  if (about === 'traffic') return readTraffic(exhibit)
  return isFamily(about) ? readFigures(exhibit, about) : []
}

function silenceOf({ about, exhibit }: Answered) {
  const { success, data } = exhibit.result
  if (!success || number(record(data).series_total) !== 0) return []
  const family = about === 'traffic' ? 'requests' : about
  return isFamily(family) ? [{ family, exhibit }] : []
}

function isFamily(about: Answered['about']): about is Family {
  return !['traffic', 'names', 'lines', 'issue', 'cluster', 'lens'].includes(about)
}
