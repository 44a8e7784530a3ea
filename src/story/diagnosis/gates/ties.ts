/**
 * What is tied to the alert: whom its labels and the environment context name, and what listings show around those. Words of
 * logs, messages and queries tie nothing, whatever they name; so whoever can write such words can aim at nobody.
 */
import { dependentsOf, findService } from '../../../guidance/environment/environment-map.ts'
import { ANY_KIND } from '../../../plugins/custom-gate.ts'
import type { SessionFact, StepObject, TieOf } from '../../../plugins/gate.ts'
import type { ClusterScene, ObjectKey, PodView, WorkloadName } from '../cluster/cluster-scene.ts'
import { isSame, podsOf, workloadOf } from '../cluster/pods/workload-pods.ts'
import { hostsConfigured, workloadCalled } from '../cluster/routes/service-hosts.ts'
import { workloadBehind } from '../cluster/subject/mentioned-workloads.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import { meansAnother } from '../database/asking/other-server.ts'
import { isTiedToAlert } from '../database/asking/points-to-database.ts'
import type { Finding } from '../finding.ts'
import { isStranger, type Scene } from '../scene.ts'
import type { Subject } from '../subject.ts'
import { bearersOf, type Tied } from './bearers.ts'

type Given = {
  scene: Scene
  cluster: ClusterScene | undefined
  findings: readonly Finding[]
  sessions: readonly SessionFact[]
  personSaid: string
  /** When it began, where the alert does not say. */
  onset?: Date | undefined
}

/** So far a chain of calls is followed. */
const HOPS_MAX = 3
/** What was changed so shortly before the trouble stands beside it in time as well as in place. */
const CHANGED_MINUTES = 30

