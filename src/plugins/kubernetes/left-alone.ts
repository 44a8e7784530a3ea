/**
 * What people wrote on whatever a step would touch, as the cluster has it at this moment: on the object itself, on everything
 * above it up to its namespace, on the template and on the pods below. Whoever wants the step and however it was found, it
 * meets these words, uncut.
 */
import type { Effect } from '../../guidance/policy/effect.ts'
import type { Cluster, ClusterKind, ClusterObject } from '../../ports/cluster.ts'
import type { Metadata, Workload } from './kubernetes-objects.ts'
import { matchesSelector } from './label-match.ts'
import { Sight } from './not-seen.ts'
import { readOwners } from './owner-chain.ts'
import { markOfPurpose, markThatForbids, sayForbidden, sayPutAway, wordsOn } from './put-away.ts'

type Target = Effect['targets'][number]
type Marked = { kind: string; name: string; metadata: Partial<Metadata> }
type Reading = { cluster: Pick<Cluster, 'get' | 'list'>; signal: AbortSignal }

/** Why it is to be left alone, in a sentence; undefined where nobody says so. */
export async function whyLeftAlone({ targets, replicas }: Effect, tools: Reading): Promise<string | undefined> {
  const own = targets.filter(({ system }) => system === 'kubernetes')
  const reading = { ...tools, cluster: rememberingReads(tools.cluster) }
  const marked = (await Promise.all(own.map((target) => everythingAround(target, reading)))).flat()
  return (
    saying(marked, markThatForbids, sayForbidden) ??
    (replicas?.from === 0 ? saying(marked, markOfPurpose, sayPutAway) : undefined)
  )
}

/** In the words of the first on which such a mark stands. */
function saying(
  marked: readonly Marked[],
  markOf: typeof markThatForbids,
  say: typeof sayForbidden,
): string | undefined {
  for (const one of marked) {
    const mark = markOf(wordsOn(one.metadata))
    if (mark !== undefined) return say(one, mark)
  }
  return undefined
}

async function everythingAround({ kind, namespace, name }: Target, reading: Reading): Promise<Marked[]> {
  const { cluster, signal } = reading
  const sight = new Sight()
  const read = (one: ClusterKind, named: string, where?: string) =>
    sight.look(one, () => cluster.get({ kind: one, name: named, ...(where && { namespace: where }) }, signal))
  const object = await read(kind as ClusterKind, name, namespace)
  const above = object ? await readOwners(cluster, object.metadata, sight, signal) : []
  const below = object && namespace ? await podsBelow(kind, object as Workload, namespace, reading) : []
  const place = namespace ? await read('Namespace', namespace) : undefined
  return [
    ...(object ? marksOn(kind, name, object) : []),
    ...above.flatMap((owner) => (owner.object ? marksOn(owner.kind, owner.name, owner.object) : [])),
    ...below.map(({ metadata }) => ({ kind: 'Pod', name: metadata.name, metadata })),
    ...(place ? marksOn('Namespace', namespace ?? '', place) : []),
  ]
}

function marksOn(kind: string, name: string, object: ClusterObject): Marked[] {
  const template = (object as Partial<Workload>).spec?.template?.metadata
  return [object.metadata, ...(template ? [template] : [])].map((metadata) => ({ kind, name, metadata }))
}

async function podsBelow(
  kind: string,
  { spec }: Workload,
  namespace: string,
  { cluster, signal }: Reading,
): Promise<ClusterObject[]> {
  const selector = kind === 'Pod' ? undefined : spec?.selector
  if (!selector) return []
  const pods = await new Sight().look('pods', () => cluster.list({ kind: 'Pod', namespace }, signal))
  return (pods ?? []).filter(({ metadata }) => matchesSelector(selector, (metadata as Metadata).labels))
}

/** A hundred pods of one owner ask for it once. */
function rememberingReads(cluster: Reading['cluster']): Reading['cluster'] {
  const known = new Map<string, Promise<ClusterObject | undefined>>()
  return {
    list: (...asked) => cluster.list(...asked),
    get: (one, signal) => {
      const key = `${one.kind}/${one.namespace}/${one.name}`
      const answer = known.get(key) ?? cluster.get(one, signal)
      known.set(key, answer)
      return answer
    },
  }
}
