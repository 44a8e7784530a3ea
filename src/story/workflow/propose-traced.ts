import type { SpanFacts } from '../../ports/traces.ts'
import type { ProposalAttempt } from '../incident/proposal.ts'
import { propose } from '../proposal/propose.ts'
import type { Rooms } from './rooms.ts'

/** The making of a plan as one span of its run; `step` is its name in the journal. */
export function proposeTraced(
  rooms: Rooms,
  step: string,
  wish: Parameters<typeof propose>[1],
): Promise<ProposalAttempt> {
  return rooms.traces.span({ name: 'proposal', key: step, factsOf: factsOfProposal }, () => propose(rooms, wish))
}

function factsOfProposal(attempt: ProposalAttempt): SpanFacts {
  if ('draft' in attempt) return { outcome: 'proposed', riskLevel: attempt.draft.riskLevel }
  return { outcome: attempt.refusals[0]?.reason ?? 'refused' }
}
