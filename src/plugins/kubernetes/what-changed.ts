import type { Workload } from './kubernetes-objects.ts'
import { plainTemplate, revisionOf } from './revisions.ts'
import { templateDifferences } from './template-difference.ts'

/** The step from the last revision but one to the newest, and when it was taken: a cause is not younger than its symptom. */
export function whatChanged(revisions: readonly Workload[]) {
  const [newest, previous] = revisions
  if (!newest) return { none: 'The Deployment has no revision.' }
  if (!previous) return { none: 'The Deployment has only one revision.', revision: revisionOf(newest) }
  return {
    from_revision: revisionOf(previous),
    to_revision: revisionOf(newest),
    from_replicaset: previous.metadata.name,
    to_replicaset: newest.metadata.name,
    // A revision rolled back to keeps the ReplicaSet it had, so its age is that of the template, not of the step.
    replicaset_created_at: newest.metadata.creationTimestamp,
    differences: templateDifferences(plainTemplate(previous), plainTemplate(newest)),
  }
}
