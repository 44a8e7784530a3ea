/**
 * Whether what one finding tells can be the reason for another. Kinds alone do not say: a container of one workload that
 * lacks a variable is no reason for the bad release of another. What happens to callers may come from anybody; a fault of a
 * workload's own needs something that ties the two.
 */
import type { Finding, ObjectName } from './finding.ts'
import { isSameChain } from './same-chain.ts'
import { isSameStory } from './same-story.ts'

const WORKLOADS = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob', 'Pod']

/** Kinds that lie in the workload itself: its template, its image, its program, its rollout. */
const OF_ITS_OWN: readonly string[] = [
  'bad_revision',
  'job_failed',
  'configuration_error',
  'missing_reference',
  'image_not_found',
  'cannot_execute',
  'wrong_liveness_probe',
  'wrong_readiness_probe',
  'probe_too_early',
  'out_of_memory',
  'moved_tag',
]

export function mayExplain(one: Finding, other: Finding): boolean {
  if (!OF_ITS_OWN.includes(other.kind) || !areWorkloads(one.subject, other.subject)) return true
  return isSameFamily(one.subject, other.subject) || isSameChain(one, other) || isSameStory(one, other)
}

function areWorkloads(one: ObjectName, other: ObjectName): boolean {
  return WORKLOADS.includes(one.kind) && WORKLOADS.includes(other.kind)
}

/** The same, or a pod or run of the other, which bears its name. */
function isSameFamily(one: ObjectName, other: ObjectName): boolean {
  if (one.namespace !== other.namespace) return false
  const [short, long] = [one.name, other.name].sort((a, b) => a.length - b.length) as [string, string]
  return short === long || long.startsWith(`${short}-`)
}
