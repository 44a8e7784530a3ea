/** Pods that no node takes: what stands in the way, in the scheduler's words and by what nodes and pod say themselves. */

import type { ClusterScene, Difference } from '../../cluster/cluster-scene.ts'
import { noAction, rollbackGate } from '../../cluster/gates.ts'
import {
  growthFact,
  type Obstacle,
  type Placement,
  sayPod,
  sayScheduler,
  unplacedPods,
} from '../../cluster/placement/placement.ts'
import type { RefusalKind } from '../../cluster/placement/refused-creations.ts'
import { citeDifferences, differencesIn } from '../../cluster/releases/revision-history.ts'
import { sayAgo } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { CAUSED_BY_MISSING_PODS, objectOf } from '../cluster-fault.ts'
import { tellResources } from './short-of-room.ts'
import { tellSpread } from './spread-rules.ts'
import { tellCordon, tellPorts, tellSelector, tellTaint } from './what-refuses.ts'

const ROWS: Partial<Record<RefusalKind, (placement: Placement, now: Date) => Obstacle>> = {
  ...{ resources: tellResources, selector: tellSelector, taint: tellTaint, spread: tellSpread },
  ...{ ports: tellPorts, cordon: tellCordon, other: tellOther },
}

export const unplaced: Analyzer = (scene) => {
  const placements = unplacedPods(scene)
  const told = placements.flatMap((placement) => {
    const tell = ROWS[placement.decisive]
    return tell ? [findingOf(placement, tell(placement, scene.now), scene.now)] : []
  })
  return [...told, ...podsInQuestion(scene).flatMap((one) => boundToNobody(one, scene))]
}

function findingOf(placement: Placement, obstacle: Obstacle, now: Date): Finding {
  const { cluster, pod, workload, history, evidence, since } = placement
  const { kind, why, isSeen, guilty = [], stays, suggestions, node } = obstacle
  const came = guilty.length > 0 ? ` This came with revision ${history?.newest.revision}: ${sayChanges(guilty)}.` : ''
  const undo = { workload, guilty, since: pod.createdAt, why: whyUndone(guilty) }
  return fault({
    kind,
    statement: `${sayPod(placement)} cannot be placed${why}${came} ${sayScheduler(placement)}`,
    facts: growthFact(placement, now),
    evidence: [[...evidence, ...obstacle.evidence], citeDifferences(history, guilty, 2)],
    confidence: isSeen ? 0.9 : 0.7,
    subject: node === undefined ? objectOf(pod, workload) : { kind: 'Node', name: node },
    since,
    explains: CAUSED_BY_MISSING_PODS,
    ...(guilty.length > 0 ? rollbackGate({ cluster, now }, undo) : noAction(stays)),
    suggestions,
  })
}

function whyUndone(guilty: readonly Difference[]): string {
  return `The revision before did not ask for this: ${sayChanges(guilty)}.`
}

function tellOther({ workload, pod }: Placement): Obstacle {
  return {
    kind: 'unplaced',
    ...{ why: '.', evidence: [], isSeen: false },
    stays: 'A new pod from the same template would wait for the same reason.',
    suggestions: [`Change what keeps ${workload?.name ?? pod.name} from every node.`],
  }
}

/** Given by name to a node that does not exist: no scheduler looks at it, and no kubelet starts it. */
function boundToNobody({ pod, workload, history }: PodInQuestion, { cluster, now }: Scene): Finding[] {
  const known = cluster?.nodes.map(({ name }) => name) ?? []
  const isBound = pod.phase === 'Pending' && pod.nodeName !== undefined && !known.includes(pod.nodeName)
  if (!cluster || known.length === 0 || !isBound || isListCut(cluster)) return []
  const guilty = differencesIn(history, /nodeName/)
  const came = guilty.length > 0 ? ` This came with revision ${history?.newest.revision}: ${sayChanges(guilty)}.` : ''
  return [
    fault({
      kind: 'no_such_node',
      evidence: [citeField(pod.exhibit, 'nodeName', pod.nodeName ?? '')],
      subject: objectOf(pod, workload),
      since: pod.createdAt,
      explains: CAUSED_BY_MISSING_PODS,
      statement: `Pod ${pod.name}${workload ? ` of ${workload.kind} ${workload.name}` : ''} waits since ${sayAgo(pod.createdAt, now)} for node ${pod.nodeName}, which does not exist: it was assigned there by name (spec.nodeName). The nodes are ${known.slice(0, 10).join(', ')}.${came}`,
      confidence: 0.9,
      ...rollbackGate({ cluster, now }, { workload, guilty, since: pod.createdAt, why: whyUndone(guilty) }),
      suggestions: [`Remove nodeName from the template of ${workload?.name ?? pod.name}, or name a node that exists.`],
    }),
  ]
}

/** Of a list that was cut nobody can say what it does not hold. */
function isListCut({ exhibits }: ClusterScene): boolean {
  return exhibits.some(({ result }) => JSON.stringify(result.data ?? {}).includes('"nodes_left_off"'))
}
