/** Whom the subject depends on, as far as its logs, the servers they quote and people say: one hop at a time. */
import { findService } from '../../../../guidance/environment/environment-map.ts'
import type { Looking } from '../asking/looking.ts'
import type { ClusterScene, ContainerLog, DescribedPod, ObjectKey, Shown, WorkloadName } from '../cluster-scene.ts'
import { withoutOutsideText } from '../logs/log-clues.ts'
import { type Host, readHost } from '../logs/log-host.ts'
import { calledByName } from '../logs/names-in-lines.ts'
import { quotesServer, serverWords } from '../logs/wordings.ts'
import { findPod, isSame, workloadOf } from '../pods/workload-pods.ts'
import { allWorkloads } from '../subject/resolve-target.ts'
import {
  addressesOf,
  blamedHosts,
  errorWords,
  hostIn,
  keyOfHost,
  namedInConfiguration,
  workloadCalled,
} from './service-hosts.ts'

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
  const configured = namedInConfiguration(looking).map((one) => ({
    ...one,
    from: 'configuration' as const,
    host: undefined,
  }))
  const all = [...namedInLogs(looking), ...changedAndCalled(looking), ...configured, ...namedByPeople(looking)]
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
  const host = hostIn(said)
  const key = host && keyOfHost(host, log.namespace, cluster)
  const workload = key && workloadCalled(key, cluster)
  // What may be a mere word leads only to somebody who bears it.
  return key && (workload || !host.isWord) ? [{ ...key, from: 'log', host, workload }] : []
}

/** Who is quoted without being named: the way to it stands in the configuration. */
function quotedIn(log: Shown<ContainerLog>, cluster: ClusterScene): Neighbour[] {
  return log.lines.flatMap(({ text }) => {
    const said = errorWords(text)
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
    const said = errorWords(text)
    return said === undefined ? [] : calledByName(said, all)
  })
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

// Whose words a client quotes: the host in the line, else the address its configuration gives for such a server.

type QuotedServer = {
  /** As the line or the configuration calls it. */
  name: string
  namespace: string
  workload: WorkloadName | undefined
  /** Where its name was read: `REDIS_URL`, or undefined where the line itself names it. */
  variable: string | undefined
}

/** Undefined where nobody is quoted, and where it cannot be said who. */
export function quotedServer(
  said: string,
  log: Pick<ContainerLog, 'namespace' | 'name'>,
  cluster: ClusterScene,
): QuotedServer | undefined {
  if (!quotesServer(said, log.name)) return undefined
  const host = readHost(said)
  const named = host && !host.isWord && byHost(host, log.namespace, cluster)
  if (named) return named
  const words = serverWords(said)
  return words && (byConfiguration(words, log, cluster) ?? onlyOne(words, log, cluster))
}

function byHost(host: Host, namespace: string, cluster: ClusterScene): QuotedServer | undefined {
  const key = keyOfHost(host, namespace, cluster)
  if (!key) return { name: host.name, namespace, workload: undefined, variable: undefined }
  return { ...key, workload: workloadCalled(key, cluster), variable: undefined }
}

/** The variable or the address itself tells what kind of server it leads to. */
function byConfiguration(
  words: RegExp,
  log: Pick<ContainerLog, 'namespace' | 'name'>,
  cluster: ClusterScene,
): QuotedServer | undefined {
  const addresses = describedLike(log, cluster).flatMap(addressesOf)
  const fitting = addresses.filter(({ variable, value }) => words.test(variable ?? '') || words.test(value))
  const found = fitting.map((one) => ({
    ...one,
    workload: workloadCalled({ name: one.name, namespace: one.namespace ?? log.namespace }, cluster),
  }))
  const best = found.find(({ workload }) => workload) ?? found.find(({ name }) => /[.-]|^[a-z]+$/.test(name))
  return best && { ...best, namespace: best.workload?.namespace ?? best.namespace ?? log.namespace }
}

/** Its address may stand in a Secret: then the only such server of its namespace is meant. */
function onlyOne(words: RegExp, log: ObjectKey, cluster: ClusterScene): QuotedServer | undefined {
  const own = findPod(cluster, log)
  const self = own && workloadOf(cluster, own)
  const [first, ...others] = allWorkloads(cluster).filter(
    (one) => one.namespace === log.namespace && words.test(one.name) && !(self && isSame(one, self)),
  )
  return first && others.length === 0
    ? { name: first.name, namespace: first.namespace, workload: first, variable: undefined }
    : undefined
}

/** The pod itself, or a sibling made from the same template. */
function describedLike(key: ObjectKey, cluster: ClusterScene): Shown<DescribedPod>[] {
  const own = findPod(cluster, key)
  const workload = own && workloadOf(cluster, own)
  return cluster.described.filter(({ pod }) => {
    const theirs = workloadOf(cluster, pod)
    return isSame(pod, key) || (workload && theirs && isSame(workload, theirs))
  })
}
