/**
 * Gathering before diagnosis, under the lock of the claims, so that it happens once over all instances: whoever waits is
 * checked against the causes that are proven; who belongs to none of them may wait for its company.
 */
import { type Storm, whoWaits } from '../../story/workflow/wait-for-company.ts'
import { type Companion, readCompany, readHead } from './company-records.ts'
import type { Connection } from './database.ts'
import { joinCauses, readCauses } from './join-causes.ts'
import { textArrays } from './text-array.ts'

/** Among how many it has chosen, and who is diagnosed although its cause is known: it may lead in the place of who does. */
type Gathered = { looked: number; leading: ReadonlySet<string> }

export async function gatherPending(connection: Connection, gatherSeconds: number): Promise<Gathered> {
  if (gatherSeconds === 0) return { looked: 0, leading: new Set() }
  const causes = await readCauses(connection)
  const { company, isWhole, looked } = await readCompany(connection, causes, gatherSeconds)
  const { joined, nextTime, leading } = await joinCauses(connection, company, causes)
  const left = company.filter(({ id }) => !joined.has(id))
  const head = isWhole ? undefined : await readHead(connection, left)
  const storm = isWhole ? undefined : { head }
  await letWait(connection, { company: withHead(left, head), storm, nextTime, gatherSeconds })
  return { looked, leading }
}

/** Whoever goes first waits for nobody, though by itself nothing has changed for it. */
function withHead(company: readonly Companion[], head: Companion | undefined): readonly Companion[] {
  const isLeftOut = head && company.every(({ id }) => id !== head.id)
  return isLeftOut ? [...company, head] : company
}

type Left = {
  company: readonly Companion[]
  storm: Storm | undefined
  nextTime: ReadonlySet<string>
  gatherSeconds: number
}

async function letWait(connection: Connection, { company, storm, nextTime, gatherSeconds }: Left): Promise<void> {
  const pending = company.filter(({ isPending }) => isPending)
  const atWork = company.filter(({ isPending }) => !isPending)
  const forCompany = whoWaits(pending, { atWork, gatherSeconds, storm })
  const changed = company.filter(({ id, waits }) => waits !== (forCompany.has(id) || nextTime.has(id)))
  if (changed.length === 0) return
  await connection.query(
    'UPDATE gathering SET waits = NOT waits WHERE incident_id = ANY($1::text[])',
    textArrays([changed.map(({ id }) => id)]),
  )
}
