/**
 * A part whose leader is over, and whose alert has not cleared in the time it had: its own evidence says whether it is over as
 * well, or needs a diagnosis of its own. Others that speak of the very same things are looked at with it.
 */
import { lookAgain } from '../diagnosis/look-again.ts'
import type { WholeIncident } from '../incident/incident.ts'
import { isClosed, type Status } from '../incident/lifecycle.ts'
import { renamed } from '../incident/steps.ts'
import type { Rooms } from './rooms.ts'
import type { Journal, StepWriter } from './run-store.ts'

type Task = { incident: WholeIncident; journal: Journal; signal: AbortSignal }

/** Some alerts need longer to clear; one that fires for longer still knows of something that one look did not see. */
const HEAR_AGAIN_SECONDS = 900
const STILL_FIRING = `An alert of it that still fires in ${HEAR_AGAIN_SECONDS / 60} minutes opens a new incident.`

/** False where nothing is left to be diagnosed. */
export async function standsAlone(rooms: Rooms, { incident, journal, signal }: Task): Promise<boolean> {
  const leader = incident.partOf === undefined ? undefined : await rooms.findIncident(incident.partOf)
  if (!leader || !isClosed(leader.status)) return true
  const seen = await lookAgain(rooms, { incident, steps: renamed(journal, 'part '), signal })
  return journal.commit('leave the leader', async (writer) => {
    const [fault] = seen.faults
    const alike = await writer.alike()
    if (seen.hasSeen && !fault) {
      const comment = `${leader.id} was resolved, and nothing is wrong with this one any more. ${STILL_FIRING}`
      await recover(writer, { incidentId: incident.id, from: 'diagnosing', comment })
      const beside = `${comment} It was looked at with ${incident.id}, which speaks of the same.`
      for (const { id, status } of alike) await recover(writer, { incidentId: id, from: status, comment: beside })
      return false
    }
    const still = fault ? `still to be seen: ${fault.statement}` : 'nothing could be seen of this one.'
    await writer.setFree(`${leader.id} is ${leader.status}; ${still}`, alike)
    return true
  })
}

type Recovered = { incidentId: string; from: Status; comment: string }

async function recover(writer: StepWriter, { incidentId, from, comment }: Recovered): Promise<void> {
  const resolution = 'recovered' as const
  const event = { kind: 'incident_resolved', data: { resolution, by: 'firebreak', comment } } as const
  const move = { incidentId, from, to: 'resolved', event, resolution } as const
  await writer.move({ ...move, hearAgainAfterSeconds: HEAR_AGAIN_SECONDS })
}
