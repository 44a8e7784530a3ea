/** What pods' logs say of hosts they cannot use, gathered per host: how, how often, since when, and who complains. */

import { isListedWhole } from '../asking/looking.ts'
import type { ClusterScene, LogLine, WorkloadName } from '../cluster-scene.ts'
import { isSame, subjectPods } from '../pods/workload-pods.ts'
import { errorWords, hostIn, keyOfHost, workloadAt, workloadCalled } from '../routes/service-hosts.ts'
import { earliest } from '../saying/say.ts'
import { serviceSeen } from '../subject/mentioned-workloads.ts'
import { type Clue, type ClueKind, cluesOf } from './log-clues.ts'
import type { Host } from './log-host.ts'
import { failsInPart } from './names-in-lines.ts'
import { whoseFault } from './wordings.ts'

export type Complaint = KnownHost & {
  kind: ClueKind
  port: number | undefined
  /** In the order of the logs. */
  clues: readonly [DependencyClue, ...DependencyClue[]]
  since: Date | undefined
  pods: readonly string[]
}

export function complaintsOf(cluster: ClusterScene): Complaint[] {
  const clues = cluster.logs
    .flatMap(cluesOf)
    .filter(isDependencyClue)
    .filter((clue) => isSomebody(clue, cluster))
  const groups = Map.groupBy(clues, ({ kind, host }) => JSON.stringify([kind, host]))
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const since = earliest([first, ...others].map(({ line }) => line.at))
    return [{ ...knownHost(cluster, first), ...complaintOf(first, others), since }]
  })
}

function complaintOf(
  first: DependencyClue,
  others: readonly DependencyClue[],
): Omit<Complaint, keyof KnownHost | 'since'> {
  const pods = [...new Set([first, ...others].map(({ log }) => log.name))]
  return { kind: first.kind, port: first.host.port, clues: [first, ...others], pods }
}

/** Lookups that got no answer, where the line does not say which name was looked up: the resolver is what matters. */
export function namelessLookups(cluster: ClusterScene): Complaint[] {
  const clues = cluster.logs
    .flatMap(cluesOf)
    .filter(({ kind, host, line }) => kind === 'unresolved' && !host && whoseFault(line.text) === 'resolver')
    .map((clue) => ({ ...clue, host: { name: 'a name', port: undefined } }))
  const [first, ...others] = clues
  if (!first) return []
  const place = { namespace: undefined, name: first.host.name, workload: undefined, isUnknown: false }
  return [{ ...place, ...complaintOf(first, others), since: first.line.at }]
}

// What a log says about a host it cannot use, and what is known of that host.

export const DEPENDENCY_KINDS: readonly ClueKind[] = ['unresolved', 'refused', 'timeout']

type DependencyClue = Clue & { host: Host }

/** A program's talk of its own address is no complaint about another. */
export function isDependencyClue(clue: Clue): clue is DependencyClue {
  return (
    DEPENDENCY_KINDS.includes(clue.kind) &&
    clue.host !== undefined &&
    !/^(localhost|127\.|0\.0\.0\.0|::1)/.test(clue.host.name)
  )
}

/** What may be a mere word counts only where a workload or a Service bears it. */
function isSomebody({ host, log }: Pick<Clue, 'host' | 'log'>, cluster: ClusterScene): boolean {
  if (host?.isWord === undefined) return true
  const key = keyOfHost(host, log.namespace, cluster)
  return key !== undefined && (serviceSeen(cluster, key) ?? workloadCalled(key, cluster)) !== undefined
}

type KnownHost = {
  namespace: string | undefined
  name: string
  workload: WorkloadName | undefined
  /** True where a whole list of its namespace shows no workload that could bear the name. */
  isUnknown: boolean
}

function knownHost(cluster: ClusterScene, { host, log }: DependencyClue): KnownHost {
  const key = keyOfHost(host, log.namespace, cluster)
  if (!key) return { namespace: undefined, name: host.name, workload: undefined, isUnknown: false }
  const workload = workloadCalled(key, cluster)
  return {
    ...key,
    workload,
    isUnknown: isListedWhole(cluster, key.namespace) && !workload && !/^[\d.]+$/.test(host.name),
  }
}

// Workloads that the subject's errors name, and whether all that is sent to them fails.

type ComplainedOf = { workload: WorkloadName; pod: string; line: LogLine; isInPart: boolean }

/** Each once, by the first pod that complains. */
export function complainedOf(cluster: ClusterScene): ComplainedOf[] {
  const own = subjectPods(cluster)
  const logs = cluster.logs.filter((log) => !log.isPrevious && own.some((pod) => isSame(pod, log)))
  const all = logs.flatMap((log) => {
    const naming = log.lines.flatMap((line) => {
      const workload = namedBy(line, log.namespace, cluster)
      return workload ? [{ workload, line, pod: log.name }] : []
    })
    return naming.map((one) => {
      const alike = naming.filter(({ workload }) => isSame(workload, one.workload))
      return { ...one, isInPart: failsInPart(alike, [log]) }
    })
  })
  return [...new Map(all.reverse().map((one) => [`${one.workload.namespace}/${one.workload.name}`, one])).values()]
}

function namedBy({ text }: LogLine, namespace: string, cluster: ClusterScene): WorkloadName | undefined {
  const workload = workloadAt(hostIn(errorWords(text)), namespace, cluster)
  return workload && !cluster.target.workloads.some((one) => isSame(one, workload)) ? workload : undefined
}
