/**
 * Gathering before diagnosis, under the lock of the claims, so that it happens once over all instances: whoever waits is
 * checked against the causes that are proven; who belongs to none of them may wait for its company.
 */
import { whoWaits } from '../../story/workflow/wait-for-company.ts'
import { type Companion, readCompany } from './company-records.ts'
import type { Connection } from './database.ts'
import { joinCauses } from './join-causes.ts'

/** Answers how many it has looked at. */
export async function gatherPending(connection: Connection, gatherSeconds: number): Promise<number> {
  if (gatherSeconds === 0) return 0
  const company = await readCompany(connection)
  const { joined, nextTime } = await joinCauses(connection, company)
  const left = company.filter(({ id }) => !joined.has(id))
  await letWait(connection, { company: left, nextTime, gatherSeconds })
  return company.length
}

type Left = { company: readonly Companion[]; nextTime: ReadonlySet<string>; gatherSeconds: number }

async function letWait(connection: Connection, { company, nextTime, gatherSeconds }: Left): Promise<void> {
  const pending = company.filter(({ isPending }) => isPending)
  const atWork = new Set(company.flatMap(({ isPending, ties }) => (isPending ? [] : ties)))
  const forCompany = whoWaits(pending, { atWork, gatherSeconds })
  const changed = company.filter(({ id, waits }) => waits !== (forCompany.has(id) || nextTime.has(id)))
  if (changed.length === 0) return
  await connection.query('UPDATE gathering SET waits = NOT waits WHERE incident_id = ANY($1)', [
    changed.map(({ id }) => id),
  ])
}
