/** How the number of replicas of a Deployment went: by its events, or else by what the metrics server remembers. */
import { purposeMarks } from '../../../../plugins/kubernetes/put-away.ts'
import { readCounts } from '../../../../plugins/kubernetes/scaled-counts.ts'
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import { call, isAskable, type Looking, type LookingStep } from '../asking/looking.ts'
import type { ClusterScene, DeploymentView, EventView, ObjectKey, Shown } from '../cluster-scene.ts'
import { citeEvent, eventsAbout, isSame } from '../pods/workload-pods.ts'
import { record, records, texts } from '../reading/loose-fields.ts'
import { neighboursOf } from '../routes/neighbours.ts'

const METRIC = 'kube_deployment_spec_replicas'

/** `isOfEvents` where they show the count: policy believes nothing else. */
export type StepToZero = {
  from: number | undefined
  at: Date | undefined
  isOfEvents?: boolean
  evidence: readonly EvidenceReference[]
}

/** The last step to zero; undefined where nothing tells of one. */
export function stepToZero(cluster: ClusterScene, deployment: ObjectKey): StepToZero | undefined {
  return zeroByEvents(cluster, deployment) ?? zeroByRemovals(cluster, deployment) ?? remembered(cluster, deployment)
}

/** How many it is to have again, in whose keeping, and which run of that hand failed. */
export type LeftAsleep = { count: number; mark: string; failed: string; evidence: readonly EvidenceReference[] }

/** Who puts others to sleep keeps on each how many it had; where a run of that very hand failed, nobody woke this one. */
export function leftAsleep({ deployments, pods }: ClusterScene, sleeper: ObjectKey): LeftAsleep | undefined {
  const one = deployments.find((each) => isSame(each, sleeper))
  const kept = Object.entries(one?.marks ?? {}).find(([key, value]) => KEPT.test(key) && COUNT.test(value))
  if (!one || one.replicas > 0 || !kept || purposeMarks(one.marks).length > 0) return undefined
  const [key, count] = kept
  const [hand = ''] = key.split(/[/.]/)
  const failed = pods.find(
    ({ phase, name, namespace }) =>
      phase === 'Failed' && namespace === one.namespace && hand !== '' && name.startsWith(`${hand}-`),
  )
  const mark = cite(one.exhibit, `${JSON.stringify(key)}:${JSON.stringify(count)}`)
  return (
    failed && {
      ...{ count: Number(count), mark: `${key}: ${count}`, failed: failed.name },
      evidence: [mark, cite(failed.exhibit, `"name":${JSON.stringify(failed.name)}`)],
    }
  )
}

const KEPT = /^(?!.*\b(?:min|max)).*replicas/i
const COUNT = /^[1-9]\d{0,2}$/

/** What is told of a step to zero anyway, by who does it: no stranger. */
const USUAL = /^(Deployment|ReplicaSet|StatefulSet|Pod|Node|HorizontalPodAutoscaler)$/
const PUTS_TO_SLEEP = /deactivat|hibernat|\bsleep|\bidle\b|scal(ed?|ing)\b.*\b(zero|0)\b/i

/** Who else says that he did it, an autoscaler of another make or an operator, as `Kind name`. */
export function emptiedBy({ events }: ClusterScene, { namespace, name }: ObjectKey): string | undefined {
  const told = events.findLast(
    (event) =>
      event.namespace === namespace &&
      !USUAL.test(event.kind) &&
      event.message.split(/[^\w.-]+/).includes(name) &&
      (readCounts(event.message)?.to === 0 || PUTS_TO_SLEEP.test(`${event.reason} ${event.message}`)),
  )
  return told && `${told.kind} ${told.name}`
}

/** A StatefulSet only tells which pods it removed. */
function zeroByRemovals(cluster: ClusterScene, { namespace, name }: ObjectKey): StepToZero | undefined {
  const removals = eventsAbout(cluster, { kind: 'StatefulSet', namespace, name }, 'SuccessfulDelete')
  const pods = new Set(removals.flatMap(({ message }) => /delete Pod (\S+)/.exec(message)?.[1] ?? []))
  const [first] = removals
  return first && { from: pods.size || undefined, at: first.firstAt, evidence: [citeEvent(first)] }
}

