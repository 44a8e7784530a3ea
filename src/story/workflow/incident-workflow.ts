/** The order of things. Each step has a name, is recorded, and is skipped when the journal already has its result. */
import type { Journal, Run } from './run-store.ts'

type WorkflowParts = { journal: Journal; signal: AbortSignal }

const NO_DIAGNOSIS = 'No diagnosis is available in this version, so a person must look.'
const GAVE_UP = 'The diagnosis failed again and again inside Firebreak; the log says why. A person must look.'

/** pending → diagnosing has happened when the run was claimed. */
export async function diagnose({ incidentId }: Run, { journal }: WorkflowParts): Promise<void> {
  await journal.commit('escalate', (writer) => escalate(writer, incidentId, NO_DIAGNOSIS))
}

/** An incident must not hang because of a fault of ours. */
export async function giveUp({ incidentId }: Run, { journal }: WorkflowParts): Promise<void> {
  await journal.commit('give_up', (writer) => escalate(writer, incidentId, GAVE_UP))
}

type Writer = Parameters<Parameters<Journal['commit']>[1]>[0]

function escalate(writer: Writer, incidentId: string, reason: string): Promise<boolean> {
  const event = { kind: 'incident_escalated', data: { reason } } as const
  return writer.move({ incidentId, from: 'diagnosing', to: 'escalated', event })
}
