/** Whose words a client quotes: the host in the line, else the address its configuration gives for such a server. */

import type { ClusterScene, ContainerLog, DescribedPod, ObjectKey, Shown, WorkloadName } from '../cluster-scene.ts'
import { type Host, readHost } from '../logs/log-host.ts'
import { quotesServer, serverWords } from '../logs/quoted-answer.ts'
import { isSame, workloadOf } from '../pods/workload-pods.ts'
import { allWorkloads } from '../subject/resolve-target.ts'
import { addressesOf, type ConfiguredAddress, keyOfHost, workloadCalled } from './service-hosts.ts'

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
  const addresses = describedOf(log, cluster).flatMap(addressesOf)
  const fitting = addresses.filter(({ variable, value }) => words.test(variable ?? '') || words.test(value))
  const found = fitting.map((one) => ({ ...one, workload: workloadAt(one, log.namespace, cluster) }))
  const best = found.find(({ workload }) => workload) ?? found.find(({ name }) => /[.-]|^[a-z]+$/.test(name))
  return best && { ...best, namespace: best.workload?.namespace ?? best.namespace ?? log.namespace }
}

function workloadAt(
  { name, namespace }: ConfiguredAddress,
  home: string,
  cluster: ClusterScene,
): WorkloadName | undefined {
  return workloadCalled({ name, namespace: namespace ?? home }, cluster)
}

/** Its address may stand in a Secret: then the only such server of its namespace is meant. */
function onlyOne(words: RegExp, log: ObjectKey, cluster: ClusterScene): QuotedServer | undefined {
  const own = cluster.pods.find((pod) => isSame(pod, log))
  const self = own && workloadOf(cluster, own)
  const [first, ...others] = allWorkloads(cluster).filter(
    (one) => one.namespace === log.namespace && words.test(one.name) && !(self && isSame(one, self)),
  )
  return first && others.length === 0
    ? { name: first.name, namespace: first.namespace, workload: first, variable: undefined }
    : undefined
}

/** The pod itself, or a sibling made from the same template. */
function describedOf({ namespace, name }: ObjectKey, cluster: ClusterScene): Shown<DescribedPod>[] {
  const own = cluster.pods.find((pod) => isSame(pod, { namespace, name }))
  const workload = own && workloadOf(cluster, own)
  return cluster.described.filter(({ pod }) => {
    const theirs = workloadOf(cluster, pod)
    return isSame(pod, { namespace, name }) || (workload && theirs && isSame(workload, theirs))
  })
}
