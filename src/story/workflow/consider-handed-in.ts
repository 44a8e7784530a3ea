/** A plan somebody handed in goes the way of any other: gate, policy, digest, and a person's word. The diagnosis stays as it is. */
import { judgeHandedIn } from '../diagnosis/judge-handed-in.ts'
import type { HandedInPlan } from '../incident/handed-in-plan.ts'
import type { ProposalAttempt } from '../incident/proposal.ts'
import { askPeople, refuse, waitBeside } from './conclude-diagnosis.ts'
import { proposeTraced } from './propose-traced.ts'
import type { Rooms } from './rooms.ts'
import type { Journal } from './run-store.ts'

type Task = Parameters<typeof judgeHandedIn>[1] & { journal: Journal }

export async function considerHandedIn(rooms: Rooms, task: Task): Promise<void> {
  const { incident, plan, journal, signal } = task
  const judged = await judgeHandedIn(rooms, task)
  const attempt: ProposalAttempt =
    'refusals' in judged
      ? judged
      : await journal.act('propose', () =>
          proposeTraced(rooms, 'propose', {
            wanted: judged.cleared,
            description: describe(plan),
            purpose: 'remedy',
            signal,
          }),
        )
  const { CONFIRM_WITHIN_SECONDS: confirmWithinSeconds } = await rooms.currentSettings()
  const incidentId = incident.id
  await journal.commit('conclude', async (writer) => {
    const leader = await writer.leader()
    if (leader) return waitBeside(writer, incidentId, leader)
    return 'draft' in attempt
      ? askPeople(writer, { incidentId, draft: attempt.draft, from: 'diagnosing', confirmWithinSeconds })
      : refuse(writer, incidentId, `The plan that ${plan.by} handed in is refused`, attempt.refusals)
  })
}

function describe({ by, why }: HandedInPlan): string {
  return `Handed in by ${by}: ${why}`
}
