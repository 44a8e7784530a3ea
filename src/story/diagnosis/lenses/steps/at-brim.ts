/** Whether all replicas stand at their share of the processor, however long they have: who is full all day has filled up with nothing. */
import type { ClusterScene, DeploymentView, PodView } from '../../cluster/cluster-scene.ts'
import { workloadOf } from '../../cluster/pods/workload-pods.ts'
import { record, records, texts } from '../../cluster/reading/loose-fields.ts'
import { amountOf } from '../../cluster/saying/say.ts'
import type { Exhibit } from '../../evidence.ts'
import { shownObjects } from '../released.ts'
import type { PodFigures } from './compared-figures.ts'

const CORES = /cpu/i
const SHARE = /ratio|percent|throttl/i
/** A figure of a minute swings a little around the limit. */
const [LEAST, MOST] = [0.93, 1.1]

export function standAtBrim(figures: PodFigures, pods: readonly PodView[], limit: number | undefined): boolean {
  if (limit === undefined || pods.length === 0) return false
  const isFull = (one: number) => one >= LEAST * limit && one <= MOST * limit
  return [...figures.values()].some(
    (byPod) =>
      byPod.size >= pods.length &&
      [...byPod.values()].every(({ name, last }) => CORES.test(name) && !SHARE.test(name) && isFull(last)),
  )
}

/** In cores; of the pod that was described, or of the template of its newest set. */
export function coresOf(
  { namespace, name, revisions }: DeploymentView,
  cluster: ClusterScene,
  exhibits: readonly Exhibit[],
): number | undefined {
  const described = cluster.described.find(({ pod }) => {
    const owner = workloadOf(cluster, pod)
    return owner?.name === name && owner.namespace === namespace
  })
  if (described) return largest(described.containers.map(({ limits }) => limits))
  const set = shownObjects(exhibits, /^ReplicaSet$/).find((one) => one.name === revisions[0]?.name)
  const { containers } = record(record(record(set?.whole.spec).template).spec)
  return largest(records(containers).map(({ resources }) => texts(record(resources).limits)))
}

function largest(limits: readonly Readonly<Record<string, string>>[]): number | undefined {
  const cores = limits.flatMap((one) => amountOf(one, 'cpu') ?? [])
  return cores.length === 0 ? undefined : Math.max(...cores)
}
