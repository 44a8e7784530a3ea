import { type ClusterObject, ClusterRefusal } from '../../ports/cluster.ts'
import type { DiagnosticPlugin, Tools } from '../plugin.ts'
import { answer } from './answer.ts'
import { DEPLOYMENT, EVERYWHERE, NAMESPACE_OR_ALL, NODE, POD_NAME, scopeOf } from './cluster-parameters.ts'
import { Sight } from './not-seen.ts'
import { type Related, relatedToDeployment, relatedToPod } from './related-objects.ts'
import { byTime, type ClusterEvent, showEvent } from './shown-event.ts'

type Parameters = { namespace: string; pod_name?: string; deployment?: string; node?: string; limit: number }

export default {
  name: 'get_events',
  description:
    'What the cluster says happened, newest last: scheduling, image pulls, probes, kills, evictions, quota and admission refusals, scaling. With pod_name or deployment also the events of owners, node, claims and autoscaler; without either all of the namespace and those of its nodes.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      namespace: NAMESPACE_OR_ALL,
      pod_name: { ...POD_NAME, description: 'Only events of this pod and of what it depends on.' },
      deployment: { ...DEPLOYMENT, description: 'Only events of this Deployment, its ReplicaSets, pods and nodes.' },
      node: { ...NODE, description: 'Only events of this node.' },
      limit: { type: 'integer', description: 'The newest so many events.', default: 100, minimum: 1, maximum: 500 },
    },
  },
  run: (parameters, tools) =>
    answer(async () => {
      if (parameters.namespace === EVERYWHERE && (parameters.pod_name ?? parameters.deployment) !== undefined)
        return { success: false, error: 'namespace: a pod or a deployment is in one namespace; name it.' }
      const sight = new Sight()
      const events = (await readEvents(parameters, sight, tools)).sort(byTime)
      const shown = events.slice(-parameters.limit)
      return {
        success: true,
        data: { events: shown.map(showEvent), total: events.length, ...sight.report() },
        ...(events.length === 0 && {
          message: `No events${aboutWhat(parameters)}. The cluster keeps them for about an hour.`,
        }),
        ...(shown.length < events.length && {
          message: `The newest ${shown.length} of ${events.length} events. Name a pod, a deployment or a node, or raise limit.`,
        }),
      }
    }),
} satisfies DiagnosticPlugin<Parameters>

async function readEvents(parameters: Parameters, sight: Sight, tools: Tools): Promise<ClusterEvent[]> {
  const { namespace, pod_name: pod, deployment, node } = parameters
  if (pod === undefined && deployment === undefined && node === undefined) return readAll(namespace, sight, tools)
  const look = { cluster: tools.cluster, sight, signal: tools.signal }
  const [ofPod, ofDeployment] = await Promise.all([
    pod === undefined ? [] : relatedToPod(namespace, pod, look),
    deployment === undefined ? [] : relatedToDeployment(namespace, deployment, look),
  ])
  const ofNode = node === undefined ? [] : [{ kind: 'Node', name: node }]
  const objects = new Map([...ofPod, ...ofDeployment, ...ofNode].map((one) => [`${one.kind}/${one.name}`, one]))
  const events = await Promise.all([...objects.values()].map((one) => eventsOf(one, sight, tools)))
  return events.flat()
}

async function eventsOf({ kind, name, namespace }: Related, sight: Sight, { cluster, signal }: Tools) {
  const fieldSelector = `involvedObject.kind=${kind},involvedObject.name=${name}`
  const events = await sight.look(`events of ${kind}/${name}`, () =>
    cluster.list({ kind: 'Event', ...(namespace !== undefined && { namespace }), fieldSelector }, signal),
  )
  return (events ?? []) as ClusterEvent[]
}

/** Without the events of the namespace there is no answer; those of nodes, which belong to no namespace, may be missing. */
async function readAll(namespace: string, sight: Sight, { cluster, signal }: Tools): Promise<ClusterEvent[]> {
  const here = cluster.list({ kind: 'Event', ...scopeOf(namespace) }, signal).catch(async (error) => {
    if (!(error instanceof ClusterRefusal) || error.status !== 413) throw error
    // Too many to hold: what went wrong comes first, and that the rest was left out is told.
    await sight.look('all events: there are too many, so only warnings were read', () => Promise.reject(error))
    return readWarnings(namespace, sight, { cluster, signal })
  })
  const ofNodes = sight.look('events of nodes', () =>
    cluster.list({ kind: 'Event', fieldSelector: 'involvedObject.kind=Node' }, signal),
  )
  const [own, nodes = []] = await Promise.all([here, ofNodes])
  const all = new Map([...nodes, ...own].map((event) => [`${event.metadata.namespace}/${event.metadata.name}`, event]))
  return [...all.values()] as ClusterEvent[]
}

const KEPT = 5_000

/** The server gives them by name, so all are read; of more than can be held the newest are kept. */
async function readWarnings(namespace: string, sight: Sight, { cluster, signal }: Pick<Tools, 'cluster' | 'signal'>) {
  let isCut = false
  const keep = (found: ClusterObject[]) => {
    isCut = true
    return (found as ClusterEvent[]).sort(byTime).slice(-KEPT)
  }
  const listing = { kind: 'Event', ...scopeOf(namespace), fieldSelector: 'type=Warning', keep } as const
  const warnings = await cluster.list(listing, signal)
  if (isCut) sight.notSeen.push({ part: 'all warnings', why: 'There are too many of them; the newest were kept.' })
  return warnings
}

function aboutWhat({ namespace, pod_name: pod, deployment, node }: Parameters): string {
  if (pod !== undefined) return ` about pod ${pod} and what it depends on`
  if (deployment !== undefined) return ` about deployment ${deployment}`
  return node === undefined ? ` in namespace ${namespace}` : ` about node ${node}`
}
