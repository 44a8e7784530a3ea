/** What a log says about a host it cannot use, and what is known of that host. */

import { isListedWhole } from '../asking/looking.ts'
import type { ClusterScene, WorkloadName } from '../cluster-scene.ts'
import { keyOfHost, workloadCalled } from '../routes/service-hosts.ts'
import { serviceSeen } from '../subject/mentioned-workloads.ts'
import type { ClueKind } from './clue-patterns.ts'
import type { Clue } from './log-clues.ts'
import type { Host } from './log-host.ts'
import { whoseFault } from './wordings.ts'

export const DEPENDENCY_KINDS: readonly ClueKind[] = ['unresolved', 'refused', 'timeout']

export type DependencyClue = Clue & { host: Host }

/** A program's talk of its own address is no complaint about another. */
export function isDependencyClue(clue: Clue): clue is DependencyClue {
  return (
    DEPENDENCY_KINDS.includes(clue.kind) &&
    clue.host !== undefined &&
    !/^(localhost|127\.|0\.0\.0\.0|::1)/.test(clue.host.name)
  )
}

export function sayHost({ name, port }: Host): string {
  return port === undefined ? name : `${name}:${port}`
}

export function sayFailure({ kind, host, line }: DependencyClue): string {
  switch (kind) {
    case 'unresolved':
      return sayUnresolved(host, line.text)
    case 'refused':
      return `${sayHost(host)} refuses connections`
    default:
      return `${sayHost(host)} does not answer in time`
  }
}

function sayUnresolved({ name }: Host, line: string): string {
  switch (whoseFault(line)) {
    case 'resolver':
      return `the name ${name} cannot be resolved: DNS gives no usable answer, which says nothing against the name itself`
    case 'name':
      return `the name ${name} cannot be resolved (no such host)`
    default:
      return `the name ${name} cannot be resolved`
  }
}

/** What may be a mere word counts only where a workload or a Service bears it. */
export function isSomebody({ host, log }: Pick<Clue, 'host' | 'log'>, cluster: ClusterScene): boolean {
  if (host?.isWord === undefined) return true
  const key = keyOfHost(host, log.namespace, cluster)
  return key !== undefined && (serviceSeen(cluster, key) ?? workloadCalled(key, cluster)) !== undefined
}

export type KnownHost = {
  namespace: string | undefined
  name: string
  workload: WorkloadName | undefined
  /** True where a whole list of its namespace shows no workload that could bear the name. */
  isUnknown: boolean
}

export function knownHost(cluster: ClusterScene, { host, log }: DependencyClue): KnownHost {
  const key = keyOfHost(host, log.namespace, cluster)
  if (!key) return { namespace: undefined, name: host.name, workload: undefined, isUnknown: false }
  const workload = workloadCalled(key, cluster)
  return {
    ...key,
    workload,
    isUnknown: isListedWhole(cluster, key.namespace) && !workload && !/^[\d.]+$/.test(host.name),
  }
}
