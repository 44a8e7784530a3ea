/**
 * All replicas of one workload are full since more is asked of it or of whom it serves, and nobody else is complained of: half
 * as many more. Where no more is asked than before, what is full has another reason, and more of the same would not help.
 */
import type { ClusterScene, DeploymentView } from '../../cluster/cluster-scene.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Weighed } from '../../weigh.ts'
import { isAkin } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import type { LensStep, Sight } from './sight.ts'

const GROWTH = 1.5
const AROUND_MINUTES = 20
const SETTLED_MINUTES = 60
/** So shortly before, a change of whoever stands near may be why more is asked. */
const NEAR_MINUTES = 8
const NEAR = 2.5
const COMPLAINS = 0.7

export function moreHands({ scene: { subject }, cluster, seen }: Sight): LensStep | undefined {
  const asked = moreAsked(seen, cluster.target.namespace ?? subject.namespace)
  if (!asked) return undefined
  // Of all that are full in a large cluster only those count that stand near, or where the alert is.
  const [full, ...others] = cluster.deployments
    .flatMap((one) => fullIn(one, cluster, seen))
    .filter(({ deployment: { namespace }, fact }) => fact.ring <= NEAR || namespace === subject.namespace)
  if (!full || others.length > 0 || isOtherwiseExplained(full.deployment.name, seen)) return undefined
  const { deployment, fact } = full
  const { namespace, name, replicas } = deployment
  const wanted = Math.max(replicas + 1, Math.floor(replicas * GROWTH))
  const why = `All ${replicas} replicas of ${name} are full, at the limit of their capacity (${fact.text}), since the load rose (${asked.text}), and nobody else is complained of.`
  return {
    action: { plugin: 'scale_deployment', parameters: { namespace, deployment: name, replicas: wanted }, why },
    atFault: { kind: 'Deployment', namespace, name },
    calledBy: /replicas/i,
    tie: 'all its replicas are full since it began',
  }
}

function isNear(at: Date | undefined, onset: Date): boolean {
  return at === undefined || Math.abs(minutesBetween(onset, at)) <= AROUND_MINUTES
}

/** Of whoever stands near, or of anybody where the alert is: who fills a queue seldom bears its name. */
function moreAsked({ facts, onset }: Seen, home: string | undefined): Weighed | undefined {
  const asked = facts.filter(({ demand = 1, at }) => demand >= GROWTH && isNear(at, onset))
  return asked.find(({ ring }) => ring <= NEAR) ?? asked.find(({ place }) => place !== undefined && place === home)
}

type Full = { deployment: DeploymentView; fact: Weighed }

function fullIn(deployment: DeploymentView, cluster: ClusterScene, { facts, onset }: Seen): Full[] {
  const pods = podsOf(cluster, { ...deployment, kind: 'Deployment' })
  const found = pods.map(({ name, isReady }) =>
    facts.find(
      ({ entity, names, at, isAtLimit, pods: speakers = [] }) =>
        isReady && isAtLimit && [entity, ...names, ...speakers].includes(name) && isNear(at, onset),
    ),
  )
  const [fact] = found
  return fact && found.every(Boolean) ? [{ deployment, fact }] : []
}

/** It was changed itself not long before, somebody near right before, or what it says names somebody else. */
function isOtherwiseExplained(name: string, { facts, onset }: Seen): boolean {
  const isSince = (at: Date | undefined, minutes: number) => at !== undefined && minutesBetween(at, onset) < minutes
  return facts.some((one) => {
    const isOwn = isAkin(one.entity, name)
    const isChanged = one.deed !== undefined && isSince(one.at, isOwn ? SETTLED_MINUTES : NEAR_MINUTES)
    return (
      (isChanged && (isOwn || one.ring <= NEAR)) ||
      (isOwn &&
        one.lens === 'said' &&
        one.strength > COMPLAINS &&
        one.names.some((other) => /[a-z]/i.test(other) && !isAkin(other, name) && isKnown(other, facts)))
    )
  })
}

/** Somebody facts are told of, not just any word with a hyphen. */
function isKnown(name: string, facts: Seen['facts']): boolean {
  return facts.some(({ entity, score }) => score > 0.2 && isAkin(entity, name))
}
