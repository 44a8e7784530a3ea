/** Every deployment near the alert as one that might need more hands, or those back that were taken from it. */
import type { DeploymentView } from '../../cluster/cluster-scene.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { UNTIED } from '../../weigh.ts'
import { movedIn } from '../figures.ts'
import { growthOf, isTrouble } from '../moved.ts'
import { podFigures, stepsOf } from '../steps/compared-figures.ts'
import { fullReplicas, isAround } from '../steps/full-replicas.ts'
import { isOtherwiseExplained, isSlower, moreAsked } from '../steps/more-hands.ts'
import { bearsName, isComplaint, isOwn, isRelease } from '../steps/release.ts'
import type { Sight } from '../steps/sight.ts'
import { isMissed } from '../steps/undone-change.ts'
import { type Candidate, flag, type Signs } from './candidate.ts'
import { isTimely, workloadSigns } from './workload-signs.ts'

const GROWTH = 1.5
const QUEUE = /queue|backlog|lag|pending|waiting|depth|buffer|inflight|in_flight|backpressure|unacked|ready_messages/i
const FILL = /util|usage|busy|cpu|satur|in_use|used|active|occup|workers|threads|slots|pool|concurrency|connections/i

export function handsCandidates(sight: Sight): Candidate[] {
  const { cluster, scene, seen } = sight
  const home = cluster.target.namespace ?? scene.subject.namespace
  const full = fullReplicas(cluster, scene.exhibits, seen).map(({ deployment }) => deployment)
  return cluster.deployments
    .filter(({ name, namespace, replicas }) => (seen.ringOf(name) < UNTIED || namespace === home) && replicas > 0)
    .map((deployment) => candidateOf(deployment, full, sight))
}

function candidateOf(deployment: DeploymentView, full: readonly DeploymentView[], sight: Sight): Candidate {
  const { cluster, scene, seen } = sight
  const { namespace, name, replicas } = deployment
  const { facts, onset } = seen
  const pods = podsOf(cluster, { ...deployment, kind: 'Deployment' })
  const moved = movedIn(scene.exhibits)
  const figures = podFigures(moved, pods)
  const ownMoved = moved.filter(
    ({ labels, name: figure }) =>
      pods.some((pod) => labels.pod === pod.name) ||
      [labels.deployment, labels.service, labels.app, labels.job, labels.workload].includes(name) ||
      bearsName({ text: `${figure}{` }, name),
  )
  const risen = (pattern: RegExp, times: number) =>
    ownMoved.some(
      (one) =>
        pattern.test(one.name) &&
        !isTrouble(one) &&
        one.last >= times * one.from &&
        one.last > 0 &&
        isAround(one.at, onset),
    )
  const allRisen = [...figures.values()].some(
    (byPod) =>
      pods.length > 0 &&
      byPod.size >= pods.length &&
      [...byPod.values()].every((one) => FILL.test(one.name) && !one.isRate && stepsOf(one) >= 1.3),
  )
  const scaling = facts.find(
    ({ deed }) => deed?.kind === 'scaling' && deed.deployment === name && deed.namespace === namespace,
  )
  const deed = scaling?.deed?.kind === 'scaling' ? scaling.deed : undefined
  const scaledMinutes = scaling?.at ? minutesBetween(scaling.at, onset) : Number.POSITIVE_INFINITY
  const demand = Math.max(
    1,
    ...ownMoved
      .filter((one) => isAround(one.at, onset))
      .map((one) => growthOf(one).demand ?? 1)
      .filter(Number.isFinite),
  )
  const home = cluster.target.namespace ?? scene.subject.namespace
  const signs: Signs = {
    ...workloadSigns(name, namespace, sight),
    full: flag(full.some((one) => one.name === name && one.namespace === namespace)),
    othersFull: flag(full.some((one) => one.name !== name)),
    limit: flag(
      facts.some((one) => one.isAtLimit && isAround(one.at, onset) && (isOwn(one, name) || bearsName(one, name))),
    ),
    queue: flag(risen(QUEUE, 2)),
    fill: flag(risen(FILL, 1.3)),
    allRisen: flag(allRisen),
    demandOwn: flag(demand >= GROWTH),
    demandHome: flag(moreAsked(seen, home, moved) !== undefined),
    demandAny: flag(facts.some(({ demand: one = 1, at }) => one >= GROWTH && isAround(at, onset))),
    explained: flag(isOtherwiseExplained(name, seen)),
    slower: flag(facts.some((one) => isSlower(one, [name, ...seen.starts]) && isAround(one.at, onset))),
    releasedOwn: flag(
      facts.some(
        (one) =>
          isRelease(one) &&
          one.entity === name &&
          minutesBetween(one.at, onset) < 60 &&
          minutesBetween(one.at, onset) > -5,
      ),
    ),
    releasedNear: flag(
      facts.some((one) => isRelease(one) && one.entity !== name && Math.abs(minutesBetween(one.at, onset)) < 10),
    ),
    blamesSelf: flag(
      facts.some(
        (one) =>
          isComplaint(one) &&
          isOwn(one, name) &&
          isTimely(one, onset) &&
          /queue|full|busy|capacity|saturat|backpressure|overload|too many|exhaust|wait|slow|shed|throttl|limit/i.test(
            one.text,
          ),
      ),
    ),
    scaledDown: flag(deed !== undefined && deed.to < deed.from && scaledMinutes <= 35 && scaledMinutes >= -3),
    scaledLong: flag(deed !== undefined && deed.to < deed.from && scaledMinutes > 35),
    scaledUp: flag(deed !== undefined && deed.to > deed.from),
    missed: flag(isMissed(name, facts)),
    single: flag(pods.length === 1),
    notReady: flag(pods.some(({ isReady }) => !isReady)),
    autoscaled: flag(
      cluster.autoscalers.some(
        ({ target, namespace: there }) => there === namespace && target === `Deployment/${name}`,
      ),
    ),
    oneDiffers: flag(facts.some(({ lens, entity }) => lens === 'differs' && pods.some((pod) => pod.name === entity))),
    errors: flag(ownMoved.some((one) => isTrouble(one) && one.last > one.from && isAround(one.at, onset))),
  }
  const both = {
    fullAsked: flag(
      (signs.full === 1 || signs.allRisen === 1 || signs.limit === 1) &&
        (signs.demandOwn === 1 || signs.demandHome === 1),
    ),
    fillAsked: flag(signs.fill === 1 && signs.demandAny === 1 && signs.releasedOwn === 0),
    fillQuiet: flag(
      (signs.fill === 1 || signs.queue === 1) &&
        signs.slower === 0 &&
        signs.releasedNear === 0 &&
        signs.releasedOwn === 0,
    ),
    hot: flag(signs.fill === 1 && signs.othersFull === 0 && signs.blames === 0),
  }
  const wanted =
    deed && deed.to < deed.from && replicas === deed.to
      ? deed.from
      : Math.max(replicas + 1, Math.floor(replicas * GROWTH))
  return {
    family: 'scale',
    action: { plugin: 'scale_deployment', parameters: { namespace, deployment: name, replicas: wanted } },
    atFault: { kind: 'Deployment', namespace, name },
    says: `${wanted} replicas of ${name} instead of ${replicas}`,
    signs: { ...signs, ...both },
  }
}
