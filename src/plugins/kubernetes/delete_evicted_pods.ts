import { CLUSTER_WRITE_SECONDS, ClusterRefusal, LostAnswer } from '../../ports/cluster.ts'
import type { ActingTools, Intention, RemediationPlugin, RemediationResult, Tools } from '../plugin.ts'
import { NAMESPACE } from './cluster-parameters.ts'
import { evictedGate } from './evicted-gate.ts'
import { failed, skipped } from './guarded-write.ts'
import type { Node, Pod } from './kubernetes-objects.ts'
import { Sight } from './not-seen.ts'
import { controllerOf } from './owner-chain.ts'

type Parameters = { namespace: string; limit: number; node?: string; owner?: string }
type Planned = { name: string; uid: string; node?: string }
type Removal = Planned & { outcome: 'deleted' | 'gone' | 'failed' | 'unknown'; error?: string }

const NO_WAY_BACK = { impossible: 'An evicted pod has ended already; only its record is removed.' }

export default {
  name: 'delete_evicted_pods',
  description:
    'Removes the records of evicted pods (status.reason Evicted, nothing else that failed) from a namespace, oldest first. Frees names and quota; it does not cure what evicted them.',
  category: 'remediation',
  risk: 'low',
  settlesWithinSeconds: CLUSTER_WRITE_SECONDS,
  gate: evictedGate,
  words: 'Delete {targets evicted pod|the evicted pods} of namespace {namespace}',
  usualSeconds: 30,
  timeoutSeconds: 120,
  parameters: {
    type: 'object',
    properties: {
      namespace: NAMESPACE,
      node: { type: 'string', description: 'Only those evicted from this node.', minLength: 1, maxLength: 253 },
      owner: {
        type: 'string',
        description: 'Only those of this owner, as list_pods shows it: ReplicaSet/web-1.',
        minLength: 1,
        maxLength: 300,
      },
      limit: { type: 'integer', description: 'At most so many pods.', default: 50, minimum: 1, maximum: 100 },
    },
  },
  intend,
  run: async ({ namespace }, tools, { preconditions, isDryRun }) => {
    const planned = readPlanned(preconditions.pods)
    try {
      const still = new Set((await readEvicted(namespace, tools)).map(({ metadata }) => metadata.uid))
      const left = planned.filter(({ uid }) => still.has(uid))
      if (left.length === 0) return skipped('none of the evicted pods of the plan is there any more')
      return await removeAll(left, { namespace, isDryRun, tools, gone: planned.length - left.length })
    } catch (error) {
      if (error instanceof ClusterRefusal) return { success: false, error: error.message }
      throw error
    }
  },
  readBack: async ({ namespace }, tools, { preconditions }) => {
    const [left, planned] = [await findLeft(namespace, preconditions, tools), readPlanned(preconditions.pods)]
    // A deletion does not say whose it was.
    return (
      left.length < planned.length && {
        unknown: `${planned.length - left.length} of ${sayEvicted(planned.length)} are gone, as after the cluster's own sweep.`,
      }
    )
  },
  verify: async ({ namespace }, tools, { preconditions }) => {
    const left = await findLeft(namespace, preconditions, tools)
    const planned = readPlanned(preconditions.pods)
    const pressed = await findPressure(planned, tools)
    const gone =
      left.length === 0
        ? `${planned.length === 1 ? 'The evicted pod of the plan is' : `All ${planned.length} evicted pods of the plan are`} gone`
        : `${sayEvicted(left.length)} of the plan ${left.length === 1 ? 'is' : 'are'} still there: ${sayStill(left)}`
    return {
      state: left.length === 0 && pressed.length === 0 ? 'holds' : 'fails',
      // The records are only witnesses: that they are gone says nothing about what evicted the pods.
      text: pressed.length > 0 ? `${gone}, but what evicted them goes on: ${pressed.join('; ')}.` : `${gone}.`,
      before: sayEvicted(planned.length),
      after: [sayHowMany(left.length, planned.length), ...pressed].join('; '),
      basis: `the ${planned.length === 1 ? 'uid of the pod' : `uids of the ${planned.length} pods`} of the plan, looked for among all evicted pods of namespace ${namespace}, and the conditions of the nodes that evicted them`,
      otherwise: 'Had it not worked: one of these uids still listed, or a node of theirs still under pressure.',
    }
  },
} satisfies RemediationPlugin<Parameters>

const NODES_MAX = 5

/** Who may not read nodes cannot know; the questions that proved the fault are asked again in any case. */
async function findPressure(pods: readonly Planned[], { cluster, signal }: Tools): Promise<string[]> {
  const names = [...new Set(pods.flatMap(({ node }) => node ?? []))].slice(0, NODES_MAX)
  const nodes = await Promise.all(
    names.map((name) => new Sight().look('node', () => cluster.get({ kind: 'Node', name }, signal))),
  )
  return (nodes as (Node | undefined)[]).flatMap((node) =>
    (node?.status?.conditions ?? [])
      .filter(({ type, status }) => type.endsWith('Pressure') && status === 'True')
      .map(({ type }) => `node ${node?.metadata.name} is under ${type}`),
  )
}

