/**
 * From the subject along those it depends on, as far down as something fails: by what its error lines point at, and by what
 * people say it needs. Names out of a text lead only to what a listing shows, or to a host outside.
 */
import { findService } from '../../../guidance/environment/environment-map.ts'
import type { PluginCall } from '../../../plugins/plugin.ts'
import { call, isObjectName, readObject } from '../cluster/asking/looking.ts'
import type { ClusterScene, PodView, Shown, WorkloadName } from '../cluster/cluster-scene.ts'
import { readHost } from '../cluster/logs/log-host.ts'
import { isClientFault } from '../cluster/logs/names-in-lines.ts'
import { hasTrouble, imagesOfWorkload, isLeaving, isSame, podsOf } from '../cluster/pods/workload-pods.ts'
import { quotedServer } from '../cluster/routes/neighbours.ts'
import { keyOfHost, namedInConfiguration, serviceAt, workloadCalled } from '../cluster/routes/service-hosts.ts'
import { earliest } from '../cluster/saying/say.ts'
import { mentionedWorkloads } from '../cluster/subject/mentioned-workloads.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import type { Scene } from '../scene.ts'
import { errorsOf, type SaidLine, saidLines } from './said-lines.ts'
import type { SignalQuestion } from './signal-question.ts'

export type Link = {
  name: string
  /** Undefined for a host no listing shows. */
  workload: WorkloadName | undefined
  /** The line of the link before that points here; undefined where only people say so, and for the first. */
  complaint: SaidLine | undefined
  /** Its own errors, oldest first. */
  errors: readonly SaidLine[]
  troubled: Shown<PodView> | undefined
  hasNoReplicas: boolean
  /** When it is first known to fail. */
  since: Date | undefined
}

const HOPS_MAX = 5
const TOLERANCE = 2 * 60_000

type Sight = Pick<Scene, 'now' | 'subject' | 'environment'> & {
  cluster: ClusterScene
  lines: readonly SaidLine[]
  isCut: boolean
}

/** The subject first, the deepest that fails last; empty where the subject is no workload. */
export function failureChain(scene: Scene): Link[] {
  const { cluster } = scene
  const [first] = cluster?.target.workloads ?? []
  if (!cluster || !first) return []
  const sight = { ...scene, cluster, lines: saidLines(scene), isCut: scene.signals?.isLogCut ?? false }
  const chain = [linkTo(first.name, first, undefined, sight)]
  while (chain.length <= HOPS_MAX) {
    const next = nextOf(chain, sight)
    if (!next) return chain
    chain.push(next)
  }
  return chain
}

/** A pod of somebody the last in the chain complains of, of whom not a line was read. */
export function unreadComplaint(scene: Scene): Shown<PodView> | undefined {
  const { cluster } = scene
  const last = failureChain(scene).at(-1)
  if (!cluster || !last) return undefined
  const lines = saidLines(scene)
  const unread = complainedOf(last, { ...scene, cluster, lines, isCut: false }).filter(
    ({ name, workload }) => workload && !lines.some(({ speaker }) => speaker === name),
  )
  const pods = unread.flatMap(({ workload }) => (workload ? podsOf(cluster, workload) : []))
  return pods.find((pod) => !isLeaving(pod) && pod.phase === 'Running' && !cluster.logs.some((log) => isSame(log, pod)))
}

function nextOf(chain: readonly Link[], sight: Sight): Link | undefined {
  const here = chain.at(-1)
  if (!here) return undefined
  const known = chain.map(({ name }) => name)
  const candidates = [...complainedOf(here, sight), ...neededBy(here, sight)]
  return candidates
    .filter(({ name }) => !known.includes(name))
    .filter((link) => fails(link) && (sight.isCut || !isLater(link, here)))
    .sort(worstFirst)[0]
}

function complainedOf({ errors, workload }: Link, sight: Sight): Link[] {
  const { cluster } = sight
  const namespace = workload?.namespace ?? cluster.target.namespace ?? ''
  const others = allWorkloads(cluster).filter((one) => !workload || !isSame(one, workload))
  return errors.flatMap((line) => {
    const host = readHost(line.said)
    const key = host && keyOfHost(host, namespace, cluster)
    const behind = key && workloadCalled(key, cluster)
    if (behind) return [linkTo(behind.name, behind, line, sight)]
    const spoken = mentionedWorkloads(line.said, others).filter(({ name }) => isBlamed(line.said, name))
    if (spoken.length > 0) return spoken.map((one) => linkTo(one.name, one, line, sight))
    const quoted = quotedServer(line.said, { namespace, name: line.pod ?? '' }, cluster)?.workload
    if (quoted) return [linkTo(quoted.name, quoted, line, sight)]
    return host && !host.isWord && !isNumbers(host.name) ? [linkTo(host.name, undefined, line, sight)] : []
  })
}

/** What people say it needs, and what the subject itself was told to call. */
function neededBy(here: Link, sight: Sight): Link[] {
  const { cluster, environment } = sight
  const { name, workload } = here
  const known = findService(environment, name, workload?.namespace)
  const mapped = (known?.dependencies ?? []).flatMap((one) => {
    const namespace = findService(environment, one)?.namespace || (workload?.namespace ?? '')
    return workloadCalled({ namespace, name: one }, cluster) ?? []
  })
  const isSubject = cluster.target.workloads.some((one) => workload && isSame(one, workload))
  const configured = isSubject ? namedInConfiguration(sight).map((one) => one.workload) : []
  const links = [...mapped, ...configured].map((one) => linkTo(one.name, one, undefined, sight))
  return links.filter((link) => isDown(link) || hasBegunWith(link, here))
}

