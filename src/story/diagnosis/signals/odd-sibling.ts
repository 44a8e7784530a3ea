/**
 * One of several replicas that is unlike the others, of any workload reached on the way: the subject's, what it depends on,
 * the cluster's DNS. By what only its log says, and by what only it counts.
 */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { ClusterScene, PodView, Shown, WorkloadName } from '../cluster/cluster-scene.ts'
import { isDependencyClue } from '../cluster/logs/dependency-clue.ts'
import { cluesOf } from '../cluster/logs/log-clues.ts'
import { isLeaving, isSame, podsOf, workloadOf } from '../cluster/pods/workload-pods.ts'
import { dnsPods } from '../cluster/routes/dns-pods.ts'
import type { Scene } from '../scene.ts'
import { amount } from './points.ts'
import { groupLines, isErrorLine, type SaidLine, saidLines } from './said-lines.ts'
import { citeFigure } from './signal-finding.ts'
import type { Figure } from './signal-scene.ts'

export type OddSibling = {
  workload: WorkloadName
  pod: Shown<PodView>
  siblings: readonly Shown<PodView>[]
  /** Its errors of now, of which the others say nothing; oldest first. */
  lines: readonly SaidLine[]
  measured: { clause: string; evidence: readonly EvidenceReference[] } | undefined
}

const FRESH = 30 * 60_000
const LINES_MIN = 2

export function oddSiblings(scene: Scene): OddSibling[] {
  const { cluster } = scene
  if (!cluster) return []
  return readGroups(cluster).flatMap(({ workload, pods }) => {
    const saying = pods.map((pod) => ({ pod, lines: errorsOfPod(scene, pod) }))
    const [only, another] = saying.filter(({ lines }) => lines.length > 0)
    if (!only) return countingAlone(scene, workload, pods)
    if (another || !isGoingOn(only.lines, scene)) return []
    const siblings = pods.filter((pod) => !isSame(pod, only.pod))
    return [{ workload, ...only, siblings, measured: countedBy(scene, only.pod, siblings) }]
  })
}

/** Not all programs write down what they could not do; but they count it. */
function countingAlone(scene: Scene, workload: WorkloadName, pods: readonly Shown<PodView>[]): OddSibling[] {
  return pods.flatMap((pod) => {
    const siblings = pods.filter((one) => !isSame(one, pod))
    const measured = saysTheSame(scene, pod, siblings) ? undefined : countedBy(scene, pod, siblings)
    return measured ? [{ workload, pod, siblings, lines: [], measured }] : []
  })
}

/** Whatever was counted: who complains of the same as its siblings is not alone. */
function saysTheSame(scene: Scene, pod: PodView, siblings: readonly PodView[]): boolean {
  const errors = saidLines(scene).filter(isErrorLine)
  const shapes = (name: string) =>
    groupLines(errors.filter((line) => line.pod === name)).map(({ template }) => template)
  const own = shapes(pod.name).map(withoutNames)
  return siblings.some(({ name }) => shapes(name).some((shape) => own.includes(withoutNames(shape))))
}

/** The names that were asked for differ from line to line. */
function withoutNames(template: string): string {
  return template.replace(/\b[\w-]+(?:\.[\w#-]+)+\.?/g, '…')
}

/** Ready replicas of one template whose logs were read, two at least. */
function readGroups(cluster: ClusterScene): { workload: WorkloadName; pods: Shown<PodView>[] }[] {
  const read = cluster.pods.filter(
    (pod) => pod.isReady && !isLeaving(pod) && cluster.logs.some((log) => isSame(log, pod) && !log.isPrevious),
  )
  const groups = Map.groupBy(read, ({ namespace, owner }) => `${namespace} ${owner?.kind} ${owner?.name}`)
  return [...groups.values()].flatMap((pods) => {
    const workload = pods[0] && workloadOf(cluster, pods[0])
    return workload && pods.length > 1 ? [{ workload, pods }] : []
  })
}

/** Complaints about somebody else are the other's trouble, or that of the way there. */
function errorsOfPod(scene: Scene, pod: Shown<PodView>): SaidLine[] {
  const logs = scene.cluster?.logs.filter((log) => isSame(log, pod)) ?? []
  const ofOthers = new Set(
    logs
      .flatMap(cluesOf)
      .filter(isDependencyClue)
      .map(({ line }) => line.text),
  )
  return saidLines(scene).filter((line) => line.pod === pod.name && isErrorLine(line) && !ofOthers.has(line.text))
}

function isGoingOn(lines: readonly SaidLine[], { now }: Scene): boolean {
  const last = lines.at(-1)?.at
  return lines.length >= LINES_MIN && last !== undefined && now.getTime() - last.getTime() < FRESH
}

const MOST = 0.85
const COUNT_MIN = 10

/** What failed and was counted in this time, nearly all of it here. */
function countedBy({ signals }: Scene, pod: PodView, siblings: readonly PodView[]): OddSibling['measured'] {
  const figures = (signals?.figures ?? []).filter(({ family }) => family === 'replica_errors')
  const names = [pod, ...siblings].map(({ name }) => name)
  const own = figures.filter(({ labels }) => labels.pod === pod.name)
  // Of whom nothing at all is measured, nothing is known.
  const measured = new Set((signals?.figures ?? []).map(({ labels }) => labels.pod))
  if (!siblings.every(({ name }) => measured.has(name))) return undefined
  const worst = own
    .map((figure) => ({ figure, count: growthOf(figure), all: sumOfAlike(figures, figure, names) }))
    .filter(({ count, all }) => count >= COUNT_MIN && count >= all * MOST)
    .sort((one, other) => other.count - one.count)[0]
  if (!worst) return undefined
  const { figure, count, all } = worst
  const code = CODES.map((label) => figure.labels[label]).find((one) => one !== undefined)
  const clause = `of ${amount(all)} counted as ${figure.name}${code === undefined ? '' : ` (${code})`} ${count === all ? 'all' : amount(count)} come from it`
  return { clause, evidence: citeFigure(figure) }
}

const CODES = ['rcode', 'code', 'status', 'reason', 'outcome', 'result']

function sumOfAlike(figures: readonly Figure[], { name, labels }: Figure, pods: readonly string[]): number {
  const code = (one: Figure['labels']) => CODES.map((label) => one[label]).join(' ')
  return figures
    .filter((one) => one.name === name && code(one.labels) === code(labels) && pods.includes(one.labels.pod ?? ''))
    .reduce((sum, one) => sum + growthOf(one), 0)
}

/** A counter begins anew with its process. */
function growthOf({ points }: Figure): number {
  return points.reduce((sum, { value }, at) => {
    const before = points[at - 1]?.value ?? value
    return sum + (value >= before ? value - before : value)
  }, 0)
}

/** Whom to ask what they counted: those of whom one stands out, and the DNS that answers badly. */
export function siblingsToCount(scene: Scene, isDnsSuspect: boolean): readonly Shown<PodView>[] {
  const { cluster } = scene
  if (!cluster) return []
  const [odd] = oddSiblings(scene)
  if (odd) return [odd.pod, ...odd.siblings]
  const [dns] = isDnsSuspect ? dnsPods(cluster) : []
  const workload = dns && workloadOf(cluster, dns.pod)
  const pods = workload ? podsOf(cluster, workload).filter((pod) => !isLeaving(pod)) : []
  return pods.length > 1 ? pods : []
}
