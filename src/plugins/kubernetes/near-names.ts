/** Where a name is not found, one like it often is: an older pod of the same owner, or a namesake in another namespace. */
import type { Cluster } from '../../ports/cluster.ts'
import type { Sight } from './not-seen.ts'

const NEAR_MAX = 10

export async function findNearPods(
  cluster: Cluster,
  { namespace, name }: { namespace: string; name: string },
  sight: Sight,
  signal: AbortSignal,
): Promise<string[]> {
  const [here, elsewhere] = await Promise.all([
    sight.look('pods', () => cluster.list({ kind: 'Pod', namespace }, signal)),
    sight.look('pods of other namespaces', () =>
      cluster.list({ kind: 'Pod', fieldSelector: `metadata.name=${name}` }, signal),
    ),
  ])
  const stem = stemOf(name)
  const near = (here ?? []).filter(
    ({ metadata }) => stemOf(metadata.name) === stem || metadata.name.startsWith(`${name}-`),
  )
  return [...near, ...(elsewhere ?? [])]
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
    .slice(0, NEAR_MAX)
}

/** The name its Deployment gave it: without the template's hash and the pod's own five letters. */
function stemOf(name: string): string {
  return name.replace(/-[a-z0-9]{5}$/, '').replace(/-[a-f0-9]{6,10}$|-[bcdfghjklmnpqrstvwxz2456789]{6,10}$/, '')
}
