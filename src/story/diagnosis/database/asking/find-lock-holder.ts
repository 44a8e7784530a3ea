/** Whether somebody still stands at the address from which a session keeps a lock: asked only where such a lock holds up others. */
import { isIP } from 'node:net'
import { readObject } from '../../cluster/asking/looking.ts'
import { record, records } from '../../cluster/reading/loose-fields.ts'
import type { Observation } from '../../observation.ts'
import type { DatabaseScene } from '../database-scene.ts'
import { blockingRoots } from '../locks/blocking-roots.ts'
import { isSilent } from '../locks/session-lock.ts'

/** The server finds a pod by its address in all namespaces; the nodes tell which addresses are pods' at all. */
export async function findLockHolder(
  { evidence }: Observation,
  { locks }: Pick<DatabaseScene, 'locks'>,
): Promise<DatabaseScene['lockHolder']> {
  const silent = locks && blockingRoots(locks.thing).find(isSilent)
  const address = silent?.root.client_addr ?? ''
  if (isIP(address) === 0) return undefined
  const { plugin, parameters } = readObject(`get pods -A --field-selector status.podIP=${address}`)
  const pods = await evidence.ask(plugin, parameters)
  if (!pods?.result.success || records(record(pods.result.data).objects).length > 0) return undefined
  const nodes = await evidence.ask(plugin, readObject('get nodes').parameters)
  return nodes?.result.success ? { address, pods, nodes } : undefined
}
