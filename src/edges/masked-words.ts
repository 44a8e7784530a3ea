/**
 * What people type is kept for good, shown to everybody who may look, sent to the chat and to a model: a password in it is
 * masked before it is stored, whichever door the words came in by. Whoever is named to act or to be compared is left as he is.
 */
import type { Redactor } from '../guidance/secrecy/redact.ts'
import type { NewSilence } from '../guidance/silences/silence.ts'
import type { SilenceStore } from '../guidance/silences/silence-store.ts'
import type { DecisionStore } from '../story/decision/decision.ts'
import type { AssignmentStore } from '../story/incident/assignment.ts'
import type { GatheringDesk } from '../story/incident/gathering.ts'
import type { HandedInStore } from '../story/incident/handed-in-plan.ts'
import type { IncidentStore } from '../story/incident/incident-store.ts'

export function maskIncidentWords(store: IncidentStore, redactor: Redactor): IncidentStore {
  return {
    ...store,
    resolve: (move) => store.resolve(masked(move, ['comment'], redactor)),
    addNote: (note) => store.addNote(masked(note, ['text'], redactor)),
  }
}

export function maskDecisionWords({ decide }: DecisionStore, redactor: Redactor): DecisionStore {
  return { decide: (decision) => decide(masked(decision, ['comment'], redactor)) }
}

/** Both names alike: who takes it himself is known by their being the same. */
export function maskAssignmentWords({ assign }: AssignmentStore, redactor: Redactor): AssignmentStore {
  return { assign: (assignment) => assign(masked(assignment, ['name', 'by'], redactor)) }
}

export function maskGatheringWords({ attach, setFree }: GatheringDesk, redactor: Redactor): GatheringDesk {
  return {
    attach: (wanted) => attach(masked(wanted, ['comment'], redactor)),
    setFree: (wanted) => setFree(masked(wanted, ['comment'], redactor)),
  }
}

/** What a step does is left as it is: a person confirms exactly that. */
export function maskPlanWords(store: HandedInStore, redactor: Redactor): HandedInStore {
  const why = <Said extends { why: string }>(said: Said) => masked(said, ['why'], redactor)
  return {
    ...store,
    handIn: (incidentId, plan) => store.handIn(incidentId, { ...why(plan), actions: plan.actions.map(why) }),
  }
}

export function maskSilenceWords(store: SilenceStore, redactor: Redactor): SilenceStore {
  return {
    ...store,
    add: (silence, by) => store.add(maskSilence(silence, redactor), by),
    change: (id, changes, by) => store.change(id, (silence) => masked(changes(silence), ['comment'], redactor), by),
  }
}

/** Its matchers are compared with labels, and stay. */
export function maskSilence<Said extends NewSilence>(silence: Said, redactor: Redactor): Said {
  return masked(silence, ['comment', 'createdBy'], redactor)
}

function masked<Said extends object>(said: Said, names: readonly (keyof Said)[], { redact }: Redactor): Said {
  const words = names.flatMap((name) => {
    const text = said[name]
    return typeof text === 'string' ? [[name, redact(text)]] : []
  })
  return { ...said, ...Object.fromEntries(words) }
}
