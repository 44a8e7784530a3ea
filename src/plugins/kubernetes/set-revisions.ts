/** The history of a StatefulSet or DaemonSet: its ControllerRevisions, each with the template of its time. */
import type { Cluster } from '../../ports/cluster.ts'
import type { ControllerRevision, PodTemplate, Workload } from './kubernetes-objects.ts'
import { writeSelector } from './label-match.ts'
import { templateDifferences } from './template-difference.ts'

/** Newest first. One that was returned to gets a new number and keeps its age. */
export function setRevisionsOf(set: Workload, all: readonly ControllerRevision[]): ControllerRevision[] {
  return all
    .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === set.metadata.uid))
    .sort((one, other) => (other.revision ?? 0) - (one.revision ?? 0))
}

export async function readSetRevisions(
  cluster: Cluster,
  set: Workload,
  signal: AbortSignal,
): Promise<ControllerRevision[]> {
  const { namespace } = set.metadata
  const labelSelector = writeSelector(set.spec.selector)
  const all = await cluster.list(
    { kind: 'ControllerRevision', ...(namespace !== undefined && { namespace }), labelSelector },
    signal,
  )
  return setRevisionsOf(set, all as ControllerRevision[])
}

export function showSetRevision({ metadata, revision }: ControllerRevision) {
  return { name: metadata.name, revision, creationTimestamp: metadata.creationTimestamp }
}

export function whatChangedInSet([newest, previous]: readonly ControllerRevision[], kind: string) {
  if (!newest) return { none: `The ${kind} has no revision that could be seen.` }
  if (!previous) return { none: `The ${kind} has only one revision.`, revision: newest.revision }
  return {
    from_revision: previous.revision,
    to_revision: newest.revision,
    from_controllerrevision: previous.metadata.name,
    to_controllerrevision: newest.metadata.name,
    controllerrevision_created_at: newest.metadata.creationTimestamp,
    differences: templateDifferences(templateOf(previous), templateOf(newest)),
  }
}

/** Without the mark that tells the server how to apply it. */
function templateOf({ data }: ControllerRevision): PodTemplate {
  const { $patch: _, ...template } = data?.spec?.template ?? { spec: { containers: [] } }
  return template
}
