/** What a person attaches and sets free. Both rows are locked in order, so that two who gather at once do not make a circle. */
import { type GatheringDesk, type Standing, whyNotAttach, whyNotSetFree } from '../../story/incident/gathering.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { moveIncident } from './incident-moves.ts'
import { attachParts, lockStandings, releaseParts } from './part-records.ts'
import { insertDiagnosis } from './run-rows.ts'

type Outcome = Awaited<ReturnType<GatheringDesk['attach']>>

export function createGatheringDesk({
  database,
  onCommit,
}: {
  database: Database
  onCommit: () => void
}): GatheringDesk {
  const commit = async (work: (connection: Connection) => Promise<Outcome>) => {
    const outcome = await inTransaction(database, work)
    if ('done' in outcome && outcome.done) onCommit()
    return outcome
  }
  return {
    attach: (wanted) => commit((connection) => attach(connection, wanted)),
    setFree: (wanted) => commit((connection) => setFree(connection, wanted)),
  }
}

async function attach(
  connection: Connection,
  { incidentId, leaderId, by, comment }: Parameters<GatheringDesk['attach']>[0],
): Promise<Outcome> {
  const standings = await lockStandings(connection, [incidentId, leaderId])
  const [part, leader] = [standings.get(incidentId), standings.get(leaderId)]
  if (!part) return { unknown: incidentId }
  if (!leader) return { unknown: leaderId }
  const sentence = whyNotAttach(part, leader)
  if (sentence !== undefined) return { done: false, sentence }
  await attachParts(connection, [incidentId], { leaderId, by, why: comment })
  await audit(connection, { action: 'incident.attached', incidentId, by, comment, leaderId })
  return { done: true, status: part.status }
}

async function setFree(
  connection: Connection,
  { incidentId, by, comment }: Parameters<GatheringDesk['setFree']>[0],
): Promise<Outcome> {
  const part = (await lockStandings(connection, [incidentId])).get(incidentId)
  if (!part) return { unknown: incidentId }
  const sentence = whyNotSetFree(part)
  if (sentence !== undefined) return { done: false, sentence }
  await releaseParts(connection, [part], { by, why: comment })
  await connection.query('UPDATE incidents SET stands_alone = true WHERE id = $1', [incidentId])
  const status = await lookAnew(connection, part)
  await audit(connection, { action: 'incident.set_free', incidentId, by, comment, leaderId: part.partOf ?? '' })
  return { done: true, status }
}

/** Whoever waited for the plan of its leader gets a diagnosis of its own; one that was never looked at is in the queue again. */
async function lookAnew(connection: Connection, { id, status }: Standing): Promise<Standing['status']> {
  if (status !== 'awaiting_approval' && status !== 'escalated') return status
  const event = { kind: 'diagnosis_started', data: {} } as const
  await moveIncident(connection, { incidentId: id, from: status, to: 'diagnosing', event })
  await insertDiagnosis(connection, id, '')
  return 'diagnosing'
}

type Audited = { action: string; incidentId: string; by: string; comment: string; leaderId: string }

function audit(connection: Connection, { action, incidentId, by, comment, leaderId }: Audited): Promise<void> {
  return appendAudit(connection, {
    actor: by,
    action,
    target: incidentId,
    details: { part_of: leaderId, comment },
  })
}
