/** An issue that only certain requests meet, where no release explains it. */
import { cite } from '../../evidence.ts'
import type { Analyzer } from '../../finding.ts'
import { commonTags } from '../../signals/common-factor.ts'
import { clockTime } from '../../signals/points.ts'
import { makeFinding } from '../../signals/signal-finding.ts'

export const faultByInput: Analyzer = ({ signals, cluster, subject }) => {
  const issue = signals?.issue
  const factor = issue && commonTags(issue)
  if (!issue || !factor) return []
  const name = cluster?.target.workloads[0]?.name ?? subject.service ?? issue.id
  const since = issue.firstSeen ? `, first at ${clockTime(issue.firstSeen)}` : ''
  return [
    makeFinding({
      kind: 'fault_by_input',
      statement: `${name} fails on one kind of request only: ${factor.clause}. Issue ${issue.id}: ${issue.what}${issue.culprit ? `, in ${issue.culprit}` : ''}, seen ${issue.count} times${since}.`,
      evidence: [...factor.evidence, cite(issue.exhibit, '"count":')],
      confidence: 0.75,
      subject: { kind: 'Service', name },
      ...(issue.firstSeen && { since: issue.firstSeen }),
      explains: [],
      noActionReason:
        'No release brought it, so there is nothing to return to; the program has to learn to take such requests.',
      suggestions: [`Reproduce it with such a request${issue.culprit ? `, in ${issue.culprit}` : ''}.`],
    }),
  ]
}
