/** Whether a change of a workload took: the controller has seen it, all wanted pods are new and available. */
import type { Check } from '../plugin.ts'
import { replicasOf } from './deployment-target.ts'
import type { Pod, Workload } from './kubernetes-objects.ts'
import { isReady } from './shown-pod.ts'

type Counts = { observedGeneration?: number; updatedReplicas?: number; availableReplicas?: number; replicas?: number }

/** `wanted` is the count that was asked for; where something else changed it since, the change did not last. */
export function checkRollout(
  deployment: Workload | undefined,
  before: Readonly<Record<string, unknown>>,
  wanted?: number,
): Check {
  if (!deployment) return { state: 'fails', text: 'The Deployment is gone.', before: describe(before), after: 'gone' }
  const { metadata, status = {} } = deployment
  const { observedGeneration = 0, updatedReplicas = 0, availableReplicas = 0, replicas: present = 0 } = status as Counts
  const replicas = replicasOf(deployment)
  const after = `${availableReplicas} of ${replicas} available, ${updatedReplicas} of the newest revision`
  const tell = (state: Check['state'], text: string): Check => ({ state, text, before: describe(before), after })
  const { name } = metadata
  if (wanted !== undefined && replicas !== wanted)
    return tell('fails', `${name} has ${replicas} replicas, not ${wanted}: something else changed the count.`)
  const isSettled =
    observedGeneration >= (metadata.generation ?? 0) && updatedReplicas >= replicas && present <= updatedReplicas
  if (isSettled && availableReplicas >= replicas)
    return tell(
      'holds',
      `The rollout of ${name} is complete: ${availableReplicas} of ${replicas} replicas are available.`,
    )
  if (!hasGivenUp(deployment)) return tell('not_yet', `The rollout of ${name} is under way: ${after}.`)
  const wasAvailable = Number(before.readyReplicas ?? Number.NaN)
  return availableReplicas < wasAvailable
    ? tell('worse', `The rollout of ${name} is stuck, and fewer replicas are available than before: ${after}.`)
    : tell('fails', `The rollout of ${name} is stuck: ${after}.`)
}

function hasGivenUp({ status }: Workload): boolean {
  return (status?.conditions ?? []).some(
    ({ type, status: word, reason }) =>
      type === 'Progressing' && word === 'False' && reason === 'ProgressDeadlineExceeded',
  )
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
  const before = `pod ${name}`
  if (!isGone) return { state: 'fails', text: `Pod ${name} is still there.`, before, after }
  return siblings.length > 0 && ready === siblings.length
    ? { state: 'holds', text: `Pod ${name} was replaced; ${after}.`, before, after }
    : { state: 'not_yet', text: `Pod ${name} is gone; ${after}.`, before, after }
}
