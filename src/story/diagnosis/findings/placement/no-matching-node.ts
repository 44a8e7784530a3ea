/** A pod that may only run on nodes with a label no usable node has. */
import { rollbackGate } from '../../cluster/gates.ts'
import { isControlPlane, type NodeFit } from '../../cluster/placement/node-fit.ts'
import { wantedKeys, wantedOf } from '../../cluster/placement/node-selection.ts'
import { type Placement, sayPod, sayScheduler, unplacedPods } from '../../cluster/placement/placement.ts'
import { record } from '../../cluster/reading/loose-fields.ts'
import { citeDifference, differencesIn } from '../../cluster/releases/revision-history.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { fault, objectOf } from '../cluster-fault.ts'
import { CAUSED_BY_MISSING_PODS } from '../explained-kinds.ts'

const NODES_SHOWN = 6

export const noMatchingNode: Analyzer = (scene) =>
  unplacedPods(scene)
    .filter(({ decisive }) => decisive === 'selector')
    .map((placement) => findingOf(placement, scene.now))

function findingOf(placement: Placement, now: Date): Finding {
  const { cluster, pod, workload, described, history, evidence, since } = placement
  const spec = record(described?.whole.pod)
  const wanted = wantedOf(spec)
  const changed = differencesIn(history, /nodeSelector|nodeAffinity|\.affinity\b|^affinity/)
  return fault({
    kind: 'no_matching_node',
    statement: `${sayPod(placement)} cannot be placed: ${sayWanted(wanted, placement)}${sayNodes(placement.fits)}${changed.length > 0 ? ` This came with revision ${history?.newest.revision}: ${sayChanges(changed)}.` : ''} ${sayScheduler(placement)}`,
    evidence: [
      ...evidence,
      ...(described && spec.nodeSelector !== undefined
        ? [cite(described.exhibit, JSON.stringify(spec.nodeSelector))]
        : []),
      ...(history ? changed.slice(0, 2).flatMap((one) => citeDifference(history, one)) : []),
    ],
    confidence: wanted.length > 0 && placement.fits.length > 0 ? 0.9 : 0.7,
    subject: objectOf(pod, workload),
    ...(since && { since }),
    explains: CAUSED_BY_MISSING_PODS,
    ...rollbackGate(
      { cluster, now },
      {
        workload,
        guilty: changed,
        since: pod.createdAt,
        why: `The revision before did not ask for this: ${sayChanges(changed)}.`,
      },
    ),
    suggestions: [
      `Give a node the label ${wanted.join(', ') || 'it asks for'}, or correct the selector of ${workload?.name ?? pod.name} (labels asked for: ${wantedKeys(spec).join(', ') || 'see its template'}).`,
    ],
  })
}

/** A node refused for another reason may have the labels, unless it was seen that it has not. */
function sayWanted(wanted: readonly string[], { fits, refusals }: Placement): string {
  const isNone = fits.length > 0 || refusals.every(({ kind }) => kind === 'selector' || kind === 'control_plane')
  const count = refusals.find(({ kind }) => kind === 'selector')?.count
  const nobody = isNone ? 'no node' : `${count ?? 'most'} nodes do not`
  if (wanted.length === 0) return `${nobody} ${isNone ? 'matches' : 'match'} its node selector or affinity.`
  return `it may only run on a node with ${wanted.join(' and ')}, and ${nobody} ${isNone ? 'has' : 'have'} that.`
}

function sayNodes(fits: readonly NodeFit[]): string {
  const labels = fits
    .filter((fit) => !isControlPlane(fit) && fit.unmet.length > 0)
    .slice(0, NODES_SHOWN)
    .map(({ node, unmet }) => `${node.name}: ${unmet.map((one) => /\((.*)\)$/.exec(one)?.[1] ?? one).join(', ')}`)
  return labels.length > 0 ? ` The nodes have: ${labels.join('; ')}.` : ''
}
