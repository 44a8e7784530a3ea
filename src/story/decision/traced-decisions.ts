/** Every word of a person as a span; not whose word it was, nor the comment. */
import type { SpanFacts, Traces } from '../../ports/traces.ts'
import type { IncidentStore } from '../incident/incident-store.ts'
import type { Decision, DecisionOutcome, DecisionStore } from './decision.ts'

export function traceDecisions(decisions: DecisionStore, traces: Traces): DecisionStore {
  return {
    async decide(decision) {
      const began = performance.now()
      const outcome = await decisions.decide(decision)
      const seconds = (performance.now() - began) / 1000
      if (outcome) traces.tell(decision.incidentId, { name: 'decision', facts: factsOf(decision, outcome), seconds })
      return outcome
    },
  }
}

/** Who resolves an incident by hand decides too. */
export function traceResolving(incidents: IncidentStore, traces: Traces): IncidentStore {
  return {
    ...incidents,
    async resolve(move) {
      const began = performance.now()
      const outcome = await incidents.resolve(move)
      const seconds = (performance.now() - began) / 1000
      if (outcome) traces.tell(move.incidentId, { name: 'decision', facts: factsOfResolving(outcome), seconds })
      return outcome
    },
  }
}

function factsOfResolving({ isResolved, status }: { isResolved: boolean; status: string }): SpanFacts {
  return { decision: 'resolve', status, outcome: isResolved ? 'accepted' : 'not_open' }
}

function factsOf({ decision, via }: Decision, outcome: DecisionOutcome): SpanFacts {
  const { status } = outcome
  return { decision, via, status, outcome: outcome.accepted ? 'accepted' : outcome.reason }
}
