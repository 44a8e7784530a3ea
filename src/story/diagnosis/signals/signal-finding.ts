/** What findings out of metrics and logs have in common. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { cite } from '../evidence.ts'
import type { Finding } from '../finding.ts'
import type { SaidLine } from './said-lines.ts'
import type { Figure } from './signal-scene.ts'

type FindingParts = Pick<Finding, 'kind' | 'statement' | 'evidence' | 'confidence' | 'subject'> & Partial<Finding>

export function makeFinding(given: FindingParts): Finding {
  return { facts: [], situation: 'fault', weight: 'cause', actions: [], suggestions: [], ...given }
}

/** The sample at a moment or the first after it, or the last there is. */
export function citeFigure({ points, exhibit }: Figure, at?: Date): EvidenceReference[] {
  const point = (at && points.find((one) => one.at >= at.getTime())) ?? points.at(-1)
  return point?.sample === undefined ? [] : [cite(exhibit, point.sample)]
}

export function citeLine({ text, exhibit }: SaidLine): EvidenceReference {
  return cite(exhibit, text)
}
