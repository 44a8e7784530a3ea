/** Looks at the cluster as far as the alert concerns it, within a share of the calls. */

import { isDatabaseName, isOnlySpokenOf, namesProgram } from '../database/asking/database-concern.ts'
import { isWatcherBlind } from '../database/asking/points-to-database.ts'
import type { Observation, Scene } from '../scene.ts'
import { lookAround, lookAtNamedObjects, lookForMissing } from './asking/look-around.ts'
import { lookAtContainers } from './asking/look-at-containers.ts'
import { lookAtLogs } from './asking/look-at-logs.ts'
import { lookAtNeighbourLogs, lookAtNeighbours } from './asking/look-at-neighbours.ts'
import { lookUpServices } from './asking/look-at-routes.ts'
import { LOOK_BENEATH, LOOK_BETWEEN, lookAtUsage } from './asking/look-at-surroundings.ts'
import { type LookingStep, unlessAside } from './asking/looking.ts'
import type { ClusterScene } from './cluster-scene.ts'
import { readClusterScene } from './reading/read-cluster-scene.ts'
import { lookAtWrittenMaps } from './releases/written-maps.ts'
import { lookUpAddresses } from './routes/service-hosts.ts'
import { lookAtLogsBeside, lookBeside } from './routes/unwell-beside.ts'
import { settleSubject } from './subject/settle-subject.ts'

const CALLS_MAX = 14
/** Kept for metrics, logs and database. */
const CALLS_LEFT_FOR_OTHERS = 6
/** Kept for metrics and logs, where the database has been looked at. */
const CALLS_LEFT_FOR_SIGNALS = 2

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
  ...unlessAside([
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
  ]),
]

export async function observeCluster(observation: Observation): Promise<Partial<Scene>> {
  const { now, subject, environment, evidence, scene } = observation
  const kept = scene.database === undefined ? CALLS_LEFT_FOR_OTHERS : CALLS_LEFT_FOR_SIGNALS
  const share = Math.min(CALLS_MAX, evidence.callsLeft - kept)
  const floor = evidence.callsLeft - share
  const look = () => {
    const cluster = readClusterScene(evidence.exhibits, subject)
    return { count: evidence.exhibits.length, cluster, subject: settleSubject(subject, cluster) }
  }
  let seen = look()
  for (const step of STEPS) {
    const isAside = isAsideOf(observation, seen.cluster)
    const calls = step({ now, subject: seen.subject, environment, cluster: seen.cluster, isAside })
    await evidence.askAll(calls.slice(0, Math.max(0, evidence.callsLeft - floor)))
    // Most steps want nothing more: what nothing was added to is not read again.
    if (evidence.exhibits.length > seen.count) seen = look()
  }
  return { cluster: seen.cluster, subject: seen.subject }
}

/**
 * A database's own alert asks the cluster only for its surroundings. Where a label names a program too, or where the alert is
 * mere words and one of them is a program that is there, that program is looked at as if nobody had spoken of a database.
 */
function isAsideOf({ subject, environment, scene }: Observation, { target, exhibits }: ClusterScene): boolean {
  if (scene.database === undefined || namesProgram(subject) || isWatcherBlind({ ...scene, subject })) return false
  if (!isOnlySpokenOf(subject, environment)) return true
  const isListed = exhibits.some(({ plugin }) => plugin === 'list_pods')
  return isListed && !(target.isNamed && target.workloads.some(({ name }) => !isDatabaseName(name)))
}
