/**
 * From the subject along those it depends on, as far down as something fails: by what its error lines point at, and by what
 * people say it needs. Names out of a text lead only to what a listing shows, or to a host outside.
 */
import { findService } from '../../../guidance/environment/environment-map.ts'
import type { ClusterScene, PodView, Shown, WorkloadName } from '../cluster/cluster-scene.ts'
import { earliest } from '../cluster/first-bad-moment.ts'
import { readHost } from '../cluster/log-host.ts'
import { mentionedWorkloads } from '../cluster/mentioned-workloads.ts'
import { keyOfHost, workloadCalled } from '../cluster/neighbours.ts'
import { allWorkloads } from '../cluster/resolve-target.ts'
import { hasTrouble, isLeaving, isSame, podsOf } from '../cluster/workload-pods.ts'
import type { Scene } from '../scene.ts'
import { errorsOf, type SaidLine, saidLines } from './said-lines.ts'

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

type Sight = Pick<Scene, 'now' | 'environment'> & { cluster: ClusterScene; lines: readonly SaidLine[]; isCut: boolean }

/** The subject first, the deepest that fails last; empty where the subject is no workload. */
export function failureChain(scene: Pick<Scene, 'now' | 'environment' | 'cluster' | 'signals'>): Link[] {
  const { cluster, now, environment } = scene
  const [first] = cluster?.target.workloads ?? []
  if (!cluster || !first) return []
  const sight = { now, environment, cluster, lines: saidLines(scene), isCut: scene.signals?.isLogCut ?? false }
  const chain = [linkTo(first.name, first, undefined, sight)]
  while (chain.length <= HOPS_MAX) {
    const next = nextOf(chain, sight)
    if (!next) return chain
    chain.push(next)
  }
  return chain
}

/** A pod of somebody the last in the chain complains of, of whom not a line was read. */
export function unreadComplaint(
  scene: Pick<Scene, 'now' | 'environment' | 'cluster' | 'signals'>,
): Shown<PodView> | undefined {
  const { cluster, now, environment } = scene
  const last = failureChain(scene).at(-1)
  if (!cluster || !last) return undefined
  const lines = saidLines(scene)
  const unread = complainedOf(last, { now, environment, cluster, lines, isCut: false }).filter(
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
    return host && !isNumbers(host.name) ? [linkTo(host.name, undefined, line, sight)] : []
  })
}

function neededBy({ name, workload }: Link, sight: Sight): Link[] {
  const { cluster, environment } = sight
  const known = findService(environment, name, workload?.namespace)
  return (known?.dependencies ?? []).flatMap((one) => {
    const namespace = findService(environment, one)?.namespace || (workload?.namespace ?? '')
    const behind = workloadCalled({ namespace, name: one }, cluster)
    return behind ? [linkTo(behind.name, behind, undefined, sight)] : []
  })
}

function linkTo(
  name: string,
  workload: WorkloadName | undefined,
  complaint: SaidLine | undefined,
  { cluster, lines, now }: Sight,
): Link {
  const pods = workload ? podsOf(cluster, workload).filter((pod) => !isLeaving(pod)) : []
  const troubled = pods.find((pod) => hasTrouble(pod, now))
  const deployment = cluster.deployments.find((one) => workload?.kind === 'Deployment' && isSame(one, workload))
  const errors = workload ? errorsOf(lines, [workload.name]) : []
  const unready = troubled?.conditions.find(({ type, status }) => type === 'Ready' && status !== 'True')
  const since = earliest([errors[0]?.at, unready?.since])
  return { name, workload, complaint, errors, troubled, hasNoReplicas: deployment?.replicas === 0, since }
}

/** Of a host outside nothing is known but the complaint. */
function fails({ workload, complaint, errors, troubled, hasNoReplicas }: Link): boolean {
  if (workload) return troubled !== undefined || hasNoReplicas || errors.length > 0
  return complaint !== undefined && FAILING_ANSWER.test(complaint.said)
}

const FAILING_ANSWER =
  /\b5\d\d\b|refused|timed? ?out|timeout|unavailable|unreachable|no such host|ENOTFOUND|NXDOMAIN|reset by peer|EOF|deadline exceeded|x509|certificate/i

/** What begins after its effect is not its cause. What is down now may have begun at any time. */
function isLater({ since, troubled, hasNoReplicas }: Link, here: Link): boolean {
  if (troubled || hasNoReplicas || !since || !here.since) return false
  return since.getTime() > here.since.getTime() + TOLERANCE
}

/** Down before merely complaining, complained of before only told of, earlier before later. */
function worstFirst(one: Link, other: Link): number {
  const rank = ({ troubled, hasNoReplicas, complaint, workload }: Link) =>
    Number(troubled !== undefined || hasNoReplicas) * 4 +
    Number(complaint !== undefined) * 2 +
    Number(workload !== undefined)
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
