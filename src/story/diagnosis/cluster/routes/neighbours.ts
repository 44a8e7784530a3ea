/** Whom the subject depends on, as far as its logs and people say: one hop at a time. */
import { findService } from '../../../../guidance/environment/environment-map.ts'
import { isErrorLine } from '../../signals/said-lines.ts'
import type { Looking } from '../asking/looking.ts'
import type { ClusterScene, ContainerLog, ObjectKey, Shown, WorkloadName } from '../cluster-scene.ts'
import { blamedHosts } from '../logs/blamed-hosts.ts'
import { calledByName } from '../logs/called-by-name.ts'
import { withoutOutsideText } from '../logs/log-clues.ts'
import type { Host } from '../logs/log-host.ts'
import { isSame } from '../pods/workload-pods.ts'
import { workloadBehind } from '../subject/behind-service.ts'
import { mentionedWorkloads } from '../subject/mentioned-workloads.ts'
import { allWorkloads } from '../subject/resolve-target.ts'
import { namedInConfiguration } from './configured-hosts.ts'
import { quotedServer } from './quoted-server.ts'
import { serviceAt } from './service-address.ts'

const NEIGHBOURS_MAX = 5

export type Neighbour = ObjectKey & {
  /** How it came up: its host in a failing log, the subject's own configuration, or people's map. */
  from: 'log' | 'configuration' | 'environment'
  host: Host | undefined
  /** The workload behind the name, where a list shows one. */
  workload: WorkloadName | undefined
}

/** What logs complain of first, then what it was told to call, then what people said. */
export function neighboursOf(looking: Looking): Neighbour[] {
  const all = [...namedInLogs(looking), ...changedAndCalled(looking), ...configured(looking), ...namedByPeople(looking)]
  const own = looking.cluster.target.workloads
  const others = all.filter(({ workload }) => !workload || !own.some((one) => isSame(one, workload)))
  const keyOf = (one: Neighbour) => `${one.namespace}/${one.workload?.name ?? one.name}`
  // Who came up in several ways is known by the strongest of them.
  return others
    .filter((one, at) => others.findIndex((each) => keyOf(each) === keyOf(one)) === at)
    .slice(0, NEIGHBOURS_MAX)
}

function namedInLogs({ cluster }: Looking): Neighbour[] {
  return cluster.logs.flatMap((log) => [
    ...blamedHosts(log).flatMap((host) => {
      const key = keyOfHost(host, log.namespace, cluster)
      return key ? [{ ...key, from: 'log' as const, host, workload: workloadCalled(key, cluster) }] : []
    }),
    ...quotedIn(log, cluster),
  ])
}

/** Who is quoted without being named: the way to it stands in the configuration. */
function quotedIn(log: Shown<ContainerLog>, cluster: ClusterScene): Neighbour[] {
  return log.lines.flatMap(({ text }) => {
    const said = isErrorLine({ said: text }) ? withoutOutsideText(text) : undefined
    const server = said === undefined ? undefined : quotedServer(said, log, cluster)
    return server?.workload ? [{ ...server.workload, from: 'log', host: undefined, workload: server.workload }] : []
  })
}

const LATELY = 24 * 3_600_000

/** Whom errors call by name without a host: worth a look only where it was changed lately. */
function changedAndCalled({ cluster, now }: Looking): Neighbour[] {
  const isNew = (workload: WorkloadName) => {
    const at = cluster.deployments.find((one) => isSame(one, workload))?.revisions[0]?.createdAt
    return at !== undefined && now.getTime() - at.getTime() < LATELY
  }
  return cluster.logs
    .flatMap((log) => calledInErrors(log, cluster))
    .filter(isNew)
    .map((workload) => ({ ...workload, from: 'log', host: undefined, workload }))
}

export function calledInErrors(log: Shown<ContainerLog>, cluster: ClusterScene): WorkloadName[] {
  const all = allWorkloads(cluster)
  return log.lines.flatMap(({ text }) => {
    const said = isErrorLine({ said: text }) ? withoutOutsideText(text) : undefined
    return said === undefined ? [] : calledByName(said, all)
  })
}

function configured(looking: Looking): Neighbour[] {
  return namedInConfiguration(looking).map((one) => ({ ...one, from: 'configuration', host: undefined }))
}

/** `redis`, `redis.shop`, `redis.shop.svc.cluster.local`, `db-0.db.shop.svc`, or the address of a pod or a Service. */
export function keyOfHost(host: Host, namespace: string, cluster: Looking['cluster']): ObjectKey | undefined {
  if (/^[\d.]+$/.test(host.name)) {
    const pod = cluster.pods.find(({ podIP }) => podIP === host.name)
    return pod ? { namespace: pod.namespace, name: pod.owner?.name ?? pod.name } : serviceAt(host.name, cluster)
  }
  const parts = host.name.replace(/\.svc(\.cluster\.local)?\.?$/, '').split('.')
  const isInside = parts.length === 1 || /\.svc(\.|$)/.test(host.name) || parts.length === 2
  if (!isInside || parts.length > 3) return undefined
  const [name = '', place = namespace] = parts.slice(-2)
  return parts.length === 1 ? { namespace, name: parts[0] ?? '' } : { namespace: place, name }
}

/** The one of that name, else the one the Service of that name selects, else the one that is called alike. */
export function workloadCalled({ namespace, name }: ObjectKey, cluster: Looking['cluster']): WorkloadName | undefined {
  const here = allWorkloads(cluster).filter((one) => one.namespace === namespace)
  return (
    here.find((one) => one.name === name) ??
    workloadBehind({ namespace, name }, cluster) ??
    mentionedWorkloads(name, here)[0]
  )
}

function namedByPeople({ cluster, subject, environment }: Looking): Neighbour[] {
  const names = [subject.service, ...cluster.target.workloads.map(({ name }) => name)]
  const services = names.flatMap((name) =>
    name === undefined ? [] : (findService(environment, name, cluster.target.namespace) ?? []),
  )
  const wanted = [...new Set(services.flatMap(({ dependencies }) => dependencies))]
  return wanted.map((name) => {
    const namespace = findService(environment, name)?.namespace || cluster.target.namespace || ''
    const key = { namespace, name }
    return { ...key, from: 'environment', host: undefined, workload: workloadCalled(key, cluster) }
  })
}
