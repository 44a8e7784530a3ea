/** Pods call a Service that does not exist, although the workload behind that name runs. */

import { findServiceCommand } from '../../cluster/asking/look-at-routes.ts'
import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { type Complaint, complaintsOf } from '../../cluster/logs/complaints.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { record } from '../../cluster/reading/loose-fields.ts'
import { citeClue, lineOf, sayMany } from '../../cluster/saying/say.ts'
import { citeField, type Exhibit } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { fault } from '../cluster-fault.ts'
import { CAUSED_BY_LOST_ROUTE } from '../explained-kinds.ts'

export const serviceMissing: Analyzer = ({ cluster }) => {
  if (!cluster) return []
  return complaintsOf(cluster)
    .filter(({ kind }) => kind === 'unresolved')
    .flatMap((complaint) => {
      const absence = absenceOf(cluster, complaint)
      return absence && complaint.workload ? [findingOf(complaint, absence, cluster)] : []
    })
}

/** It was asked for by its name, and the server showed none. */
function absenceOf({ exhibits }: ClusterScene, { name, namespace = '' }: Complaint): Exhibit | undefined {
  return exhibits.find(
    ({ parameters, result }) =>
      parameters.command === findServiceCommand(name, namespace) && result.success && record(result.data).total === 0,
  )
}

function findingOf(complaint: Complaint, absence: Exhibit, cluster: ClusterScene): Finding {
  const { name, namespace = '', workload, clues, pods } = complaint
  const ready = workload ? podsOf(cluster, workload).filter(({ isReady }) => isReady).length : 0
  return fault({
    kind: 'service_missing',
    statement: `Service ${namespace}/${name} does not exist, so its name cannot be resolved: "${lineOf(clues[0])}" (${clues.length} times, from ${pods.slice(0, 3).join(', ')}). ${sayWorkload(complaint, ready)}`,
    evidence: [citeField(absence, 'total', 0), citeClue(clues[0])],
    confidence: 0.9,
    subject: { kind: 'Service', namespace, name },
    ...(complaint.since && { since: complaint.since }),
    explains: CAUSED_BY_LOST_ROUTE,
    ...noAction(
      'The pods on both sides are well; only a person can say how the Service was meant to be, and a restart brings nothing back.',
    ),
    suggestions: [
      isNamesake(complaint)
        ? `Create Service ${name} in namespace ${namespace} again, selecting the pods of ${workload?.name}.`
        : `Correct the name ${name} where it is configured, or create that Service; whether ${workload?.name} is meant is for its owner to say.`,
    ],
  })
}

function isNamesake({ name, workload }: Complaint): boolean {
  return workload?.name === name
}

/** The very name is as good as told; a likeness is a guess, and said to be one. */
function sayWorkload(complaint: Complaint, ready: number): string {
  const { workload } = complaint
  const who = `${workload?.kind} ${workload?.name}`
  return isNamesake(complaint)
    ? `${who} behind it runs with ${ready} ready pods; only the Service is missing.`
    : `Nothing bears that name; what comes near is ${who} (${sayMany(ready, 'ready pod')}), and nothing shows that it is meant.`
}
