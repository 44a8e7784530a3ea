/** A part whose leader is over: its own evidence says whether it is over as well, or needs a diagnosis of its own. */
import { lookAgain } from '../diagnosis/look-again.ts'
import type { WholeIncident } from '../incident/incident.ts'
import { isClosed } from '../incident/lifecycle.ts'
import { renamed } from '../incident/steps.ts'
import type { Rooms } from './rooms.ts'
import type { Journal } from './run-store.ts'

type Task = { incident: WholeIncident; journal: Journal; signal: AbortSignal }

/** Alerts need some minutes to clear; one that fires for longer knows of something that one look did not see. */
const HEAR_AGAIN_SECONDS = 900
const STILL_FIRING = `An alert of it that still fires in ${HEAR_AGAIN_SECONDS / 60} minutes opens a new incident.`

/** False where nothing is left to be diagnosed. */
export async function standsAlone(rooms: Rooms, { incident, journal, signal }: Task): Promise<boolean> {
  const leader = incident.partOf === undefined ? undefined : await rooms.findIncident(incident.partOf)
  if (!leader || !isClosed(leader.status)) return true
  const seen = await lookAgain(rooms, { incident, steps: renamed(journal, 'part '), signal })
  return journal.commit('leave the leader', async (writer) => {
    const [fault] = seen.faults
    if (seen.hasSeen && !fault) {
      const comment = `${leader.id} was resolved, and nothing is wrong with this one any more. ${STILL_FIRING}`
      const resolution = 'recovered' as const
      const event = { kind: 'incident_resolved', data: { resolution, by: 'firebreak', comment } } as const
      const move = { incidentId: incident.id, from: 'diagnosing', to: 'resolved', event, resolution } as const
      await writer.move({ ...move, hearAgainAfterSeconds: HEAR_AGAIN_SECONDS })
      return false
    }
    const still = fault ? `still to be seen: ${fault.statement}` : 'nothing could be seen of this one.'
    await writer.setFree(`${leader.id} is ${leader.status}; ${still}`)
    return true
  })
}
