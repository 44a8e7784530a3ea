/** A plan nobody has handed in yet: what it would change now, and whether the gates that judge it then would let it through. */
import { judgeHandedIn } from '../diagnosis/judge-handed-in.ts'
import { type Rehearsal, rehearse } from '../execution/rehearse.ts'
import type { HandedInPlan } from '../incident/handed-in-plan.ts'
import type { WholeIncident } from '../incident/incident.ts'
import type { Steps } from '../incident/steps.ts'
import type { Rooms } from './rooms.ts'

type Tried = { incident: WholeIncident; plan: Pick<HandedInPlan, 'by' | 'why' | 'actions'> }

export async function tryPlan(rooms: Rooms, { incident, plan }: Tried, signal: AbortSignal): Promise<Rehearsal[]> {
  const handedIn: HandedInPlan = { ...plan, via: 'api', number: 0 }
  const task = { incident, plan: handedIn, steps: UNTOLD, resumedAt: undefined, signal }
  const [judged, rehearsals] = await Promise.all([judgeHandedIn(rooms, task), rehearse(rooms, plan, signal)])
  const refusals = 'refusals' in judged ? judged.refusals : []
  return rehearsals.map((rehearsal) => {
    const refusal = refusals.find(({ parameters }) => parameters === rehearsal.parameters)
    return refusal ? { ...rehearsal, wouldRun: false, message: refusal.sentence } : rehearsal
  })
}

/** A trial leaves no word on the timeline. */
const UNTOLD: Steps = { act: (_, work) => work() }
