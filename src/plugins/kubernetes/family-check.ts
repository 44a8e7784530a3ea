/** Whether a restart took: the old pod is gone, and its owner has as many ready pods as it wants. */
import type { ClusterKind } from '../../ports/cluster.ts'
import type { Check, Tools } from '../plugin.ts'
import type { Pod, Workload } from './kubernetes-objects.ts'
import { Sight } from './not-seen.ts'
import { isReady } from './shown-pod.ts'

type Restarted = { namespace: string; name: string /** `ReplicaSet/web-1` */; owner: string; isGone: boolean }

export async function checkFamily(restarted: Restarted, { cluster, signal }: Tools): Promise<Check> {
  const { namespace, name, owner, isGone } = restarted
  const pods = (await cluster.list({ kind: 'Pod', namespace }, signal)) as Pod[]
  const living = pods.filter((pod) => isOf(owner, pod) && isLiving(pod))
  const wanted = await readWanted(restarted, { cluster, signal })
  const ready = living.filter(isReady).length
  const after = `${ready} of ${Math.max(wanted?.count ?? 0, living.length)} pods of ${owner || 'its owner'} ready`
  const compared = {
    before: `pod ${name}`,
    after,
    basis: wanted
      ? `the uid of pod ${name}, the ${wanted.count} pods that generation ${wanted.generation} of ${owner} wants, and the Ready condition of each that is neither ending nor over`
      : `the uid of pod ${name}, and the Ready condition of every pod of ${owner || 'its owner'} that is neither ending nor over`,
    otherwise:
      'Had it not worked: the pod with the same uid, fewer pods than the owner wants, or one of them that is not ready.',
  }
  if (!isGone) return { state: 'fails', text: `Pod ${name} is still there.`, ...compared }
  // No successor will come, however long one waits: a release, or whoever counts, has taken over.
  if (wanted?.count === 0 && living.length === 0)
    return { state: 'fails', text: `Pod ${name} is gone, and ${owner} wants no pods any more.`, ...compared }
  // The others being well says nothing: until the successor is there, the owner has fewer than it wants.
  return ready > 0 && ready === living.length && ready >= (wanted?.count ?? 1)
    ? { state: 'holds', text: `Pod ${name} was replaced; ${after}.`, ...compared }
    : { state: 'not_yet', text: `Pod ${name} is gone; ${after}.`, ...compared }
}

function isOf(owner: string, { metadata }: Pod): boolean {
  return metadata.ownerReferences?.some(({ kind, name }) => `${kind}/${name}` === owner) ?? false
}

/** The records of pods that were evicted or have ended stay with their owner, and are never ready again. */
function isLiving({ metadata, status }: Pod): boolean {
  return !metadata.deletionTimestamp && status?.phase !== 'Failed' && status?.phase !== 'Succeeded'
}

const COUNTED: readonly ClusterKind[] = ['ReplicaSet', 'StatefulSet', 'DaemonSet']

/** Undefined where the owner is of a kind that counts otherwise, is gone, or may not be read. */
async function readWanted(
  { namespace, owner }: Restarted,
  { cluster, signal }: Pick<Tools, 'cluster' | 'signal'>,
): Promise<{ count: number; generation: string } | undefined> {
  const [ownerKind, name = ''] = owner.split('/')
  const kind = COUNTED.find((one) => one === ownerKind)
  if (!kind) return undefined
  const look = () => cluster.get({ kind, namespace, name }, signal)
  const set = (await new Sight().look('owner', look)) as Workload | undefined
  const count = set?.spec?.replicas ?? set?.status?.desiredNumberScheduled
  return typeof count === 'number' ? { count, generation: String(set?.metadata.generation ?? 'unknown') } : undefined
}
