/**
 * Gathering before diagnosis, under the lock of the claims, so that it happens once over all instances: whoever waits is
 * checked against the causes that are proven; who belongs to none of them may wait for its company.
 */
import { whoWaits } from '../../story/workflow/wait-for-company.ts'
import { type Companion, readCompany } from './company-records.ts'
import type { Connection } from './database.ts'
import { joinCauses } from './join-causes.ts'

/** How many it has looked at, and who is diagnosed although its cause is known: it may lead in the place of who does. */
type Gathered = { looked: number; leading: ReadonlySet<string> }

export async function gatherPending(connection: Connection, gatherSeconds: number): Promise<Gathered> {
  if (gatherSeconds === 0) return { looked: 0, leading: new Set() }
  const company = await readCompany(connection)
  const { joined, nextTime, leading } = await joinCauses(connection, company)
  const left = company.filter(({ id }) => !joined.has(id))
  await letWait(connection, { company: left, nextTime, gatherSeconds })
  return { looked: company.length, leading }
}

type Left = { company: readonly Companion[]; nextTime: ReadonlySet<string>; gatherSeconds: number }

async function letWait(connection: Connection, { company, nextTime, gatherSeconds }: Left): Promise<void> {
  const pending = company.filter(({ isPending }) => isPending)
  const atWork = company.filter(({ isPending }) => !isPending)
  const forCompany = whoWaits(pending, { atWork, gatherSeconds })
  const changed = company.filter(({ id, waits }) => waits !== (forCompany.has(id) || nextTime.has(id)))
  if (changed.length === 0) return
  await connection.query('UPDATE gathering SET waits = NOT waits WHERE incident_id = ANY($1)', [
    changed.map(({ id }) => id),
  ])
}
