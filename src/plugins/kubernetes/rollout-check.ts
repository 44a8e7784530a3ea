/** Whether a change of a workload took: the controller has seen it, all wanted pods are new and available. */
import type { Check } from '../plugin.ts'
import { describeRollout, GIVEN_UP, replicasOf, rolloutCondition } from './deployment-target.ts'
import type { Pod, Workload } from './kubernetes-objects.ts'
import { isReady } from './shown-pod.ts'

type Counts = {
  [Count in 'observedGeneration' | 'updatedReplicas' | 'availableReplicas' | 'readyReplicas' | 'replicas']?: number
}

type PastChange = {
  before: Readonly<Record<string, unknown>>
  preconditions: Readonly<Record<string, unknown>>
  startedAt: Date
  /** The count that was asked for; where something else changed it since, the change did not last. */
  wanted?: number
}

export function checkRollout(deployment: Workload | undefined, past: PastChange): Check {
  const before = describe(past.before)
  const otherwise = `Had it not worked: fewer pods available than wanted, pods of an older revision left over, or the condition ${GIVEN_UP} of this generation.`
  if (!deployment)
    return {
      state: 'fails',
      text: 'The Deployment is gone.',
      before,
      after: 'gone',
      basis: 'no such object',
      otherwise,
    }
  const { metadata, status = {} } = deployment
  const { observedGeneration = 0, updatedReplicas = 0, availableReplicas = 0, replicas: present = 0 } = status as Counts
  const { readyReplicas = 0 } = status as Counts
  const replicas = replicasOf(deployment)
  const counts = `${availableReplicas} of ${replicas} available, ${updatedReplicas} of the newest revision`
  const generation = generationToSee(deployment, past)
  const basis = `spec, counts and conditions of generation ${metadata.generation ?? 'unknown'}; the controller has seen generation ${observedGeneration}`
  const tell = (state: Check['state'], text: string, after = counts): Check => ({
    state,
    text,
    before,
    after,
    basis,
    otherwise,
  })
  const { name } = metadata
  if (past.wanted !== undefined && replicas !== past.wanted)
    return tell('fails', `${name} has ${replicas} replicas, not ${past.wanted}: something else changed the count.`)
  // Until the controller has seen the write, its counts and conditions speak of what was there before.
  if (observedGeneration < generation)
    return tell(
      'not_yet',
      `The controller has not taken up generation ${generation} of ${name} yet.`,
      `the status is still of generation ${observedGeneration}`,
    )
  if (updatedReplicas >= replicas && present <= updatedReplicas && availableReplicas >= replicas)
    return tell(
      'holds',
      `The rollout of ${name} is complete: ${availableReplicas} of ${replicas} replicas are available.`,
    )
  if (!hasGivenUp(deployment, past)) return tell('not_yet', `The rollout of ${name} is under way: ${counts}.`)
  // Ready is compared with ready: what is ready need not be available yet.
  return readyReplicas < Number(past.before.readyReplicas ?? Number.NaN)
    ? tell('worse', `The rollout of ${name} is stuck, and fewer replicas are ready than before: ${counts}.`)
    : tell('fails', `The rollout of ${name} is stuck: ${counts}.`)
}

/** A change of the spec is a new generation, so the one planned on is never the one that was written. */
function generationToSee({ metadata }: Workload, { preconditions }: PastChange): number {
  const planned = typeof preconditions.generation === 'number' ? preconditions.generation : -1
  return Math.max(metadata.generation ?? 0, planned + 1)
}

/**
 * The controller lets a condition stand until it sees progress, so one that is word for word the one from before the act
 * says nothing about the act. Where what was there before is lost, the moment of the condition has to do.
 */
function hasGivenUp(deployment: Workload, { before, startedAt }: PastChange): boolean {
  const condition = rolloutCondition(deployment)
  if (condition?.status !== 'False' || condition.reason !== GIVEN_UP) return false
  if (before.rollout !== undefined) return before.rollout !== describeRollout(deployment)
  return Date.parse(condition.lastUpdateTime ?? '') >= startedAt.getTime()
}

function describe({ readyReplicas, replicas, revision }: Readonly<Record<string, unknown>>): string {
  if (replicas === undefined) return 'not recorded'
  return `${String(readyReplicas ?? '?')} of ${String(replicas)} ready${revision === undefined ? '' : `, revision ${String(revision)}`}`
}

type Family = { name: string; owner: string; isGone: boolean; pods: readonly Pod[] }

/** After a restart: the old pod is gone, and every pod of its owner is ready. */
export function checkFamily({ name, owner, isGone, pods }: Family): Check {
  const siblings = pods.filter(
    ({ metadata }) =>
      !metadata.deletionTimestamp && metadata.ownerReferences?.some((one) => `${one.kind}/${one.name}` === owner),
  )
  const ready = siblings.filter(isReady).length
  const after = `${ready} of ${siblings.length} pods of ${owner || 'its owner'} ready`
  const compared = {
    before: `pod ${name}`,
    after,
    basis: `the uid of pod ${name}, and the Ready condition of every pod of ${owner || 'its owner'} that is not ending`,
    otherwise: 'Had it not worked: the pod with the same uid, or a pod of the same owner that is not ready.',
  }
  if (!isGone) return { state: 'fails', text: `Pod ${name} is still there.`, ...compared }
  return siblings.length > 0 && ready === siblings.length
    ? { state: 'holds', text: `Pod ${name} was replaced; ${after}.`, ...compared }
    : { state: 'not_yet', text: `Pod ${name} is gone; ${after}.`, ...compared }
}
