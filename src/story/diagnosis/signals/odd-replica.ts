/** The one replica that is unlike its siblings: in its errors, in what it has in use, or in what it says. */
import { readQuantity } from '../../../plugins/kubernetes/quantity.ts'
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { ClusterScene, PodView, Shown } from '../cluster/cluster-scene.ts'
import type { ClueKind } from '../cluster/logs/clue-patterns.ts'
import { type Clue, cluesOf } from '../cluster/logs/log-clues.ts'
import { isDone, isLeaving, isSame, subjectPods } from '../cluster/pods/workload-pods.ts'
import { citeClue, lineOf } from '../cluster/saying/say.ts'
import { cite } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { amount, lastOf, median, percent, perSecond, recentOf, sumOf } from './points.ts'
import { citeFigure } from './signal-finding.ts'
import type { Figure, SignalScene } from './signal-scene.ts'
import { trafficByReplica } from './traffic.ts'

/** What speaks for one pod; `isOfProcess` where a fresh process would not have it. */
export type Oddity = {
  pod: Shown<PodView>
  clause: string
  isOfProcess: boolean
  isMeasured: boolean
  evidence: readonly EvidenceReference[]
}

export function replicasOf(cluster: ClusterScene): Shown<PodView>[] {
  return subjectPods(cluster).filter((pod) => !isLeaving(pod) && !isDone(pod) && pod.phase === 'Running')
}

export function odditiesOf({ cluster, signals }: Scene): Oddity[] {
  if (!cluster) return []
  const pods = replicasOf(cluster)
  if (pods.length < 2) return []
  const failing = signals ? byErrors(signals, pods) : []
  return [
    ...failing,
    ...byIdleness(cluster, pods, failing),
    ...(signals ? byUse(signals, pods) : []),
    ...byWords(cluster, pods),
  ]
}

const MOST_ERRORS = 0.85

/** Nearly all errors come from one. */
function byErrors(signals: SignalScene, pods: readonly Shown<PodView>[]): Oddity[] {
  const podOf = (address: string) => pods.find(({ podIP }) => podIP === address)?.name
  const rates = [...trafficByReplica(signals, podOf)].map(([name, { failing }]) => ({
    name,
    failing,
    rate: recentOf({ points: sumOf(failing) }) ?? 0,
  }))
  const total = rates.reduce((sum, { rate }) => sum + rate, 0)
  const worst = rates.find(({ rate }) => total > 0 && rate >= total * MOST_ERRORS)
  const pod = pods.find(({ name }) => name === worst?.name)
  if (!worst || !pod || rates.length < 2) return []
  const clause = `${percent(worst.rate / total)} of all errors (${perSecond(worst.rate)}) come from it`
  return [
    {
      pod,
      clause,
      isOfProcess: false,
      isMeasured: true,
      evidence: worst.failing.slice(0, 1).flatMap((figure) => citeFigure(figure)),
    },
  ]
}

const IDLE_SHARE = 0.1
const BUSY_CORES = 0.05

/** One that fails and hardly computes while its siblings do hangs; without failing it may only have nothing to do. */
function byIdleness(cluster: ClusterScene, pods: readonly Shown<PodView>[], failing: readonly Oddity[]): Oddity[] {
  return failing.flatMap(({ pod }) => {
    const own = coresOf(cluster, pod)
    const others = pods.filter((one) => !isSame(one, pod)).flatMap((one) => coresOf(cluster, one) ?? [])
    const usual = median(others.map(({ cores }) => cores))
    if (!own || others.length === 0 || usual < BUSY_CORES || own.cores > usual * IDLE_SHARE) return []
    const clause = `it uses ${own.used} of a processor where its siblings use ${Math.round(usual * 1000)}m, so it hangs rather than works`
    return [{ pod, clause, isOfProcess: true, isMeasured: true, evidence: [cite(own.exhibit, own.used)] }]
  })
}

/** By its busiest container. */
function coresOf({ usage }: ClusterScene, pod: PodView) {
  const shown = usage.find((one) => isSame(one, pod))
  const all = (shown?.containers ?? []).flatMap(({ cpu }) => {
    const cores = readQuantity(cpu?.used)
    return cpu && cores !== undefined && shown ? [{ cores, used: cpu.used, exhibit: shown.exhibit }] : []
  })
  return all.sort((one, other) => other.cores - one.cores)[0]
}

/** It has used up something of which its siblings have plenty. */
function byUse(signals: SignalScene, pods: readonly Shown<PodView>[]): Oddity[] {
  const gauges = signals.figures.filter(
    ({ family, name = '' }) => family === 'saturation' && !/max|limit|size|capacity|_total$/.test(name),
  )
  return [...Map.groupBy(gauges, gaugeKey).values()].flatMap((group) => {
    const values = group.map((figure) => ({ figure, value: lastOf(figure) ?? 0 }))
    const [most] = [...values].sort((one, other) => other.value - one.value)
    const others = values.filter(({ figure }) => figure !== most?.figure).map(({ value }) => value)
    const pod = pods.find(({ name }) => name === most?.figure.labels.pod)
    if (!most || !pod || others.length === 0 || most.value < 8 || most.value < 3 * Math.max(...others, 1)) return []
    const limit = limitFor(signals, most.figure)
    const clause = `its ${most.figure.name} stands at ${amount(most.value)}${limit === undefined ? '' : ` of ${amount(limit)}`}, that of its siblings at ${amount(median(others))}`
    return [
      {
        pod,
        clause,
        isOfProcess: limit === undefined || most.value >= limit * 0.95,
        isMeasured: true,
        evidence: citeFigure(most.figure),
      },
    ]
  })
}

/** The same gauge of the same part, whatever the pod. */
function gaugeKey({ name, labels: { pod: _pod, instance: _instance, ...labels } }: Figure): string {
  return JSON.stringify([name, Object.entries(labels).sort()])
}

function limitFor({ figures }: SignalScene, { name = '', labels }: Figure): number | undefined {
  const wanted = name.replace(/(open|in_use|used|active|busy)/, '(max|size|limit|capacity)')
  if (wanted === name) return undefined
  const found = figures.find((one) => new RegExp(`^${wanted}$`).test(one.name ?? '') && one.labels.pod === labels.pod)
  return found && lastOf(found)
}

/** What only a process can be in, and leaves by ending; a fresh one also asks anew which server takes writes. */
const OF_PROCESS: readonly ClueKind[] = ['too_many_files', 'pool', 'wedged', 'out_of_memory', 'read_only_server']

function byWords(cluster: ClusterScene, pods: readonly Shown<PodView>[]): Oddity[] {
  const logs = cluster.logs.filter(({ isPrevious }) => !isPrevious)
  const read = pods.filter((pod) => logs.some((log) => isSame(log, pod)))
  const clues = read.map((pod) => ({ pod, clues: logs.filter((log) => isSame(log, pod)).flatMap(cluesOf) }))
  return OF_PROCESS.flatMap((kind) => {
    const having = clues.filter((one) => one.clues.some((clue) => clue.kind === kind))
    const [only, another] = having
    const clue = only?.clues.findLast((one: Clue) => one.kind === kind)
    if (!only || another || !clue || read.length < 2) return []
    return [
      {
        pod: only.pod,
        clause: `only its log says "${lineOf(clue)}"${kind === 'read_only_server' ? ', so it still holds on to a server that takes no writes any more, while its siblings have gone over to the new primary' : ''}`,
        isOfProcess: true,
        isMeasured: false,
        evidence: [citeClue(clue)],
      },
    ]
  })
}
