/** What findings out of metrics and logs have in common. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { cite } from '../evidence.ts'
import type { SaidLine } from './said-lines.ts'
import type { Figure } from './signal-scene.ts'

/** The sample at a moment or the first after it, or the last there is. */
export function citeFigure({ points, exhibit }: Figure, at?: Date): EvidenceReference[] {
  const point = (at && points.find((one) => one.at >= at.getTime())) ?? points.at(-1)
  return point?.sample === undefined ? [] : [cite(exhibit, point.sample)]
}

export function citeLine({ text, exhibit }: SaidLine): EvidenceReference {
  return cite(exhibit, text)
}
