/** Decisions. The row of the incident is locked, so that of many presses on many instances the first valid one wins. */

import type { Silence } from '../../guidance/silences/silence.ts'
import {
  type Decision,
  type DecisionOutcome,
  type DecisionStore,
  type LastWord,
  namingWho,
  refusalOf,
  type Waiting,
} from '../../story/decision/decision.ts'
import type { NewEvent } from '../../story/incident/incident-event.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Sealer } from '../../story/incident/proposal.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { appendEvents } from './event-records.ts'
import { isHeld } from './hold-records.ts'
import { silenceFor } from './ignored-labels.ts'
import { moveIncident } from './incident-moves.ts'
import { insertDiagnosis, insertExecution } from './run-rows.ts'

const NO_SILENCE = {
  no_labels: 'Its alerts have no label in common; say by matchers which ones are meant.',
  no_silence: 'There is no such silence, or it is over.',
} as const
const HELD = 'Firebreak is held and carries nothing out; an admin must release it first (firebreak release).'

type Parts = { database: Database; sealer: Sealer; onCommit: () => void }

export function createDecisionStore({ database, sealer, onCommit }: Parts): DecisionStore {
  return {
    async decide(decision) {
      const outcome = await inTransaction(database, (connection) => decide(connection, decision, sealer))
      if (outcome?.accepted) onCommit()
      return outcome
    },
  }
}

async function decide(
  connection: Connection,
  decision: Decision,
  sealer: Sealer,
): Promise<DecisionOutcome | undefined> {
  const waiting = await lockWaiting(connection, decision.incidentId)
  if (!waiting) return undefined
  const refusal = refusalOf(decision, waiting)
  if (refusal) return namingWho(refusal, await readLastWord(connection, decision.incidentId))
  if (decision.decision === 'confirm' && (await isHeld(connection)))
    return { accepted: false, reason: 'held', sentence: HELD, status: waiting.status }
  const silence = await silenceFor(connection, decision)
  if (typeof silence === 'string')
    return { accepted: false, reason: silence, sentence: NO_SILENCE[silence], status: waiting.status }
  const chosen = await choose(connection, decision, waiting)
  const status = await carryOut(connection, decision, { ...chosen, silence }, sealer)
  await appendAudit(connection, {
    actor: decision.by,
    action: `incident.${decision.decision}`,
    target: decision.incidentId,
    details: {
      via: decision.via,
      comment: decision.comment,
      version: chosen.proposalVersion,
      digest: chosen.proposalDigest ?? null,
      ...(decision.repeats && { repeats: decision.repeats.word }),
    },
  })
  return { accepted: true, status }
}

/** From here on there is one plan: the one that was named. Whatever is decided of it, the other is void. */
async function choose(connection: Connection, { incidentId, digest }: Decision, waiting: Waiting): Promise<Waiting> {
  if (waiting.alternativeDigest === undefined) return waiting
  const { rows } = await connection.query<{ proposal_digest: string; version: number }>(
    `UPDATE incidents SET proposal_digest = coalesce($2, proposal_digest), alternative_digest = NULL WHERE id = $1
     RETURNING proposal_digest,
       (SELECT version FROM proposals WHERE incident_id = $1 AND digest = coalesce($2, incidents.proposal_digest)) AS version`,
    [incidentId, digest ?? null],
  )
  const [row] = rows
  return row ? { ...waiting, proposalDigest: row.proposal_digest, proposalVersion: row.version } : waiting
}

type WaitingRow = {
  status: Status
  proposal_version: number
  proposal_digest: string | null
  alternative_digest: string | null
  part_of: string | null
  in_time: boolean | null
  now: Date
}

async function lockWaiting(connection: Connection, incidentId: string): Promise<Waiting | undefined> {
  const { rows } = await connection.query<WaitingRow>(
    `SELECT status, proposal_version, proposal_digest, alternative_digest, part_of, confirm_by > firebreak_now() AS in_time,
            firebreak_now() AS now
       FROM incidents WHERE id = $1 FOR NO KEY UPDATE`,
    [incidentId],
  )
  const [row] = rows
  return (
    row && {
      status: row.status,
      proposalVersion: row.proposal_version,
      proposalDigest: row.proposal_digest ?? undefined,
      alternativeDigest: row.alternative_digest ?? undefined,
      partOf: row.part_of ?? undefined,
      isInTime: row.in_time === true,
      now: row.now,
    }
  )
}

