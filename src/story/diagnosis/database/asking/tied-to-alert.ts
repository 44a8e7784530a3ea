/**
 * Whether what is seen in a database may be held to be the alert's own matter. That a complaint could come from one is a
 * reason to look; a fault found there is a coincidence until something ties the two.
 */
import type { ClusterScene, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { subjectPods, workloadOf } from '../../cluster/pods/workload-pods.ts'
import type { Scene } from '../../scene.ts'
import type { Subject } from '../../subject.ts'
import type { DatabaseScene } from '../database-scene.ts'
import { lacksRoom } from './ask-deeper.ts'
import { isBlamedIn, topicsThatLead } from './points-to-database.ts'

export function isTiedToAlert(scene: Scene): boolean {
  const { database } = scene
  if (database?.concern !== 'possible') return true
  return (
    isBlamedIn(scene) || topicsThatLead(scene).length > 0 || lacksRoom(scene) || tiedClients(scene, database).length > 0
  )
}

/** Sessions of the alert's program, or of one beside it: by its address, or by what the sessions call themselves. */
export function tiedClients(
  { cluster, subject }: Pick<Scene, 'cluster' | 'subject'>,
  { connections }: DatabaseScene,
): NonNullable<DatabaseScene['connections']>['thing']['groups'] {
  const groups = connections?.thing.groups ?? []
  const pods = cluster ? [...subjectPods(cluster), ...podsBeside(cluster, subject)] : []
  const addresses = new Set(pods.flatMap(({ podIP }) => podIP ?? []))
  const workloads = pods.flatMap((pod) => (cluster && workloadOf(cluster, pod)?.name) ?? [])
  const names = [...namesOf(subject), ...new Set(workloads.map(plain))]
  return groups.filter(
    ({ client_addr, application_name, usename }) =>
      (client_addr !== null && addresses.has(client_addr)) ||
      [application_name, usename].some((one) => one !== null && names.some((name) => isAlike(name, one))),
  )
}

/** Who calls whom is seldom known whole; those who share the alert's namespace mostly work together. */
function podsBeside({ pods }: ClusterScene, { namespace }: Subject): readonly Shown<PodView>[] {
  return namespace === undefined ? [] : pods.filter((pod) => pod.namespace === namespace)
}

function namesOf({ service, workload, pod }: Subject): string[] {
  return [service, workload?.name, pod].flatMap((name) => (name === undefined ? [] : plain(name)))
}

/** Shorter ones are alike too easily. */
const TELLING_CHARACTERS = 4

function isAlike(name: string, session: string): boolean {
  const said = plain(session)
  if (Math.min(name.length, said.length) < TELLING_CHARACTERS) return name === said
  return name.includes(said) || said.includes(name)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
