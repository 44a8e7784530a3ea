/** Looks at the cluster as far as the alert concerns it, within a share of the calls. */
import type { Observation } from '../observation.ts'
import type { Scene } from '../scene.ts'
import { lookAround } from './look-around.ts'
import { lookAtContainers } from './look-at-containers.ts'
import { lookAtLogs } from './look-at-logs.ts'
import { lookAtNamedObjects, lookForMissing } from './look-at-named-objects.ts'
import { lookAtNeighbourLogs, lookAtNeighbours } from './look-at-neighbours.ts'
import { LOOK_BENEATH, LOOK_BETWEEN } from './look-at-surroundings.ts'
import { lookAtUsage } from './look-at-usage.ts'
import type { LookingStep } from './looking.ts'
import { readClusterScene } from './read-cluster-scene.ts'
import { lookUpAddresses, lookUpServices } from './service-address.ts'
import { settleSubject } from './settle-subject.ts'
import { lookAtLogsBeside, lookBeside } from './unwell-beside.ts'
import { lookAtWrittenMaps } from './written-maps.ts'

const CALLS_MAX = 14
/** Kept for metrics, logs and database. */
const CALLS_LEFT_FOR_OTHERS = 6

const HOPS_MAX = 4
const LOOK_FURTHER: readonly LookingStep[] = [lookUpAddresses, lookAtNeighbours, lookUpServices, lookAtNeighbourLogs]

const STEPS: readonly LookingStep[] = [
  lookAround,
  // Once more, where the first look showed that the namespace or the node of the text is none.
  lookAround,
  lookForMissing,
  lookAtNamedObjects,
  lookAtContainers,
  lookAtLogs,
  lookAtUsage,
  ...LOOK_BENEATH,
  lookAtNeighbours,
  lookAtNeighbourLogs,
  ...LOOK_BETWEEN,
  // A neighbour's log may name the next one: the deepest that fails is the cause.
  ...Array.from({ length: HOPS_MAX }, () => LOOK_FURTHER).flat(),
  lookAtWrittenMaps,
  lookBeside,
  lookAtLogsBeside,
]

export async function observeCluster(observation: Observation): Promise<Partial<Scene>> {
  const { now, subject, environment, evidence, scene } = observation
  const isAside = scene.database !== undefined
  const share = Math.min(CALLS_MAX, evidence.callsLeft - (isAside ? 0 : CALLS_LEFT_FOR_OTHERS))
  const floor = evidence.callsLeft - share
  const read = () => readClusterScene(evidence.exhibits, subject)
  for (const step of STEPS) {
    const cluster = read()
    const calls = step({ now, subject: settleSubject(subject, cluster), environment, cluster, isAside })
    await evidence.askAll(calls.slice(0, Math.max(0, evidence.callsLeft - floor)))
  }
  const cluster = read()
  return { cluster, subject: settleSubject(subject, cluster) }
}
