/** What a step of a run may write, on the connection of its own transaction. */
import type { NewEvent } from '../../story/incident/incident-event.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Proposal, ProposalDocument, ProposalDraft, Sealer } from '../../story/incident/proposal.ts'
import type { StepWriter } from '../../story/workflow/run-store.ts'
import { lockAlike } from './alike-parts.ts'
import { beginAttempt, finishAttempt } from './attempt-records.ts'
import type { AuditEntry } from './audit-records.ts'
import { keepCause } from './cause-records.ts'
import type { Connection } from './database.ts'
import { appendEvents } from './event-records.ts'
import { moveIncident } from './incident-moves.ts'
import { addConclusion } from './incident-texts.ts'
import { attachParts, handOverCard, readLeader, releaseParts } from './part-records.ts'
import { readCalmRhythm } from './rhythm-records.ts'
import { keepUsage } from './usage-records.ts'

type Parts = { connection: Connection; incidentId: string; status: Status; sealer: Sealer; audited: AuditEntry[] }

export function createStepWriter({ connection, incidentId, status, sealer, audited }: Parts): StepWriter {
  let now = status
  return {
    async move(move) {
      const hasMoved = await moveIncident(connection, move)
      if (hasMoved && move.incidentId === incidentId) now = move.to
      return hasMoved
    },
    async tell(...events) {
      await appendEvents(
        connection,
        events.map((event) => ({ incidentId, status: now, ...event })),
      )
      await keepUsage(connection, incidentId, events)
      audited.push(...events.flatMap((event) => auditOf(incidentId, event)))
    },
    async keepDiagnosis(diagnosis) {
      const { rows } = await connection.query<{ version: number }>(
        `INSERT INTO diagnoses (incident_id, version, document)
         SELECT $1, count(*) + 1, $2 FROM diagnoses WHERE incident_id = $1 RETURNING version`,
        [incidentId, JSON.stringify(diagnosis)],
      )
      // A plan belongs to the diagnosis that led to it; where the new one leads to none, none is shown.
      await connection.query('UPDATE incidents SET proposal_digest = NULL, alternative_digest = NULL WHERE id = $1', [
        incidentId,
      ])
      await addConclusion(connection, incidentId, diagnosis.conclusion)
      return rows[0]?.version ?? 0
    },
    async keepProposal(draft) {
      const proposal = await keepPlan(connection, incidentId, draft, sealer)
      await connection.query('UPDATE incidents SET proposal_digest = $2, alternative_digest = NULL WHERE id = $1', [
        incidentId,
        proposal.digest,
      ])
      return proposal
    },
    async keepAlternative(draft) {
      const proposal = await keepPlan(connection, incidentId, draft, sealer)
      await connection.query('UPDATE incidents SET alternative_digest = $2 WHERE id = $1', [
        incidentId,
        proposal.digest,
      ])
      return proposal
    },
    leader: () => readLeader(connection, incidentId),
    rhythm: () => readCalmRhythm(connection, incidentId),
    keepCause: (cause) => keepCause(connection, incidentId, cause),
    async join(leaderId, why) {
      await attachParts(connection, [incidentId], { leaderId, why, by: 'firebreak' })
      await handOverCard(connection, { from: incidentId, to: leaderId })
    },
    async takeTheLead(formerId, why) {
      await attachParts(connection, [formerId], { leaderId: incidentId, why, by: 'firebreak' })
      await handOverCard(connection, { from: formerId, to: incidentId })
    },
    alike: () => lockAlike(connection, incidentId),
    async setFree(why, alike) {
      const leader = await readLeader(connection, incidentId)
      const part = { id: incidentId, status: now, partOf: leader?.id }
      await releaseParts(connection, [part, ...alike], { why, by: 'firebreak' })
    },
    async keepExecution(result) {
      await connection.query('UPDATE incidents SET execution_result = $2 WHERE id = $1', [
        incidentId,
        JSON.stringify(result),
      ])
    },
    beginAction: (attempt, charge, witness) => beginAttempt(connection, attempt, charge, witness),
    finishAction: (attempt, report) => finishAttempt(connection, attempt, report),
  }
}

/** What was refused and what was done belongs to the trail as well, in few words: the timeline has the rest. */
function auditOf(incidentId: string, { kind, data }: NewEvent): AuditEntry[] {
  if (kind !== 'policy_refused' && kind !== 'action_started' && kind !== 'action_completed') return []
  const {
    before: _before,
    after: _after,
    seconds: _seconds,
    sentence: _sentence,
    ...details
  } = data as AuditEntry['details']
  // A step that policy refused right before the act was none.
  const action = details.outcome === 'refused' ? AUDITED.policy_refused : AUDITED[kind]
  return [{ actor: 'firebreak', action, target: incidentId, details }]
}

const AUDITED = { policy_refused: 'policy.refused', action_started: 'step.started', action_completed: 'step.completed' }

async function keepPlan(
  connection: Connection,
  incident: string,
  draft: ProposalDraft,
  sealer: Sealer,
): Promise<Proposal> {
  const { rows } = await connection.query<{ version: number; at: Date }>(
    `UPDATE incidents SET proposal_version = proposal_version + 1 WHERE id = $1
     RETURNING proposal_version AS version, firebreak_now() AS at`,
    [incident],
  )
  const { version = 0, at: proposedAt = new Date(0) } = rows[0] ?? {}
  // As it will be read back: what JSON cannot carry must not be part of the digest.
  const document = JSON.parse(JSON.stringify({ incident, version, ...draft })) as ProposalDocument
  const digest = sealer.digestOf(document)
  await connection.query(
    'INSERT INTO proposals (incident_id, version, digest, document, at) VALUES ($1, $2, $3, $4, $5)',
    [incident, version, digest, JSON.stringify(document), proposedAt],
  )
  return { ...document, digest, proposedAt }
}
