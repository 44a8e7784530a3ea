/**
 * Whether a step that a rule wants is the alert's own matter: a lock that only strangers wait for, or a host on which neither
 * whom the alert names nor anybody he depends on stands, is somebody else's incident, however certain it is.
 */
import type { WantedAction } from '../../../incident/wanted-step.ts'
import { podsOf, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { allWorkloads } from '../../cluster/subject/resolve-target.ts'
import { blockingRoots } from '../../database/locks/blocking-roots.ts'
import { isAkin } from '../entity-of.ts'
import type { Sight } from './sight.ts'

/** Undefined where it is, and where the alert names nobody. */
export function whyForeign(step: WantedAction, sight: Sight): string | undefined {
  const { cluster } = sight
  if (!cluster.target.isNamed || cluster.target.workloads.length === 0) return undefined
  if (step.plugin === 'cordon_node') return foreignHost(String(step.parameters.node), sight)
  return 'pid' in step.parameters ? foreignLock(Number(step.parameters.pid), sight) : undefined
}

function foreignHost(node: string, sight: Sight): string | undefined {
  const { cluster } = sight
  if ([cluster.target.node, ...cluster.target.nodesBeside].includes(node)) return undefined
  const near = allWorkloads(cluster).filter(({ name }) => isConcerned(name, sight))
  const isUsed = near.some((workload) => podsOf(cluster, workload).some(({ nodeName }) => nodeName === node))
  return isUsed ? undefined : `But nothing that the alert is about runs on ${node}.`
}

/** Of sessions that were found through the namespace alone, those who wait must have to do with whom the alert names. */
function foreignLock(pid: number, sight: Sight): string | undefined {
  const { scene, cluster } = sight
  const { locks, concern } = scene.database ?? {}
  const found = locks && blockingRoots(locks.thing).find(({ root }) => root.pid === pid)
  if (!found || concern !== 'possible') return undefined
  const programs = found.waiters.flatMap((waiter) => {
    const { application_name: name = '', client_addr: address = null } = waiter as Partial<Session>
    const pod = address === null ? undefined : cluster.pods.find(({ podIP }) => podIP === address)
    return [pod && workloadOf(cluster, pod)?.name, name].filter((one) => typeof one === 'string' && one !== '')
  })
  const isForeign = programs.length > 0 && !programs.some((name) => isConcerned(String(name), sight))
  const names = [...new Set(programs)].slice(0, 2).join(' and ')
  return isForeign
    ? `But those who wait for pid ${pid} (${names}) have nothing to do with whom the alert names.`
    : undefined
}

type Session = { application_name: string | null; client_addr: string | null }

/** He is meant, or calls and complaints lead to him; that two share a host makes neither the other's matter. */
function isConcerned(name: string, { seen: { graph, starts } }: Sight): boolean {
  if (starts.some((start) => isAkin(start, name))) return true
  const rings = graph.rings(starts, (tie) => tie !== 'runs_on')
  return [...rings.keys()].some((known) => isAkin(known, name))
}
