/**
 * Whether more is asked of somebody only since one of his callers was released: no more is asked of the caller himself, so
 * it is the release that asks, and more hands would but feed it. Every revision counts, for a harmless one may have followed.
 */
import type { ReleasedCaller } from '../../../plugins/gate.ts'
import type { ClusterScene, DeploymentView, ObjectKey } from '../cluster/cluster-scene.ts'
import { minutesBetween } from '../cluster/saying/say.ts'
import { lookThrough, type Seen } from '../lenses/look-through.ts'
import { isAround } from '../lenses/steps/full-replicas.ts'
import { bearsName, isOwn } from '../lenses/steps/release.ts'
import type { Scene } from '../scene.ts'

const MORE = 1.5
/** So shortly before it began. */
const BEFORE_MINUTES = 10
const TOLERANCE_MINUTES = 1

export function askedByRelease(
  scene: Scene,
  { deployments }: ClusterScene,
  { name }: ObjectKey,
): ReleasedCaller | undefined {
  const seen = lookThrough(scene)
  if (!isAskedMore(name, seen)) return undefined
  const callers = deployments.filter((one) => calls(one.name, name, seen) && !isAskedMore(one.name, seen))
  return callers.flatMap((one) => releasedBefore(one, seen) ?? [])[0]
}

function isAskedMore(name: string, { facts, onset }: Seen): boolean {
  return facts.some(
    (one) => (one.demand ?? 1) >= MORE && isAround(one.at, onset) && (isOwn(one, name) || bearsName(one, name)),
  )
}

function calls(caller: string, name: string, { graph }: Seen): boolean {
  const [first, ...further] = graph.wayTo(caller, (one) => one === name)
  return first !== undefined && further.length === 0 && first.tie === 'calls' && first.to === name
}

function releasedBefore({ name, revisions }: DeploymentView, { onset }: Seen): ReleasedCaller | undefined {
  const found = revisions.find(({ createdAt }) => {
    const minutes = createdAt ? minutesBetween(createdAt, onset) : Number.POSITIVE_INFINITY
    return minutes >= -TOLERANCE_MINUTES && minutes <= BEFORE_MINUTES
  })
  return found && { name, revision: found.revision, at: found.createdAt }
}
