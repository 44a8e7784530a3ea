/**
 * Which workload has no room left in any of its replicas: each stands at a limit, or all stand evenly where they stopped to
 * rise, at a number that its own settings bound or that is the very same for all; or what is measured of all together is full.
 */
import type { ClusterScene, DeploymentView, PodView } from '../../cluster/cluster-scene.ts'
import { podsOf, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { text } from '../../cluster/reading/loose-fields.ts'
import { amountOf, minutesBetween } from '../../cluster/saying/say.ts'
import type { Exhibit } from '../../evidence.ts'
import type { Weighed } from '../../weigh.ts'
import { type Moved, movedIn, sayValue } from '../figures.ts'
import type { Seen } from '../look-through.ts'
import { isTrouble } from '../moved.ts'
import { type PodFigures, podFigures } from './compared-figures.ts'
import { bearsName } from './release.ts'

type Full = { deployment: DeploymentView; ring: number; says: string }

export function fullReplicas(cluster: ClusterScene, exhibits: readonly Exhibit[], seen: Seen): Full[] {
  const moved = movedIn(exhibits)
  return cluster.deployments.flatMap((deployment) => {
    const pods = podsOf(cluster, { ...deployment, kind: 'Deployment' })
    if (pods.length === 0 || !pods.every(({ isReady }) => isReady)) return []
    const ring = seen.ringOf(deployment.name)
    const limit = atLimit(pods, seen) ?? fullTogether(deployment, seen)
    if (limit) return [{ deployment, ring: Math.min(ring, limit.ring), says: limit.text }]
    const says = evenlyRisen(podFigures(moved, pods), pods, boundsOf(deployment, cluster))
    return says === undefined ? [] : [{ deployment, ring, says }]
  })
}

const EARLY_MINUTES = 90
const LATE_MINUTES = 20

/** What fills up slowly began to long before anybody was refused. */
export function isAround(at: Date | undefined, onset: Date): boolean {
  const minutes = at ? minutesBetween(onset, at) : 0
  return minutes >= -EARLY_MINUTES && minutes <= LATE_MINUTES
}

function atLimit(pods: readonly PodView[], { facts, onset }: Seen): Weighed | undefined {
  const found = pods.map(({ name }) =>
    facts.find(
      ({ entity, names, at, isAtLimit, pods: speakers = [] }) =>
        isAtLimit && [entity, ...names, ...speakers].includes(name) && isAround(at, onset),
    ),
  )
  return found.every(Boolean) ? found[0] : undefined
}

const OCCUPIED = /in_use|used|usage|util|busy|occup|satur|cpu|gpu|slots|pool|workers|threads|capacity/i

/** A share of nobody's in particular that bears the workload's name, and is one of what can be taken. */
function fullTogether({ name }: DeploymentView, { facts, onset }: Seen): Weighed | undefined {
  return facts.find(
    (one) =>
      one.isAtLimit &&
      one.lens === 'moved' &&
      OCCUPIED.test(one.text.split('{')[0] ?? '') &&
      !/[{ ]pod=/.test(one.text) &&
      (bearsName(one, name) || one.entity === name) &&
      isAround(one.at, onset),
  )
}

const EVEN = 0.02
const RISEN = 1.3
const COUNTED_LEAST = 3
const NO_LOAD = /version|generation|epoch|revision|config|schema|bytes|timestamp|seconds|latency|duration|_ms$/i

/** All stopped at one height: a load that only rises differs a little from one to the next. */
function evenlyRisen(figures: PodFigures, pods: readonly PodView[], bounds: readonly Bound[]): string | undefined {
  for (const byPod of figures.values()) {
    const all = pods.flatMap(({ name }) => byPod.get(name) ?? [])
    const [first] = all
    if (!first || all.length < pods.length || first.isRate || isTrouble(first) || NO_LOAD.test(first.name)) continue
    if (!all.every((one) => hasStopped(one, first.last))) continue
    const bound = bounds.find(({ value, fits }) => fits.test(first.name) && isEven(first.last, value))
    const isSame = all.length > 1 && first.last >= COUNTED_LEAST && all.every((one) => isCount(one, first.last))
    if (bound || isSame)
      return `${first.name} stands at ${sayValue(first.last, first)} in each${bound ? `, and ${bound.says}` : ''}; it was ${sayValue(first.from, first)} before`
  }
  return undefined
}

function hasStopped({ from, to, last, endedAt, beganAt }: Moved, height: number): boolean {
  return isEven(last, height) && isEven(to, last) && last >= RISEN * from && !endedAt && !beganAt
}

function isEven(one: number, other: number): boolean {
  return Math.abs(one - other) <= EVEN * Math.abs(other)
}

function isCount({ last, to }: Moved, height: number): boolean {
  return Number.isInteger(last) && last === height && to === height
}

type Bound = { value: number; says: string; fits: RegExp }

const BOUNDING =
  /max|limit|slots?|concurren|pool|size|capacity|workers?|threads?|sessions?|connections?|permits?|parallel/i

/** Numbers in its variables whose names say that they bound something, and its share of the processor. */
function boundsOf({ name, namespace }: DeploymentView, cluster: ClusterScene): Bound[] {
  const described = cluster.described.find(({ pod }) => {
    const owner = workloadOf(cluster, pod)
    return owner?.name === name && owner.namespace === namespace
  })
  return (described?.containers ?? []).flatMap(({ env, limits }) => {
    const cores = amountOf(limits, 'cpu')
    const set = env.flatMap((one) => {
      const [variable = '', value] = [text(one.name), Number(text(one.value))]
      const isBound = BOUNDING.test(variable) && Number.isInteger(value) && value >= 2
      return isBound ? [{ value, says: `${variable} is ${value}`, fits: /^(?!.*(cpu|memory|bytes|seconds))/i }] : []
    })
    return cores === undefined ? set : [...set, { value: cores, says: `its CPU limit is ${limits.cpu}`, fits: /cpu/i }]
  })
}