async function readLastWord(connection: Connection, incidentId: string): Promise<LastWord | undefined> {
  const { rows } = await connection.query<LastWord>(
    `SELECT data::json->>'decision' AS decision, data::json->>'by' AS by, at FROM incident_events
      WHERE incident_id = $1 AND kind = 'confirmation_received' ORDER BY id DESC LIMIT 1`,
    [incidentId],
  )
  return rows[0]
}

async function carryOut(
  connection: Connection,
  decision: Decision,
  waiting: Waiting & { silence: Silence | undefined },
  sealer: Sealer,
): Promise<Status> {
  const { incidentId, by, comment, repeats } = decision
  const from = waiting.status
  const event = receivedEvent(decision, waiting)
  switch (decision.decision) {
    case 'confirm':
      await approve(connection, decision, waiting, sealer)
      return move(connection, { incidentId, from, to: 'executing', event })
    case 'reject': {
      const reason = `${by} refused the plan${comment === '' ? '.' : `: ${comment}`}`
      await tell(connection, incidentId, 'escalated', event)
      return move(connection, {
        incidentId,
        from,
        to: 'escalated',
        event: { kind: 'incident_escalated', data: { reason } },
      })
    }
    case 'ignore':
      await tell(connection, incidentId, 'ignored', event)
      return move(connection, {
        incidentId,
        from,
        to: 'ignored',
        event: { kind: 'incident_ignored', data: ignoredData(decision, waiting) },
        ...(repeats && { repeats }),
      })
    case 'rediagnose':
      await tell(connection, incidentId, 'diagnosing', event)
      await connection.query('UPDATE incidents SET feedback = $2 WHERE id = $1', [incidentId, comment])
      await move(connection, { incidentId, from, to: 'diagnosing', event: { kind: 'diagnosis_started', data: {} } })
      await insertDiagnosis(connection, incidentId, '')
      return 'diagnosing'
  }
}

/** Until when its alerts are not news, where that was said; the store's clock may differ by a moment. */
function ignoredData({ by, comment, repeats }: Decision, { now, silence }: Waiting & { silence: Silence | undefined }) {
  if (!repeats) return { by, comment }
  const until = (silence?.endsAt ?? new Date(now.getTime() + repeats.seconds * 1000)).toISOString()
  const ofTime = repeats.word === 'for_a_time' || silence ? { until } : {}
  return { by, comment, repeats: repeats.word, ...ofTime, ...(silence && { silence: silence.id }) }
}

async function move(connection: Connection, wanted: Parameters<typeof moveIncident>[1]): Promise<Status> {
  // The row is locked and its status was just read, so this can only fail where the code is wrong.
  if (!(await moveIncident(connection, wanted))) throw new Error(`${wanted.incidentId} moved although it was locked.`)
  return wanted.to
}

function tell(connection: Connection, incidentId: string, status: Status, event: NewEvent): Promise<void> {
  return appendEvents(connection, [{ incidentId, status, ...event }])
}

function receivedEvent(
  { decision, by, via, comment }: Decision,
  { proposalVersion, proposalDigest }: Waiting,
): NewEvent {
  const data = { decision, by, via, comment, version: proposalVersion, digest: proposalDigest ?? '' }
  return { kind: 'confirmation_received', data }
}

/** The approval and the run that carries it out are one transaction: what was confirmed cannot be forgotten. */
async function approve(
  connection: Connection,
  { incidentId, by, via, comment }: Decision,
  { proposalDigest: digest = '' }: Waiting,
  sealer: Sealer,
): Promise<void> {
  const { rows } = await connection.query<{ at: Date }>(`SELECT date_trunc('milliseconds', firebreak_now()) AS at`)
  const at = rows[0]?.at ?? new Date(0)
  const seal = sealer.sealOf({ incidentId, digest, by, via, comment, at })
  await connection.query(
    `INSERT INTO approvals (incident_id, digest, decided_by, via, comment, decided_at, seal) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [incidentId, digest, by, via, comment, at, seal],
  )
  await insertExecution(connection, incidentId, digest)
}
