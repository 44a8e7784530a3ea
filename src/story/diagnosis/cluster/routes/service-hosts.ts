/** Hosts by which services are called: configured, looked up, or set by the cluster. */
import { isErrorLine } from '../../signals/said-lines.ts'
import { type Looking, type LookingStep, readObject } from '../asking/looking.ts'
import type {
  ClusterScene,
  ContainerLog,
  DescribedPod,
  Fields,
  ObjectKey,
  PodView,
  Shown,
  WorkloadName,
} from '../cluster-scene.ts'
import { cluesOf, isOrder, withoutOutsideText } from '../logs/log-clues.ts'
import { type Host, readHost } from '../logs/log-host.ts'
import { isEnded, isSame, subjectPods } from '../pods/workload-pods.ts'
import { record, text } from '../reading/loose-fields.ts'
import { mentionedWorkloads, workloadBehind } from '../subject/mentioned-workloads.ts'
import { allWorkloads } from '../subject/resolve-target.ts'

// Whom a pod is told to call: hosts in its plain variables and arguments that are names of workloads here.

type Configured = ObjectKey & { workload: WorkloadName }

/** Only exact names count: a value is a host far less often than it is anything else. */
export function namedInConfiguration({ cluster }: Pick<Looking, 'cluster'>): Configured[] {
  const own = subjectPods(cluster)
  const described = cluster.described.filter(({ pod }) => own.some((one) => isSame(one, pod)))
  const all = allWorkloads(cluster)
  return described.flatMap((one) =>
    hostsConfigured(one).flatMap((key) => {
      const workload = all.find((each) => isSame(each, key))
      return workload ? [{ ...key, workload }] : []
    }),
  )
}

/** Of one pod that was described, whoever the alert is about. */
export function hostsConfigured(described: Shown<DescribedPod>): ObjectKey[] {
  return valuesOf(described)
    .flatMap(readAddresses)
    .map(({ name, namespace = described.pod.namespace }) => ({ name, namespace }))
}

/** All that a pod is told in plain variables and arguments; an init step is told whom to wait for as a container whom to call. */
function valuesOf({ containers, initContainers }: Shown<DescribedPod>): string[] {
  return [...containers, ...initContainers].flatMap(({ env, args, command }) => [
    ...env.flatMap(plainValue),
    ...args,
    ...command,
  ])
}

/** It is told the very name: a queue, a topic, a group, a database. */
export function isConfiguredFor(described: Shown<DescribedPod>, name: string): boolean {
  return valuesOf(described).some((value) => value.split(/[,;\s=]+/).includes(name))
}

type ConfiguredAddress = {
  /** Undefined for an argument. */
  variable: string | undefined
  value: string
  name: string
  namespace: string | undefined
}

/** All that could be an address, with the variable it stands in; whether anybody bears the name is not asked. */
export function addressesOf({ containers }: Shown<DescribedPod>): ConfiguredAddress[] {
  const given = containers.flatMap(({ env, args }) => [
    ...env.flatMap((one) => plainValue(one).map((value) => ({ variable: text(one.name), value }))),
    ...args.map((value) => ({ variable: undefined, value })),
  ])
  return given.flatMap((one) =>
    [...readAddresses(one.value), ...outsideHost(one.value)].map((address) => ({ ...one, ...address })),
  )
}

/** `orders.c1x.eu-1.rds.example.com`: nobody of the cluster, but whom the pod calls. */
function outsideHost(value: string): { name: string; namespace: string | undefined }[] {
  const [, name] =
    /^(?:[a-z][a-z0-9+:]*:\/\/)?(?:[^@/\s]*@)?((?:[a-z0-9-]+\.){3,}[a-z]{2,})(?::\d+)?(?:[/?]\S*)?$/.exec(value) ?? []
  return name === undefined || /\.svc(\.|$)/.test(name) ? [] : [{ name, namespace: undefined }]
}

function plainValue({ value }: Fields): string[] {
  const held = text(value)
  return held === undefined ? [] : [held]
}

/** `redis`, `redis:6379`, `amqp://user@broker.shop.svc:5672/`, and several of them with commas. */
function readAddresses(value: string): { name: string; namespace: string | undefined }[] {
  return value.split(/[,;\s]+/).flatMap((one) => {
    const [, host] =
      /^(?:--?[\w-]+=)?(?:[a-z][a-z0-9+:]*:\/\/)?(?:[^@/\s]*@)?([a-z0-9][a-z0-9.-]*)(?::\d+)?(?:[/?].*)?$/.exec(one) ??
      []
    if (host === undefined) return []
    const parts = host.replace(/\.svc(\.cluster\.local)?\.?$/, '').split('.')
    // A pod of a set is called by its own name before that of its Service.
    const [name = '', namespace] = parts.length === 3 ? parts.slice(1) : parts
    return parts.length <= 3 ? [{ name, namespace }] : []
  })
}

// Whose address a host is: the Service or the pod behind a name or a number, and the workload behind that.

