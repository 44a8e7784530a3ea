/** A pod that was given by name to a node that does not exist: no scheduler looks at it, and no kubelet starts it. */
import { rollbackGate } from '../../cluster/gates.ts'
import { citeDifference, differencesIn } from '../../cluster/releases/revision-history.ts'
import { sayAgo } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault, objectOf } from '../cluster-fault.ts'
import { CAUSED_BY_MISSING_PODS } from '../explained-kinds.ts'

export const noSuchNode: Analyzer = (scene) => {
  const { cluster } = scene
  const known = new Set(cluster?.nodes.map(({ name }) => name))
  if (!cluster || known.size === 0 || isListCut(scene)) return []
  return podsInQuestion(scene)
    .filter(({ pod }) => pod.phase === 'Pending' && pod.nodeName !== undefined && !known.has(pod.nodeName))
    .map((one) => findingOf(one, scene, [...known]))
}

/** Of a list that was cut nobody can say what it does not hold. */
function isListCut({ cluster }: Scene): boolean {
  return (cluster?.exhibits ?? []).some(({ result }) => JSON.stringify(result.data ?? {}).includes('"nodes_left_off"'))
}

function findingOf(
  { pod, workload, history }: PodInQuestion,
  { cluster, now }: Scene,
  known: readonly string[],
): Finding {
  const changed = differencesIn(history, /nodeName/)
  return fault({
    kind: 'no_such_node',
    statement: `Pod ${pod.name}${workload ? ` of ${workload.kind} ${workload.name}` : ''} waits since ${sayAgo(pod.createdAt, now)} for node ${pod.nodeName}, which does not exist: it was assigned there by name (spec.nodeName). The nodes are ${known.slice(0, 10).join(', ')}.${changed.length > 0 ? ` This came with revision ${history?.newest.revision}: ${sayChanges(changed)}.` : ''}`,
    evidence: [
      citeField(pod.exhibit, 'nodeName', pod.nodeName ?? ''),
      ...(history ? changed.slice(0, 1).flatMap((one) => citeDifference(history, one)) : []),
    ],
    confidence: 0.9,
    subject: objectOf(pod, workload),
    ...(pod.createdAt && { since: pod.createdAt }),
    explains: CAUSED_BY_MISSING_PODS,
    ...rollbackGate(
      { cluster, now },
      {
        workload,
        guilty: changed,
        since: pod.createdAt,
        why: `The revision before was not bound to this node: ${sayChanges(changed)}.`,
      },
    ),
    suggestions: [`Remove nodeName from the template of ${workload?.name ?? pod.name}, or name a node that exists.`],
  })
}
