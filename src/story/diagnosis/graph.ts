/**
 * Who stands near whom: entities by name and what ties them, out of labels, listings, log lines and what people told us.
 * Hosts, queues, certificates, timers and services of others stand in it as well as pods do; a name is a name.
 */
import { type EnvironmentMap, findService } from '../../guidance/environment/environment-map.ts'
import type { EntityTie } from '../incident/entity-map.ts'
import type { ClusterScene } from './cluster/cluster-scene.ts'
import { isAkin, ownerName } from './lenses/entity-of.ts'

type Tie = EntityTie['tie']
type Step = { tie: Tie; isForth: boolean }
type NamedTie = { from: string; to: string; tie: Tie }

export class Graph {
  readonly #ties = new Map<string, Map<string, Step>>()

  tie(one: string, other: string, tie: Tie): void {
    const [a, b] = [one.toLowerCase(), other.toLowerCase()]
    if (a === '' || b === '' || a === b) return
    for (const [from, to, isForth] of [
      [a, b, true],
      [b, a, false],
    ] as const) {
      const ties = this.#ties.get(from) ?? new Map<string, { tie: Tie; isForth: boolean }>()
      this.#ties.set(from, ties.set(to, ties.get(to) ?? { tie, isForth }))
    }
  }

  /** The ties of a shortest way between somebody and any of those that `isEnd` knows; none where there is no way. */
  wayTo(start: string, isEnd: (name: string) => boolean): readonly NamedTie[] {
    return this.#shortest(start, isEnd, () => true)
  }

  /** The same where each calls or reads the one before, as complaints go: not over a node that two happen to run on. */
  callersTo(start: string, isEnd: (name: string) => boolean): readonly NamedTie[] {
    return this.#shortest(
      start,
      isEnd,
      ({ tie, isForth }) => tie === 'owns' || tie === 'same' || (tie !== 'runs_on' && !isForth),
    )
  }

  #shortest(start: string, isEnd: (name: string) => boolean, isWalked: (step: Step) => boolean): readonly NamedTie[] {
    const cameFrom = new Map<string, string>([[start.toLowerCase(), '']])
    for (const name of cameFrom.keys()) {
      if (isEnd(name)) return this.#wayBack(name, cameFrom)
      if (cameFrom.size > NAMES_MAX) return []
      // A map that grows while it is walked through is walked to its end: nearer names come first.
      for (const [next, step] of this.#ties.get(name) ?? [])
        if (isWalked(step) && !cameFrom.has(next)) cameFrom.set(next, name)
    }
    return []
  }

  #wayBack(end: string, cameFrom: ReadonlyMap<string, string>): NamedTie[] {
    const way: NamedTie[] = []
    for (let name = end, before = cameFrom.get(end); before; name = before, before = cameFrom.get(name)) {
      const { tie, isForth } = this.#ties.get(before)?.get(name) ?? { tie: 'same', isForth: true }
      way.unshift(isForth ? { from: before, to: name, tie } : { from: name, to: before, tie })
    }
    return way
  }

  rings(
    starts: readonly string[],
    counts: (tie: Tie) => boolean = () => true,
    ends: ReadonlySet<string> = new Set(),
  ): ReadonlyMap<string, number> {
    const all = [...this.#ties.keys()]
    const first = all.filter((name) => starts.some((start) => isAkin(name, start)))
    const rings = new Map([...starts.map((start) => start.toLowerCase()), ...first].map((name) => [name, 0]))
    let front = [...rings.keys()]
    for (let ring = 1; ring <= RINGS_MAX && front.length > 0; ring += 1) {
      const next = front.flatMap((name) =>
        ends.has(name)
          ? []
          : [...(this.#ties.get(name) ?? [])].flatMap(([other, { tie }]) => (counts(tie) ? [other] : [])),
      )
      front = [...new Set(next)].filter((name) => !rings.has(name))
      for (const name of front) rings.set(name, ring)
    }
    return rings
  }
}

const RINGS_MAX = 4
/** Who is farther away than these many is tied to everybody. */
const NAMES_MAX = 2_000
/** So wide that all are in it. */
const TOO_WIDE = 25

export function tieCluster(graph: Graph, { pods, described, deployments }: ClusterScene): void {
  const perNode = Map.groupBy(pods, ({ nodeName }) => nodeName ?? '')
  for (const { name, nodeName = '', owner } of pods) {
    graph.tie(ownerName(name), name, 'owns')
    if (owner) graph.tie(owner.name, name, 'owns')
    if (nodeName !== '' && (perNode.get(nodeName)?.length ?? 0) <= TOO_WIDE) graph.tie(name, nodeName, 'runs_on')
  }
  for (const { name, revisions } of deployments) for (const one of revisions) graph.tie(name, one.name, 'owns')
  for (const { pod, references, services } of described) {
    for (const { name } of references) graph.tie(ownerName(pod.name), name, 'reads')
    for (const { name } of services) graph.tie(ownerName(pod.name), name, 'same')
  }
}

/** They serve images to whoever there is, so that two have theirs from one says nothing of the two. */
export function registriesIn({ deployments }: Pick<ClusterScene, 'deployments'>): ReadonlySet<string> {
  const images = deployments.flatMap((one) => one.images)
  return new Set(images.flatMap((image) => /^([^/]+[.:][^/]*)\//.exec(image)?.[1]?.toLowerCase() ?? []))
}

export function tieEnvironment(graph: Graph, environment: EnvironmentMap): void {
  for (const { name, dependencies } of environment.services)
    for (const one of dependencies) {
      graph.tie(name, one, 'calls')
      for (const further of findService(environment, one)?.dependencies ?? []) graph.tie(one, further, 'calls')
    }
}