async function intend({ namespace, limit, node, owner }: Parameters, tools: Tools): Promise<Intention> {
  const evicted = (await readEvicted(namespace, tools)).filter(
    ({ metadata, spec }) =>
      (node === undefined || spec.nodeName === node) && (owner === undefined || owner === ownerOf(metadata)),
  )
  const which = [...(node ? [` of node ${node}`] : []), ...(owner ? [` of ${owner}`] : [])].join('')
  if (evicted.length === 0) throw new Error(`There is no evicted pod${which} in namespace ${namespace}.`)
  const pods = evicted.slice(0, limit).map(({ metadata, spec }) => ({
    name: metadata.name,
    uid: metadata.uid ?? '',
    ...(spec.nodeName !== undefined && { node: spec.nodeName }),
  }))
  return {
    effect: {
      targets: pods.map(({ name }) => ({ system: 'kubernetes', namespace, kind: 'Pod', name })),
      changes: [{ field: 'evicted pods', from: String(evicted.length), to: String(evicted.length - pods.length) }],
      commands: pods.map(({ name }) => `kubectl delete pod ${name} --namespace ${namespace}`),
      risk: 'low',
    },
    preconditions: { pods },
    rollback: NO_WAY_BACK,
  }
}

function ownerOf(metadata: Pod['metadata']): string | undefined {
  const owner = controllerOf(metadata)
  return owner && `${owner.kind}/${owner.name}`
}

/** A field selector for the reason does not exist, and Failed alone would take pods that failed for reasons of their own. */
async function readEvicted(namespace: string, { cluster, signal }: Tools): Promise<Pod[]> {
  const failedPods = await cluster.list({ kind: 'Pod', namespace, fieldSelector: 'status.phase=Failed' }, signal)
  return (failedPods as Pod[])
    .filter(({ status }) => status?.phase === 'Failed' && status.reason === 'Evicted')
    .sort((one, other) => (one.metadata.creationTimestamp ?? '').localeCompare(other.metadata.creationTimestamp ?? ''))
}

async function findLeft(
  namespace: string,
  preconditions: Readonly<Record<string, unknown>>,
  tools: Tools,
): Promise<Pod[]> {
  const planned = new Set(readPlanned(preconditions.pods).map(({ uid }) => uid))
  return (await readEvicted(namespace, tools)).filter(({ metadata }) => planned.has(metadata.uid ?? ''))
}

function sayEvicted(count: number): string {
  return `${count} evicted ${count === 1 ? 'pod' : 'pods'}`
}

/** A deletion that the server took is not carried out while somebody's finalizer stands. */
function sayHowMany(left: number, planned: number): string {
  if (left === 0) return planned === 1 ? 'gone' : 'all of them gone'
  return planned === 1 ? 'still there' : `${left} of them left`
}

function sayStill(left: readonly Pod[]): string {
  const shown = left.slice(0, LEFT_SHOWN).map(({ metadata: { name, deletionTimestamp, finalizers = [] } }) => {
    if (deletionTimestamp === undefined) return name
    const holder = finalizers.length > 0 ? `, held by finalizer ${finalizers.join(', ')}` : ''
    return `${name} (ending since ${deletionTimestamp}${holder})`
  })
  return [...shown, ...sayMore(left)].join('; ')
}

function sayMore(left: readonly unknown[]): string[] {
  return left.length > LEFT_SHOWN ? [`and ${left.length - LEFT_SHOWN} more`] : []
}

type Removing = { namespace: string; isDryRun: boolean; tools: ActingTools; gone: number }

async function removeAll(pods: readonly Planned[], removing: Removing): Promise<RemediationResult> {
  const { isDryRun, gone } = removing
  const removals: Removal[] = []
  // One after the other, so that what was done is known; one that cannot be deleted keeps none of the others.
  for (const pod of pods) removals.push(await removeOne(pod, removing))
  const deleted = removals.filter(({ outcome }) => outcome === 'deleted').map(({ name }) => name)
  const left = removals.filter(({ outcome }) => outcome === 'failed' || outcome === 'unknown')
  const goneNow = gone + removals.filter(({ outcome }) => outcome === 'gone').length
  return {
    success: left.length === 0,
    ...(left.some(({ outcome }) => outcome === 'unknown') && { isUnknown: true }),
    ...(left.length > 0 && { error: sayLeft(left) }),
    message: [
      `${sayEvicted(deleted.length)} ${isDryRun ? 'would be deleted (dry run, nothing changed)' : 'deleted'}${goneNow > 0 ? `; ${goneNow} of the plan ${goneNow === 1 ? 'was' : 'were'} gone` : ''}.`,
      ...(left.length > 0 ? [sayLeft(left)] : []),
    ].join(' '),
    before: { evicted: pods.map(({ name }) => name) },
    after: {
      evicted: isDryRun
        ? pods.map(({ name }) => name)
        : pods.flatMap(({ name }) => (deleted.includes(name) ? [] : [name])),
    },
    rollback: NO_WAY_BACK,
  }
}

const LEFT_SHOWN = 5

/** Every one with the server's own reason. */
function sayLeft(left: readonly Removal[]): string {
  const shown = left.slice(0, LEFT_SHOWN).map(({ name, error }) => `${name}: ${error}`)
  return `${left.length} could not be deleted: ${[...shown, ...sayMore(left)].join('; ')}`
}

async function removeOne(pod: Planned, { namespace, isDryRun, tools }: Removing): Promise<Removal> {
  try {
    await tools.cluster.remove({ kind: 'Pod', namespace, name: pod.name }, pod.uid, { isDryRun, signal: tools.signal })
    return { ...pod, outcome: 'deleted' }
  } catch (error) {
    if (!(error instanceof ClusterRefusal)) throw error
    // Somebody else was faster, or another pod has the name now.
    if (error.status === 404 || error.status === 409) return { ...pod, outcome: 'gone' }
    const outcome = error instanceof LostAnswer ? 'unknown' : 'failed'
    return { ...pod, outcome, error: failed(error).error ?? error.message }
  }
}

/** The plan is stored as plain JSON and read back as such. */
function readPlanned(pods: unknown): Planned[] {
  if (!Array.isArray(pods)) return []
  return pods.filter((pod) => typeof pod?.name === 'string' && typeof pod.uid === 'string' && pod.uid !== '')
}