function isDown({ troubled, hasNoReplicas }: Link): boolean {
  return troubled !== undefined || hasNoReplicas
}

const BEFORE_AT_MOST = 15 * 60_000

/** Where nobody complains of it, errors it has always had are its own affair. */
function hasBegunWith({ since }: Link, here: Link): boolean {
  return since !== undefined && here.since !== undefined && since.getTime() > here.since.getTime() - BEFORE_AT_MOST
}

function linkTo(
  name: string,
  workload: WorkloadName | undefined,
  complaint: SaidLine | undefined,
  { cluster, lines, now }: Sight,
): Link {
  const pods = workload ? podsOf(cluster, workload).filter((pod) => !isLeaving(pod)) : []
  const troubled = pods.find((pod) => hasTrouble(pod, now))
  const sets = workload?.kind === 'StatefulSet' ? cluster.statefulSets : cluster.deployments
  const owner = sets.find((one) => workload && isSame(one, workload))
  const images = workload ? imagesOfWorkload(cluster, workload) : []
  const errors = workload ? errorsOf(lines, [workload.name]).filter(({ said }) => !isClientFault(said, images)) : []
  const unready = troubled?.conditions.find(({ type, status }) => type === 'Ready' && status !== 'True')
  const since = earliest([errors[0]?.at, unready?.since])
  return { name, workload, complaint, errors, troubled, hasNoReplicas: owner?.replicas === 0, since }
}

/** Of a host outside nothing is known but the complaint. */
function fails({ workload, complaint, errors, troubled, hasNoReplicas }: Link): boolean {
  if (workload) return troubled !== undefined || hasNoReplicas || errors.length > 0
  return complaint !== undefined && FAILING_ANSWER.test(complaint.said)
}

const FAILING_ANSWER =
  /\b5\d\d\b|refused|timed? ?out|timeout|unavailable|unreachable|no such host|ENOTFOUND|NXDOMAIN|reset by peer|EOF|deadline exceeded|x509|certificate/i

/** What begins after its effect is not its cause. What is down now may have begun at any time. */
function isLater(link: Link, here: Link): boolean {
  const { since } = link
  if (isDown(link) || !since || !here.since) return false
  return since.getTime() > here.since.getTime() + TOLERANCE
}

/** Down before merely complaining, complained of before only told of, earlier before later. */
function worstFirst(one: Link, other: Link): number {
  const rank = (link: Link) =>
    Number(isDown(link)) * 4 + Number(link.complaint !== undefined) * 2 + Number(link.workload !== undefined)
  return (
    rank(other) - rank(one) ||
    (one.since?.getTime() ?? Number.POSITIVE_INFINITY) - (other.since?.getTime() ?? Number.POSITIVE_INFINITY) ||
    0
  )
}

const BEFORE =
  /\b(from|to|by|at|of|via|upstream|calling|called|call|calls|reach|reaching|connect|connecting|contact|contacting|service|backend|dependency|host|needs?|waiting for|asking)[\s:="'(]*$/i
const BEHIND =
  /^["')]*[\s:,]*(:\d+|\b(answer|return|respond|repl|unavailable|unreachable|refus|time|timed|timeout|is|was|not|fail|error|did|does|has|gave|said|5\d\d))/i

/** The name of a workload may be a plain word too: it counts where it stands as somebody who did something, or should have. */
function isBlamed(said: string, name: string): boolean {
  const at = said.toLowerCase().indexOf(name)
  return BEFORE.test(said.slice(0, at)) || BEHIND.test(said.slice(at + name.length))
}

function isNumbers(host: string): boolean {
  return /^[\d.]+$/.test(host)
}

// What central logs say of somebody nobody has looked at yet: whose address it is, and how they fare where it lives.

const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/
/** Its own DNS is looked at elsewhere. */
const DNS_PORT = 53

/** Along the errors of the deepest that is known to fail; empty where all it names has been looked at. */
export function nextHop(scene: Scene): SignalQuestion[] {
  const { cluster } = scene
  // Whom no listing shows yet stands behind it as a mere name.
  const last = failureChain(scene).findLast(({ workload }) => workload)
  if (!cluster || !last) return []
  const hosts = last.errors.flatMap(({ said }) => readHost(said) ?? []).filter(({ port }) => port !== DNS_PORT)
  const home = last.workload?.namespace ?? cluster.target.namespace ?? ''
  const wanted = hosts.flatMap((host): PluginCall[] => {
    if (ADDRESS.test(host.name) && !isKnown(host.name, cluster))
      return [readObject(`get services -A --field-selector spec.clusterIP=${host.name} -o yaml`)]
    const place = keyOfHost(host, home, cluster)?.namespace
    const isSeen = cluster.listedWhole.some((one) => one === place || one === '*')
    return isSeen || !isObjectName(place)
      ? []
      : [call('list_pods', { namespace: place }), call('get_events', { namespace: place })]
  })
  return wanted
    .filter((one) => !isAsked(one, scene))
    .slice(0, 2)
    .map((one) => ({ about: 'cluster', ...one }))
}

function isKnown(address: string, cluster: NonNullable<Scene['cluster']>): boolean {
  return cluster.pods.some(({ podIP }) => podIP === address) || serviceAt(address, cluster) !== undefined
}

function isAsked({ plugin, parameters }: PluginCall, { cluster }: Scene): boolean {
  return (cluster?.exhibits ?? []).some(
    (one) => one.plugin === plugin && Object.entries(parameters).every(([key, value]) => one.parameters[key] === value),
  )
}
