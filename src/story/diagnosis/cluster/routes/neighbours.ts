/** Whom the subject depends on, as far as its logs and people say: one hop at a time. */

import { findService } from '../../../../guidance/environment/environment-map.ts'
import { isErrorLine } from '../../signals/said-lines.ts'
import type { Looking } from '../asking/looking.ts'
import type { ClusterScene, ContainerLog, ObjectKey, Shown, WorkloadName } from '../cluster-scene.ts'
import { blamedHosts } from '../logs/blamed-hosts.ts'
import { withoutOutsideText } from '../logs/log-clues.ts'
import { type Host, readHost } from '../logs/log-host.ts'
import { calledByName } from '../logs/names-in-lines.ts'
import { isSame } from '../pods/workload-pods.ts'
import { allWorkloads } from '../subject/resolve-target.ts'
import { quotedServer } from './quoted-server.ts'
import { keyOfHost, namedInConfiguration, workloadCalled } from './service-hosts.ts'

const NEIGHBOURS_MAX = 5

export type Neighbour = ObjectKey & {
  /** How it came up: its host in a failing log, the subject's own configuration, or people's map. */
  from: 'log' | 'configuration' | 'environment'
  host: Host | undefined
  /** The workload behind the name, where a list shows one. */
  workload: WorkloadName | undefined
}

type Around = Omit<Looking, 'isAside'>

/** What logs complain of first, then what it was told to call, then what people said. */
export function neighboursOf(looking: Around): Neighbour[] {
  const all = [...namedInLogs(looking), ...changedAndCalled(looking), ...configured(looking), ...namedByPeople(looking)]
  const own = looking.cluster.target.workloads
  const others = all.filter(({ workload }) => !workload || !own.some((one) => isSame(one, workload)))
  const keyOf = (one: Neighbour) => `${one.namespace}/${one.workload?.name ?? one.name}`
  // Who came up in several ways is known by the strongest of them.
  return others
    .filter((one, at) => others.findIndex((each) => keyOf(each) === keyOf(one)) === at)
    .slice(0, NEIGHBOURS_MAX)
}

function namedInLogs({ cluster }: Around): Neighbour[] {
  return cluster.logs.flatMap((log) => [
    ...blamedHosts(log).flatMap((host) => {
      const key = keyOfHost(host, log.namespace, cluster)
      return key ? [{ ...key, from: 'log' as const, host, workload: workloadCalled(key, cluster) }] : []
    }),
    ...quotedIn(log, cluster),
    ...awaitedIn(log, cluster),
  ])
}

/** An init step that does not end says for whom it waits, and seldom calls that an error. */
function awaitedIn(log: Shown<ContainerLog>, cluster: ClusterScene): Neighbour[] {
  const pod = cluster.pods.find((one) => isSame(one, log))
  const isWaiting = pod?.initContainers.some(({ name, running }) => running && name === log.container)
  const said = isWaiting ? withoutOutsideText(log.lines.at(-1)?.text ?? '') : undefined
  const host = said === undefined ? undefined : readHost(said)
  const key = host && keyOfHost(host, log.namespace, cluster)
  const workload = key && workloadCalled(key, cluster)
  // What may be a mere word leads only to somebody who bears it.
  return key && (workload || !host.isWord) ? [{ ...key, from: 'log', host, workload }] : []
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

/** Whom errors of others call by name without a host: worth a look only where it was changed lately. */
function changedAndCalled({ cluster, now }: Around): Neighbour[] {
  const isNew = (workload: WorkloadName) => {
    const at = cluster.deployments.find((one) => isSame(one, workload))?.revisions[0]?.createdAt
    return at !== undefined && now.getTime() - at.getTime() < LATELY
  }
  return cluster.logs
    .flatMap((log) => calledInErrors(log, cluster).filter(({ name }) => !log.name.startsWith(`${name}-`)))
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

function configured(looking: Around): Neighbour[] {
  return namedInConfiguration(looking).map((one) => ({ ...one, from: 'configuration', host: undefined }))
}

function namedByPeople({ cluster, subject, environment }: Around): Neighbour[] {
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
