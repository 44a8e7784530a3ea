/** A pod whose only fitting nodes bear a taint it does not tolerate. */
import { rollbackGate } from '../../cluster/gates.ts'
import { hasRoom, isControlPlane, type Taint } from '../../cluster/placement/node-fit.ts'
import { type Placement, sayPod, sayScheduler, unplacedPods } from '../../cluster/placement/placement.ts'
import { citeDifference, differencesIn } from '../../cluster/releases/revision-history.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { fault, objectOf } from '../cluster-fault.ts'
import { CAUSED_BY_MISSING_PODS } from '../explained-kinds.ts'

export const untoleratedTaint: Analyzer = (scene) =>
  unplacedPods(scene)
    .filter(({ decisive }) => decisive === 'taint')
    .map((placement) => findingOf(placement, scene.now))

function findingOf(placement: Placement, now: Date): Finding {
  const { cluster, pod, workload, history, evidence, since } = placement
  const tainted = placement.fits.filter(
    (fit) => fit.unmet.length === 0 && fit.taints.length > 0 && !isControlPlane(fit),
  )
  const usable = tainted.filter(hasRoom)
  const fitting = usable.length > 0 ? usable : tainted
  const said = placement.refusals.flatMap(({ kind, word }) =>
    kind === 'taint' && word !== undefined ? [`{${word}}`] : [],
  )
  const taints = fitting.length > 0 ? [...new Set(fitting.flatMap((fit) => fit.taints.map(sayTaint)))] : said
  const changed = differencesIn(history, /tolerations|nodeSelector|affinity/)
  return fault({
    kind: 'untolerated_taint',
    statement: `${sayPod(placement)} cannot be placed: it does not tolerate the taint ${taints.join(' and ')}${fitting.length > 0 ? ` of node ${fitting.map(({ node }) => node.name).join(', ')}, ${usable.length > 0 ? 'which would have room for it' : 'which it may run on otherwise'}` : ''}.${changed.length > 0 ? ` Revision ${history?.newest.revision} changed this: ${sayChanges(changed)}.` : ''} ${sayScheduler(placement)}`,
    evidence: [
      ...evidence,
      ...fitting
        .slice(0, 2)
        .flatMap(({ node, taints: [first] }) => (first ? [citeField(node.exhibit, 'key', first.key)] : [])),
      ...(history ? changed.slice(0, 2).flatMap((one) => citeDifference(history, one)) : []),
    ],
    confidence: fitting.length > 0 ? 0.9 : 0.7,
    subject: objectOf(pod, workload),
    ...(since && { since }),
    explains: CAUSED_BY_MISSING_PODS,
    ...rollbackGate(
      { cluster, now },
      {
        workload,
        guilty: changed,
        since: pod.createdAt,
        why: `The revision before could be placed: ${sayChanges(changed)}.`,
      },
    ),
    suggestions: [
      `Add a toleration for ${taints.join(' and ')} to ${workload?.name ?? pod.name}, if it belongs on these nodes; otherwise give it nodes without the taint.`,
    ],
  })
}

/** `nvidia.com/gpu=present:NoSchedule`, as kubectl writes it. */
function sayTaint({ key, value, effect }: Taint): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`
}