export function tieOf(given: Given): TieOf {
  const ties = new Ties()
  tieNamed(ties, given)
  if (given.cluster) tieCluster(ties, given, given.cluster)
  tieDatabase(ties, given)
  tieFound(ties, given)
  const said = new Set(given.personSaid.split(/[\s,;'"`()]+/))
  const isApart = ({ kind, name, namespace }: StepObject) =>
    OF_SOMEBODY.has(kind) && isStranger(given.scene, name, namespace)
  return (object) =>
    (isApart(object) ? undefined : ties.of(object)) ?? (said.has(object.name) ? 'a person named it' : undefined)
}

/** A host and a namespace hold him among others. */
const OF_SOMEBODY = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob', 'Pod'])

class Ties {
  readonly #why = new Map<string, string>()

  add(object: StepObject, why: string): boolean {
    const key = keyOf(object)
    if (this.#why.has(key)) return false
    this.#why.set(key, why)
    return true
  }

  of(object: StepObject): string | undefined {
    if (object.kind !== ANY_KIND) return this.#why.get(keyOf(object))
    return [...this.#why].find(([key]) => key.endsWith(`/${object.name}`))?.[1]
  }
}

function keyOf({ kind, namespace = '', name }: StepObject): string {
  return `${kind}/${namespace}/${name}`
}

/** Labels name a namespace, a node and what only a customer's plugin knows; the environment context a service. */
function tieNamed(ties: Ties, { scene: { subject, environment } }: Given): void {
  for (const { namespace, labels } of [subject, ...(subject.beside ?? [])]) {
    if (namespace !== undefined) ties.add({ kind: 'Namespace', name: namespace }, 'the alert names it')
    for (const value of Object.values(labels))
      ties.add({ kind: ANY_KIND, name: value }, 'a label of the alert names it')
  }
  for (const service of servicesOf(subject).flatMap((name) => findService(environment, name) ?? []))
    ties.add({ kind: ANY_KIND, name: service.name }, 'the environment context names it')
}

function servicesOf({ service, workload }: Pick<Subject, 'service' | 'workload'>): string[] {
  return [service, workload?.name].flatMap((name) => name ?? [])
}

function tieCluster(ties: Ties, given: Given, cluster: ClusterScene): void {
  const reach = new Reach(ties, cluster)
  const { target } = cluster
  for (const node of [target.node, ...target.nodesBeside])
    if (node !== undefined) reach.node(node, 'the alert names it')
  if (target.pod) reach.pod(target.pod, 'the alert names it')
  for (const workload of target.workloads) reach.workload(workload, 'the alert is about it')
  for (const workload of wholePlace(given, cluster)) reach.workload(workload, 'it runs where the alert names no other')
  for (const { workload, why } of bearersOf(given.scene, cluster)) reach.workload(workload, why)
  for (const node of [target.node, ...target.nodesBeside]) if (node !== undefined) reach.podsOn(node)
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const around = [...reach.workloads].flatMap((workload) => calledBy(workload, given, cluster))
    for (const { workload, why } of around) reach.workload(workload, why)
  }
  for (const { workload, why } of changedBeside(given, cluster, reach)) reach.workload(workload, why)
}

/** Where the alert names a namespace and nobody in it, or nobody at all, it is about whatever is in trouble there. */
function wholePlace({ scene: { subject } }: Given, cluster: ClusterScene): WorkloadName[] {
  const { target } = cluster
  const namesSomebody = [subject.pod, subject.service, subject.workload, subject.container].some(
    (one) => one !== undefined,
  )
  if (target.isNamed || namesSomebody || target.absent.length > 0 || subject.namespace === undefined) return []
  return allWorkloads(cluster).filter(({ namespace }) => namespace === subject.namespace)
}

/** Whom its configuration names, who is configured to call it, and what people say of both. */
function calledBy(of: WorkloadName, { scene: { environment } }: Given, cluster: ClusterScene): Tied[] {
  const here = findService(environment, of.name, of.namespace)
  const people = [...(here?.dependencies ?? []), ...dependentsOf(environment, of.name).map(({ name }) => name)]
  const known = people.flatMap((name) => {
    const namespace = findService(environment, name)?.namespace || of.namespace
    const workload = workloadCalled({ namespace, name }, cluster)
    return workload ? [{ workload, why: `the environment context ties it to ${of.name}` }] : []
  })
  const configured = cluster.described.flatMap((described) => {
    const own = workloadOf(cluster, described.pod)
    if (!own) return []
    const called = hostsConfigured(described).flatMap((key) => exactlyCalled(key, cluster) ?? [])
    if (isSame(own, of)) return called.map((workload) => ({ workload, why: `${of.name} is configured to call it` }))
    return called.some((one) => isSame(one, of)) ? [{ workload: own, why: `it is configured to call ${of.name}` }] : []
  })
  return [...known, ...configured]
}

/** A variable holds many words that are no host; only the very name of a workload or of a Service before it counts. */
function exactlyCalled(key: ObjectKey, cluster: ClusterScene): WorkloadName | undefined {
  return allWorkloads(cluster).find((one) => isSame(one, key)) ?? workloadBehind(key, cluster)
}

/** In the same namespace, or come to the same node, right before the trouble began: listings tell that, nobody writes it. */
function changedBeside({ scene: { subject }, onset }: Given, cluster: ClusterScene, reach: Reach): Tied[] {
  const startedAt = subject.startedAt ?? onset
  if (startedAt === undefined || reach.workloads.size === 0) return []
  const isFresh = (at: Date | undefined) => {
    const minutes = at ? (startedAt.getTime() - at.getTime()) / 60_000 : -1
    return minutes >= 0 && minutes <= CHANGED_MINUTES
  }
  const places = new Set([...reach.workloads].map(({ namespace }) => namespace))
  const released = cluster.deployments
    .filter(({ namespace, revisions }) => places.has(namespace) && isFresh(revisions[0]?.createdAt))
    .map(({ namespace, name }) => ({
      workload: { kind: 'Deployment' as const, namespace, name },
      why: 'it was released beside it right before the alert',
    }))
  const arrived = cluster.pods
    .filter((pod) => pod.nodeName !== undefined && reach.nodes.has(pod.nodeName) && isFresh(pod.createdAt))
    .flatMap((pod) => workloadOf(cluster, pod) ?? [])
    .map((workload) => ({ workload, why: 'it came to the same node right before the alert' }))
  return [...released, ...arrived]
}

/** What belongs together: a workload, its pods, and the nodes they run on. */
class Reach {
  readonly #ties: Ties
  readonly #cluster: ClusterScene
  readonly workloads = new Set<WorkloadName>()
  readonly nodes = new Set<string>()

  constructor(ties: Ties, cluster: ClusterScene) {
    this.#ties = ties
    this.#cluster = cluster
  }

  workload(workload: WorkloadName, why: string): void {
    if (!this.#ties.add(workload, why)) return
    this.workloads.add(workload)
    this.#ties.add({ kind: 'Namespace', name: workload.namespace }, why)
    for (const pod of podsOf(this.#cluster, workload)) this.#pod(pod, why)
  }

  pod(key: ObjectKey, why: string): void {
    const pod = this.#cluster.pods.find((one) => isSame(one, key))
    if (!pod) return
    const workload = workloadOf(this.#cluster, pod)
    if (workload) this.workload(workload, why)
    this.#pod(pod, why)
  }

  #pod({ namespace, name, nodeName }: PodView, why: string): void {
    this.#ties.add({ kind: 'Pod', namespace, name }, why)
    if (nodeName !== undefined) this.node(nodeName, `${name} runs on it`)
  }

  node(name: string, why: string): void {
    this.#ties.add({ kind: 'Node', name }, why)
    this.nodes.add(name)
  }

  podsOn(node: string): void {
    for (const pod of this.#cluster.pods) if (pod.nodeName === node) this.pod(pod, `it runs on node ${node}`)
  }
}

/** A looked-after database, and the programs at the addresses of its sessions. */
function tieDatabase(ties: Ties, { scene, cluster, sessions }: Given): void {
  const { subject, database } = scene
  for (const name of [subject.database, subject.instance, subject.instance?.replace(/:\d+$/, ''), subject.service])
    if (name !== undefined && !subject.fromText.includes('database'))
      ties.add({ kind: 'Database', name }, 'the alert names it')
  if (!database || database.database === '' || !isTiedToAlert(scene) || meansAnother(scene)) return
  ties.add({ kind: 'Database', name: database.database }, 'the alert is about it')
  if (!cluster) return
  const reach = new Reach(ties, cluster)
  const groups = database.connections?.thing.groups ?? []
  const addresses = new Set([...sessions, ...groups].flatMap(({ client_addr }) => client_addr ?? []))
  const clients = [...cluster.pods, ...database.clients].filter(({ podIP }) => podIP && addresses.has(podIP))
  for (const pod of clients) reach.pod(pod, `it has sessions in ${database.database}`)
}

/** Whom the analysis has found at fault, and what its own steps aim at. */
function tieFound(ties: Ties, { findings, cluster }: Given): void {
  for (const { weight, subject, restsOn = [], statement } of findings) {
    if (weight === 'context') continue
    const why = `the analysis found: ${statement.slice(0, 80)}`
    for (const object of [subject, ...restsOn]) {
      if (cluster) tieSeen(new Reach(ties, cluster), cluster, object, why)
      ties.add(object, why)
    }
  }
}

function tieSeen(reach: Reach, cluster: ClusterScene, { namespace = '', name }: StepObject, why: string): void {
  const workload = allWorkloads(cluster).find((one) => isSame(one, { namespace, name }))
  if (workload) reach.workload(workload, why)
  reach.pod({ namespace, name }, why)
}
