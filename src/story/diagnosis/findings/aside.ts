/** What was seen beside the alert: worth knowing, never a reason to do something, and no answer to what was asked. */
import type { Finding } from '../finding.ts'

const CONFIDENCE_MAX = 0.4

export function aside(finding: Finding): Finding {
  return {
    ...finding,
    statement: `Seen beside the alert, and not known to be its cause: ${finding.statement}`,
    confidence: Math.min(finding.confidence, CONFIDENCE_MAX),
    weight: 'context',
    situation: 'unclear',
    explains: [],
    actions: [],
    noActionReason: 'What was seen beside the alert is not known to have to do with it.',
  }
}
