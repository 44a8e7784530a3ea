/** What pods' logs say of hosts they cannot use, gathered per host: how, how often, since when, and who complains. */

import type { ClusterScene } from '../cluster-scene.ts'
import type { ClueKind } from './clue-patterns.ts'
import { type DependencyClue, isDependencyClue, isSomebody, type KnownHost, knownHost } from './dependency-clue.ts'
import { cluesOf } from './log-clues.ts'
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
    const all = [first, ...others] as const
    return [
      {
        ...knownHost(cluster, first),
        kind: first.kind,
        port: first.host.port,
        clues: [first, ...others] as [DependencyClue, ...DependencyClue[]],
        since: all.flatMap(({ line }) => line.at ?? []).sort((one, other) => one.getTime() - other.getTime())[0],
        pods: [...new Set(all.map(({ log }) => log.name))],
      },
    ]
  })
}

/** Lookups that got no answer, where the line does not say which name was looked up: the resolver is what matters. */
export function namelessLookups(cluster: ClusterScene): Complaint[] {
  const clues = cluster.logs
    .flatMap(cluesOf)
    .filter(
      ({ kind, host, line }) => kind === 'unresolved' && host === undefined && whoseFault(line.text) === 'resolver',
    )
    .map((clue) => ({ ...clue, host: { name: 'a name', port: undefined } }))
  const [first, ...others] = clues
  if (!first) return []
  const place = { namespace: undefined, name: first.host.name, workload: undefined, isUnknown: false }
  return [
    {
      ...place,
      kind: 'unresolved',
      port: undefined,
      clues: [first, ...others],
      since: first.line.at,
      pods: [...new Set(clues.map(({ log }) => log.name))],
    },
  ]
}
