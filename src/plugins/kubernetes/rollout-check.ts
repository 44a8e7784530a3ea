/** Whether a change of a workload took: the controller has seen it, all wanted pods are new and available. */
import type { Check } from '../plugin.ts'
import { describeRollout, GIVEN_UP, replicasOf, rolloutCondition } from './deployment-target.ts'
import type { Workload } from './kubernetes-objects.ts'

type Counts = {
  [Count in 'observedGeneration' | 'updatedReplicas' | 'availableReplicas' | 'readyReplicas' | 'replicas']?: number
}

type PastChange = {
  before: Readonly<Record<string, unknown>>
  preconditions: Readonly<Record<string, unknown>>
  startedAt: Date
  /** The count that was asked for; where something else changed it since, the change did not last. */
  wanted?: number
  /** What somebody else has changed about it since, as a sentence. */
  moved?: string
}

export function checkRollout(deployment: Workload | undefined, past: PastChange): Check {
  const before = describe(past.before)
  const otherwise = `Had it not worked: fewer pods available than wanted, pods of an older revision left over, or the condition ${GIVEN_UP} of this generation.`
  if (!deployment || isAnother(deployment, past))
    return {
      state: 'fails',
      text: deployment
        ? 'The Deployment was made anew: this is not the one that was changed.'
        : 'The Deployment is gone.',
      before,
      after: 'gone',
      basis: deployment ? `the uid, which is ${deployment.metadata.uid} now` : 'no such object',
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
  if (past.moved !== undefined) return tell('fails', past.moved)
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

function isAnother({ metadata }: Workload, { preconditions }: PastChange): boolean {
  return preconditions.uid !== undefined && metadata.uid !== preconditions.uid
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
