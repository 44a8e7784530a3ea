/** How things are, in the cluster's own words: what it warns of, and what is not as it should be. */
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { citePart, sayTimes } from '../cluster/saying/say.ts'
import { cite, citeField } from '../evidence.ts'
import { clockTime } from '../signals/points.ts'
import { ownerName } from './entity-of.ts'
import { clipped, type Fact } from './fact.ts'
import { namesIn } from './said.ts'

const HOURS_SHOWN = 6

export function stateFacts(cluster: ClusterScene, now: Date): Fact[] {
  return [...warnings(cluster, now), ...pods(cluster), ...nodes(cluster), ...conditions(cluster)]
}

function warnings({ events }: ClusterScene, now: Date): Fact[] {
  const fresh = events.filter(
    ({ isWarning, at }) => isWarning && at && now.getTime() - at.getTime() < HOURS_SHOWN * 3_600_000,
  )
  const groups = Map.groupBy(
    fresh,
    ({ reason, name, message }) => `${reason} ${ownerName(name)} ${message.slice(0, 40)}`,
  )
  return [...groups.values()].flatMap((group) => {
    const last = group.at(-1)
    if (!last) return []
    const times = group.reduce((sum, { count }) => sum + count, 0)
    const when = last.at ? `, last at ${clockTime(last.at)}` : ''
    return state(
      ownerName(last.name),
      last.firstAt ?? last.at,
      0.75,
      `${last.kind} ${last.name}: ${last.reason} (${sayTimes(times)}${when}): ${last.message}`,
      cite(last.exhibit, last.message),
      namesIn(last.message, last.name),
    )
  })
}

function pods({ pods: all }: ClusterScene): Fact[] {
  return all
    .filter(({ isReady, phase, deletedAt }) => !isReady && phase !== 'Succeeded' && deletedAt === undefined)
    .flatMap((pod) => {
      const stuck = [...pod.initContainers, ...pod.containers].find(({ waiting, terminated }) => waiting ?? terminated)
      const end = stuck?.terminated ?? stuck?.last
      const unmet = pod.conditions.find(({ status, message }) => status !== 'True' && message)
      const why = [
        stuck?.waiting &&
          `container ${stuck.name} waits (${stuck.waiting.reason ?? 'no reason'}${stuck.waiting.message ? `: ${stuck.waiting.message}` : ''})`,
        end && `container ${stuck?.name} ended with ${end.reason ?? 'no reason'}, exit code ${end.exitCode}`,
        stuck?.terminated && stillRunning(pod),
        !stuck && unmet?.message,
      ].filter(Boolean)
      const text = `Pod ${pod.name} is ${pod.phase} and not ready${pod.restartCount > 0 ? `, restarted ${sayTimes(pod.restartCount)}` : ''}${why.length > 0 ? `: ${why.join('; ')}` : ''}`
      return state(ownerName(pod.name), unmet?.since, 0.8, text, citeField(pod.exhibit, 'name', pod.name), [
        pod.nodeName ?? '',
      ])
    })
}

/** What runs beside one that has ended keeps the pod from ending. */
function stillRunning({ containers }: ClusterScene['pods'][number]): string | undefined {
  const names = containers.filter(({ running }) => running).map(({ name }) => name)
  return names.length === 0 ? undefined : `container ${names.join(', ')} beside it still runs`
}

function nodes({ nodes: all }: ClusterScene): Fact[] {
  return all.flatMap((node) => {
    const bad = node.conditions.filter(({ type, status }) => (type === 'Ready') !== (status === 'True'))
    const badWords = bad.map(
      ({ type, status, reason, message }) => `${type} is ${status} (${reason ?? ''}: ${message ?? ''})`,
    )
    const words = [...badWords, ...(node.isUnschedulable ? ['it is cordoned'] : [])]
    if (words.length === 0) return []
    return state(
      node.name,
      bad[0]?.since,
      0.7,
      `Node ${node.name}: ${words.join('; ')}`,
      citeField(node.exhibit, 'name', node.name),
      [],
    )
  })
}

/** Of workloads, whatever they say is not so. */
function conditions({ deployments, statefulSets, jobs, autoscalers }: ClusterScene): Fact[] {
  const named = [
    ...deployments.map((one) => ({ ...one, kind: 'Deployment' })),
    ...statefulSets.map((one) => ({ ...one, kind: 'StatefulSet' })),
    ...jobs.map((one) => ({ ...one, kind: 'Job' })),
    ...autoscalers.map((one) => ({ ...one, kind: 'HorizontalPodAutoscaler' })),
  ]
  return named.flatMap(({ kind, name, conditions: all, exhibit }) =>
    all
      .filter(
        ({ type, status, message }) =>
          message &&
          /^(Failed|ReplicaFailure)$/.test(type) === (status === 'True') &&
          !/^(Complete|Suspended|SuccessCriteriaMet|ScalingLimited)$/.test(type),
      )
      .flatMap(({ type, status, reason, message, since }) =>
        state(
          name,
          since,
          0.6,
          `${kind} ${name}: ${type} is ${status} (${reason ?? ''}: ${message ?? ''})`,
          citePart(exhibit, { message }),
          [],
        ),
      ),
  )
}

function state(
  entity: string,
  at: Date | undefined,
  strength: number,
  words: string,
  evidence: Fact['evidence'][number],
  names: readonly string[],
): Fact[] {
  return [{ lens: 'state', entity, names, at, strength, text: clipped(words), evidence: [evidence] }]
}