/** Oldest first. */
function scalingsOf(cluster: ClusterScene, { namespace, name }: ObjectKey): Shown<EventView>[] {
  return eventsAbout(cluster, { kind: 'Deployment', namespace, name }, 'ScalingReplicaSet')
}

function zeroByEvents(cluster: ClusterScene, deployment: ObjectKey): StepToZero | undefined {
  const steps = scalingsOf(cluster, deployment)
  const at = steps.findLastIndex(({ message }) => readCounts(message)?.to === 0)
  const event = steps[at]
  if (!event) return undefined
  const before = steps.slice(0, at).flatMap(({ message }) => readCounts(message)?.to ?? [])
  const from = readCounts(event.message)?.from ?? before.findLast((count) => count > 0)
  return { from, at: event.firstAt, isOfEvents: true, evidence: [citeEvent(event)] }
}

type StepUp = { from: number; to: number; at: Date | undefined; evidence: readonly EvidenceReference[] }

/** The last time it was given more replicas than it had; a rollout, which moves them from one set to another, is none. */
export function stepUp(cluster: ClusterScene, deployment: ObjectKey): StepUp | undefined {
  const steps = scalingsOf(cluster, deployment)
  const last = steps.at(-1)
  const counts = last && readCounts(last.message)
  if (!last || counts?.from === undefined || counts.from === 0 || counts.to <= counts.from) return undefined
  return { from: counts.from, to: counts.to, at: last.at, evidence: [citeEvent(last)] }
}

const TAKEN_BACK_WITHIN_MS = 10 * 60_000

/** How many it was given and soon lost again, the same replicas to where they had been: somebody else decides their number. */
export function takenBack(cluster: ClusterScene, deployment: ObjectKey): number | undefined {
  const steps = scalingsOf(cluster, deployment)
  const undone = steps.find((step, at) => steps.slice(at + 1).some((later) => isUndoneBy(step, later)))
  return undone && readCounts(undone.message)?.to
}

function isUndoneBy(step: EventView, later: EventView): boolean {
  const setIn = ({ message }: EventView) => /replica set (\S+)/.exec(message)?.[1]
  const { from: few = 0, to: many = 0 } = readCounts(step.message) ?? {}
  const taken = readCounts(later.message)
  const isTakenBack = few > 0 && many > few && taken?.from === many && taken.to === few && setIn(step) === setIn(later)
  const passed = (later.at?.getTime() ?? NaN) - (step.at?.getTime() ?? NaN)
  return isTakenBack && passed <= TAKEN_BACK_WITHIN_MS
}

/** Events are kept for an hour; a metrics server looks further back. */
function remembered({ exhibits }: ClusterScene, { namespace, name }: ObjectKey): StepToZero | undefined {
  for (const exhibit of exhibits.filter(isMemory)) {
    const series = records(record(exhibit.result.data).series).find(
      ({ metric }) => texts(metric).deployment === name && texts(metric).namespace === namespace,
    )
    const points = Array.isArray(series?.values) ? series.values.filter((one) => Array.isArray(one)) : []
    const last = points.findLastIndex(([, value]) => Number(value) > 0)
    const [sample, next] = [points[last], points[last + 1]]
    if (!sample) continue
    return {
      from: Number(sample[1]),
      at: next && new Date(Number(next[0]) * 1000),
      evidence: [cite(exhibit, JSON.stringify(sample))],
    }
  }
  return undefined
}

function isMemory({ plugin, parameters, result }: ClusterScene['exhibits'][number]): boolean {
  return plugin === 'metrics.query_range' && result.success && String(parameters.query).startsWith(METRIC)
}

/** Asked only of one that is missed and of which no event tells. */
export const lookUpReplicasBefore: LookingStep = (looking) =>
  missed(looking)
    .filter((one) => !zeroByEvents(looking.cluster, one) && isAskable(one))
    .slice(0, 1)
    .map(({ namespace, name }) => {
      const query = `${METRIC}{namespace="${namespace}",deployment="${name}"}`
      return call('metrics.query_range', { query, start: '-24h', step: '300s' })
    })

function missed(looking: Looking): Shown<DeploymentView>[] {
  const { deployments, target } = looking.cluster
  const wanted = [...target.workloads, ...neighboursOf(looking).flatMap(({ workload }) => workload ?? [])]
  return deployments.filter((one) => one.replicas === 0 && wanted.some((each) => isSame(each, one)))
}
