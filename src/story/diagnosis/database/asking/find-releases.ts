/** Which programs of the cluster speak in a log of failing statements; listed only where the alert itself names no place. */
import type { DeploymentView, Fields, Shown } from '../../cluster/cluster-scene.ts'
import { readDeployment } from '../../cluster/reading/read-workload.ts'
import type { Observation } from '../../observation.ts'
import { type DatabaseScene, seen } from '../database-scene.ts'
import { failuresIn } from '../statements/failed-statements.ts'

/** Where the log server's own labels place them; a line's text places nobody. */
export async function findReleases(
  { evidence, subject }: Observation,
  { lines }: Pick<DatabaseScene, 'lines'>,
  room: number,
): Promise<readonly Shown<DeploymentView>[]> {
  const [failure] = failuresIn(lines)
  const namespaces = new Set((failure?.lines ?? []).flatMap(({ thing }) => thing.labels.namespace ?? []))
  const [namespace, ...others] = namespaces
  if (namespace === undefined || others.length > 0 || namespace === subject.namespace || room <= 0) return []
  const exhibit = await evidence.ask('list_pods', { namespace })
  const listed = seen<{ deployments?: readonly Fields[] }>(exhibit)
  return (listed?.thing.deployments ?? []).flatMap((one) => (exhibit ? readDeployment(one, exhibit) : []))
}
