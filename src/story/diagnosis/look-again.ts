/** For the verification: the same questions once more, and whether what was wrong is still to be seen. */
import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import type { FaultName } from '../incident/diagnosis.ts'
import type { Incident } from '../incident/incident.ts'
import type { Steps } from '../incident/steps.ts'
import { analyse } from './analyse.ts'
import { faultsOf } from './conclude.ts'
import { type DiagnosisParts, recordedCall } from './diagnose-incident.ts'
import { Evidence } from './evidence.ts'
import { keepFigure } from './keep-figure.ts'

type Task = { incident: Incident; steps: Steps; signal: AbortSignal }

/** Everything that is wrong now about the incident's subject. */
export async function findFaults(parts: DiagnosisParts, task: Task): Promise<readonly FaultName[]> {
  return (await lookAgain(parts, task)).faults
}

/** How the alert's figure went on after what was done. */
export async function keepFigureAgain(
  parts: DiagnosisParts,
  { incident, steps, signal, since }: Task & { since: Date },
): Promise<void> {
  const evidence = new Evidence(recordedCall(parts.door, { steps, signal }), { by: 'verification' })
  await keepFigure(parts, { incident, evidence, now: since })
}

/** Where nothing could be seen at all, that nothing is wrong says nothing. */
type SeenAgain = { faults: readonly FaultName[]; hasSeen: boolean }

export async function lookAgain(parts: DiagnosisParts, { incident, steps, signal }: Task): Promise<SeenAgain> {
  const environment = readEnvironment(await parts.currentEnvironment())
  const { CLUSTER_NAME } = await parts.currentSettings()
  const evidence = new Evidence(recordedCall(parts.door, { steps, signal }), { by: 'verification' })
  const now = parts.clock.now()
  const clusterName = CLUSTER_NAME || undefined
  const { findings } = await analyse({ incident, environment, clusterName, evidence, now, hands: NO_HANDS })
  return { faults: faultsOf(findings), hasSeen: evidence.exhibits.some(({ result }) => result.success) }
}

/** Who only looks wants nothing. */
const NO_HANDS = { plugins: [], replicaChangeMax: 0 }
