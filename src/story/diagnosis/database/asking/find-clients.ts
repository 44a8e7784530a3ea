/** Whose pod a client's address is; looked for only where one address holds far too many sessions. */
import type { Fields, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { readPod } from '../../cluster/reading/read-pod.ts'
import type { Observation } from '../../observation.ts'
import { saturationOf } from '../connections/connection-fill.ts'
import { leakingAddresses } from '../connections/connection-groups.ts'
import { type DatabaseScene, seen } from '../database-scene.ts'

/** In the alert's namespace first, then everywhere, as far as there is room to ask. */
export async function findClients(
  { evidence, scene, subject }: Observation,
  database: Pick<DatabaseScene, 'connections' | 'figures'>,
  room: number,
): Promise<readonly Shown<PodView>[]> {
  const connections = database.connections?.thing
  const leaking = connections ? leakingAddresses(connections, saturationOf(database)) : []
  const addresses = leaking.map(({ address }) => address)
  const isSuspect = ({ podIP }: PodView) => podIP !== undefined && addresses.includes(podIP)
  const known = (scene.cluster?.pods ?? []).filter(isSuspect)
  if (addresses.length === 0 || known.length > 0) return known
  const namespaces = subject.namespace === undefined ? ['*'] : [subject.namespace, '*']
  for (const namespace of namespaces.slice(0, Math.max(0, room))) {
    const exhibit = await evidence.ask('list_pods', { namespace })
    const listed = seen<{ pods?: readonly Fields[] }>(exhibit)
    const pods = (listed?.thing.pods ?? []).flatMap((pod) => (exhibit ? readPod(pod, exhibit) : []))
    if (pods.some(isSuspect)) return pods.filter(isSuspect)
  }
  return []
}
