/** Whom a proven cause reaches, along ties that were seen or told: who runs there, and who depends on those. */
import type { EnvironmentMap } from '../../guidance/environment/environment-map.ts'
import type { Diagnosis } from '../incident/diagnosis.ts'
import { provenCause } from '../incident/gathering.ts'
import { tie, tieOfObject, workloadOfPod } from '../incident/ties.ts'
import type { Evidence } from './evidence.ts'
import { RUNBOOKS } from './known/recall-knowledge.ts'

/** As many as a node may hold, and more. */
const PODS_MAX = 500

type Placed = { namespace: string; name: string }
type ShownPod = Placed & { owner?: string }
type Known = { evidence: Evidence; environment: EnvironmentMap }

/** The diagnosis with the names it reaches, where it has proven something, or with the word that nothing could be seen. */
export async function withReach(diagnosis: Diagnosis, { evidence, environment }: Known): Promise<Diagnosis> {
  if (!hasSeen(evidence)) return { ...diagnosis, isBlind: true }
  const cause = provenCause(diagnosis)
  const own = cause && tieOfObject(cause.object)
  if (own === undefined) return diagnosis
  const pods = own.startsWith('node ') ? await podsOn(own.slice('node '.length), evidence) : []
  const hit = [...pods.map(workloadOf), ...workloadIn(own)]
  const suffering = [...hit, ...dependentsOf(hit, environment)]
  const reach = [
    own,
    ...pods.map(({ namespace, name }) => tie('pod', `${namespace}/${name}`)),
    ...suffering.map(({ namespace, name }) => tie('workload', `${namespace}/${name}`)),
    ...suffering.filter((one) => isInContext(one, environment)).map(({ name }) => tie('service', name)),
  ]
  return { ...diagnosis, reach: [...new Set(reach)] }
}

/** What people wrote down says nothing of how things are. */
function hasSeen({ exhibits }: Evidence): boolean {
  return exhibits.some(({ plugin, result }) => result.success && plugin !== RUNBOOKS)
}

/** A Deployment's ReplicaSet bears its name and one word more. */
function workloadOf({ namespace, name, owner = '' }: ShownPod): Placed {
  const [kind, ownerName] = owner.split('/')
  if (ownerName === undefined) return { namespace, name: workloadOfPod(name) }
  return { namespace, name: kind === 'ReplicaSet' ? ownerName.replace(/-[^-]+$/, '') : ownerName }
}

async function podsOn(node: string, evidence: Evidence): Promise<ShownPod[]> {
  const result = (await evidence.ask('list_pods', { namespace: '*', node, limit: PODS_MAX }))?.result
  const pods = result?.success ? (result.data as { pods?: unknown }).pods : undefined
  return Array.isArray(pods) ? pods.filter(isPlaced) : []
}

function isPlaced(pod: unknown): pod is ShownPod {
  const { namespace, name } = (pod ?? {}) as Partial<Placed>
  return typeof namespace === 'string' && typeof name === 'string'
}

function workloadIn(own: string): Placed[] {
  const [, namespace, name] = /^workload ([^/]+)\/(.+)$/.exec(own) ?? []
  return namespace !== undefined && name !== undefined ? [{ namespace, name }] : []
}

/** Those whom people told us to depend on one of them. */
function dependentsOf(hit: readonly Placed[], { services }: EnvironmentMap): Placed[] {
  const names = new Set(services.filter((service) => hit.some((one) => isSame(one, service))).map(({ name }) => name))
  return services.filter(({ dependencies }) => dependencies.some((one) => names.has(one)))
}

function isInContext(one: Placed, { services }: EnvironmentMap): boolean {
  return services.some((service) => isSame(one, service))
}

function isSame(one: Placed, other: Placed): boolean {
  return one.namespace === other.namespace && one.name === other.name
}