/** `redis`, `redis.shop`, `redis.shop.svc.cluster.local`, `db-0.db.shop.svc`, or the address of a pod or a Service. */
export function keyOfHost(host: Host, namespace: string, cluster: ClusterScene): ObjectKey | undefined {
  if (/^[\d.]+$/.test(host.name)) {
    const bearers = cluster.pods.filter((pod) => pod.podIP === host.name && !isEnded(pod))
    return bearers.length === 0 ? serviceAt(host.name, cluster) : onlyOwner(bearers)
  }
  const parts = host.name.replace(/\.svc(\.cluster\.local)?\.?$/, '').split('.')
  const isInside = parts.length === 1 || /\.svc(\.|$)/.test(host.name) || parts.length === 2
  if (!isInside || parts.length > 3) return undefined
  const [name = '', place = namespace] = parts.slice(-2)
  return parts.length === 1 ? { namespace, name: parts[0] ?? '' } : { namespace: place, name }
}

/** An address is given on when its pod is gone: of whom several lists tell it, it leads to nobody. */
function onlyOwner(pods: readonly PodView[]): ObjectKey | undefined {
  const owners = pods.map((pod) => ({ namespace: pod.namespace, name: pod.owner?.name ?? pod.name }))
  const [first] = owners
  return first && owners.every((one) => isSame(one, first)) ? first : undefined
}

/** The one of that name, else the one the Service of that name selects, else the one that is called alike. */
export function workloadCalled({ namespace, name }: ObjectKey, cluster: ClusterScene): WorkloadName | undefined {
  const here = allWorkloads(cluster).filter((one) => one.namespace === namespace)
  return (
    here.find((one) => one.name === name) ??
    workloadBehind({ namespace, name }, cluster) ??
    mentionedWorkloads(name, here)[0]
  )
}

// Logs often name only the address a Service has inside the cluster; which Service that is can be asked.

const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/
const ADDRESSES_MAX = 2
/** Its own DNS is looked at elsewhere. */
const DNS_PORT = 53

export const lookUpAddresses: LookingStep = ({ cluster }) => {
  const hosts = cluster.logs.flatMap(blamedHosts)
  const called = hosts.filter(({ name, port }) => ADDRESS.test(name) && port !== DNS_PORT).map(({ name }) => name)
  const linked = cluster.logs.flatMap(linkedAddress)
  return [...new Set([...called, ...linked])]
    .filter((address) => !cluster.pods.some(({ podIP }) => podIP === address) && !serviceAt(address, cluster))
    .slice(0, ADDRESSES_MAX)
    .map((address) => readObject(`get services -A --field-selector spec.clusterIP=${address} -o yaml`))
}

export function serviceAt(address: string, { objects }: Pick<ClusterScene, 'objects'>): ObjectKey | undefined {
  const found = objects.find(({ kind, whole }) => kind === 'Service' && record(whole.spec).clusterIP === address)
  return found && { namespace: found.namespace ?? '', name: found.name }
}

// A cluster gives every container variables of the Services beside it: `REDIS_PORT=tcp://10.96.0.7:6379` for a Service
// `redis`. A program that has a setting of that name reads an address where it wants a number.

const LINK = /\b(?:tcp|udp|sctp):\/\/(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}\b/
const LAST_LINES = 25

/** The last that its words speak of. */
function linkedAddress(log: ContainerLog): string[] {
  const lines = log.lines.slice(-LAST_LINES).filter(({ text }) => !isOrder(text))
  const [, address] = LINK.exec(lines.findLast(({ text }) => LINK.test(text))?.text ?? '') ?? []
  return address === undefined ? [] : [address]
}

// Hosts that a log's errors name, whatever went wrong there: who answers 503 is as much a suspect as who does not
// answer.

/** What a pattern knows first, then what is merely named. Each host once. */
export function blamedHosts(log: Shown<ContainerLog>): Host[] {
  const known = cluesOf(log).flatMap(({ host }) => host ?? [])
  const named = log.lines.flatMap(({ text }) => {
    const host = hostIn(errorWords(text))
    return host && !isCaller(host, text) ? [host] : []
  })
  return [...new Map([...known, ...named].map((host) => [JSON.stringify(host), host])).values()]
}

/** A port that a client was lent; whoever listens there for long has a lower one. */
const LENT_FROM = 32_768

/** `TLS handshake error from 10.244.0.14:51872`: he came, and nobody needs him. */
function isCaller({ name, port = 0 }: Host, text: string): boolean {
  return port >= LENT_FROM && new RegExp(`\\bfrom (?:client |peer )?${RegExp.escape(`${name}:${port}`)}`).test(text)
}

/** What a line tells of an error; undefined where it tells of none. */
export function errorWords(text: string): string | undefined {
  return isErrorLine({ said: text }) ? withoutOutsideText(text) : undefined
}

export function hostIn(said: string | undefined): Host | undefined {
  return said === undefined ? undefined : readHost(said)
}

/** Who bears the name that somebody in that namespace says. */
export function workloadAt(host: Host | undefined, namespace: string, cluster: ClusterScene): WorkloadName | undefined {
  const key = host && keyOfHost(host, namespace, cluster)
  return key && workloadCalled(key, cluster)
}
