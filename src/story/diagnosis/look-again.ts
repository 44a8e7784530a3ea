/** For the verification: the same questions once more, and whether what was wrong is still to be seen. */

import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import type { FaultName } from '../incident/diagnosis.ts'
import type { Incident } from '../incident/incident.ts'
import type { Steps } from '../incident/steps.ts'
import { analyse } from './analyse.ts'
import { faultsOf } from './conclude.ts'
import { type DiagnosisParts, recordedCall } from './diagnose-incident.ts'
import { Evidence, type Exhibit } from './evidence.ts'
import { keepFigure } from './keep-figure.ts'

type Task = { incident: Incident; steps: Steps; signal: AbortSignal }

/** Everything that is wrong now about the incident's subject, and which of the faults of before were not looked at. */
export async function findFaults(parts: DiagnosisParts, { before, ...task }: Task & { before: readonly FaultName[] }) {
  const { faults, exhibits } = await lookAgain(parts, task)
  return { faults, unread: before.filter((fault) => !isReadAgain(fault, exhibits)) }
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
type SeenAgain = { faults: readonly FaultName[]; hasSeen: boolean; exhibits: readonly Exhibit[] }

export async function lookAgain(parts: DiagnosisParts, { incident, steps, signal }: Task): Promise<SeenAgain> {
  const environment = readEnvironment(await parts.currentEnvironment())
  const { CLUSTER_NAME } = await parts.currentSettings()
  const evidence = new Evidence(recordedCall(parts.door, { steps, signal }), { by: 'verification' })
  const now = parts.clock.now()
  const clusterName = CLUSTER_NAME || undefined
  const { findings } = await analyse({ incident, environment, clusterName, evidence, now, hands: NO_HANDS })
  const { exhibits } = evidence
  return { faults: faultsOf(findings), hasSeen: exhibits.some(({ result }) => result.success), exhibits }
}

/** Who only looks wants nothing. */
const NO_HANDS = { plugins: [], replicaChangeMax: 0 }

// Whether a later look has seen the object of a fault at all: that it was not found again says nothing otherwise.

/** They look at one namespace, or at all of them. */
const OF_A_NAMESPACE = ['list_pods', 'describe_pod', 'get_events', 'get_pod_logs', 'top_pods']

export function isReadAgain({ object, plugins = [] }: FaultName, exhibits: readonly Exhibit[]): boolean {
  const answered = exhibits.filter(({ result }) => result.success)
  const namespace = namespaceIn(object)
  const isOfCluster = plugins.length === 0 || plugins.some((plugin) => OF_A_NAMESPACE.includes(plugin))
  if (namespace !== undefined && isOfCluster) return answered.some((one) => showsNamespace(one, namespace, plugins))
  return answered.some(({ plugin }) => plugins.length === 0 || plugins.includes(plugin))
}

/** What is gone stands in no answer: the listing of where it was tells. */
function showsNamespace({ plugin, parameters }: Exhibit, namespace: string, plugins: readonly string[]): boolean {
  const isOneOfThem = plugin === 'list_pods' || (OF_A_NAMESPACE.includes(plugin) && plugins.includes(plugin))
  return isOneOfThem && (parameters.namespace === namespace || parameters.namespace === '*')
}

function namespaceIn(object: string): string | undefined {
  return /^\S+ ([^/\s]+)\/\S/.exec(object)?.[1]
}
