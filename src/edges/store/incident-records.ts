import type { IncidentStore, OperatorMove } from '../../story/incident/incident-store.ts'
import { ACTIVE_STATUSES, mayBecome, type Status } from '../../story/incident/lifecycle.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { latestDiagnosis, readProposal } from './diagnosis-records.ts'
import { appendEvents, listEvents } from './event-records.ts'
import { countByStatus } from './incident-counts.ts'
import { listIncidents } from './incident-list.ts'
import { closeIncident } from './incident-moves.ts'
import { type IncidentRow, PARTS_COUNT, readIncident } from './incident-rows.ts'
import { createStatistics } from './incident-statistics.ts'
import { countMarks } from './mark-records.ts'
import { countMembers, firstMembers, listMembers } from './member-pages.ts'
import { countOpenParts, readGathering } from './part-records.ts'
import { findRelated } from './related-records.ts'
import { totalUsage } from './usage-records.ts'

/** `onCommit` tells the readers of the stream that there is something to see. */
export function createIncidentStore({
  database,
  onCommit,
}: {
  database: Database
  onCommit: () => void
}): IncidentStore {
  const commit = async <Result>(work: (connection: Connection) => Promise<Result>) => {
    const result = await inTransaction(database, work)
    onCommit()
    return result
  }
  return {
    list: (filter, page, sort) => listIncidents(database, filter, page, sort),
    find: (id) => findIncident(database, id),
    events: (id) => listEvents(database, id),
    members: (id, page) => listMembers(database, id, page),
    related: (incident) => findRelated(database, incident),
    markCounts: () => countMarks(database),
    counts: () => countOpen(database),
    statistics: createStatistics({ database }),
    resolve: (move) => commit((connection) => resolveByOperator(connection, move)),
    addNote: ({ incidentId, ...data }) =>
      commit(async (connection) => {
        const status = await lockStatus(connection, incidentId)
        if (!status) return false
        await appendEvents(connection, [{ incidentId, status, kind: 'note_added', data }])
        return true
      }),
  }
}

function findIncident(database: Database, id: string) {
  return inTransaction(database, async (connection) => {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    const incident = await readWhole(connection, id)
    return incident && { incident, events: await listEvents(connection, id) }
  })
}

export async function readWhole(connection: Connection, id: string) {
  const { rows } = await connection.query<IncidentRow>(`SELECT *, ${PARTS_COUNT} FROM incidents WHERE id = $1`, [id])
  if (!rows[0]) return undefined
  return readIncident(rows[0], {
    members: await firstMembers(connection, id),
    memberCounts: await countMembers(connection, id),
    diagnosis: await latestDiagnosis(connection, id),
    proposal: await readProposal(connection, id, rows[0].proposal_digest),
    alternative: await readProposal(connection, id, rows[0].alternative_digest),
    usage: await totalUsage(connection, id),
    gathering: await readGathering(connection, id),
  })
}

async function countOpen(database: Database) {
  const counts = await countByStatus(database, ACTIVE_STATUSES)
  const parts = await countOpenParts(database)
  const activeIncidents = [...counts.values()].reduce((sum, count) => sum + count, parts)
  return { activeIncidents, pendingApprovals: counts.get('awaiting_approval') ?? 0 }
}

async function lockStatus(connection: Connection, id: string): Promise<Status | undefined> {
  const { rows } = await connection.query<{ status: Status }>(
    'SELECT status FROM incidents WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  )
  return rows[0]?.status
}

async function resolveByOperator(connection: Connection, { incidentId, by, comment }: OperatorMove) {
  const status = await lockStatus(connection, incidentId)
  if (!status) return undefined
  if (!mayBecome(status, 'resolved')) return { isResolved: false, status }
  await closeIncident(connection, { incidentId, from: status, resolution: 'operator', by, comment })
  await appendAudit(connection, {
    actor: by,
    action: 'incident.resolved',
    target: incidentId,
    details: { from: status, comment },
  })
  return { isResolved: true, status: 'resolved' as const }
}
