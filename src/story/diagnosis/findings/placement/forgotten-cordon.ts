/** A pod waits for a node that would take it, were it not closed to new pods. */

import { noAction } from '../../cluster/gates.ts'
import { hasRoom } from '../../cluster/placement/node-fit.ts'
import { type Placement, sayPod, sayScheduler, unplacedPods } from '../../cluster/placement/placement.ts'
import { eventsAbout } from '../../cluster/pods/events-about.ts'
import { sayAgo } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { fault } from '../cluster-fault.ts'
import { CAUSED_BY_MISSING_PODS } from '../explained-kinds.ts'

export const forgottenCordon: Analyzer = (scene) =>
  unplacedPods(scene)
    .filter(({ decisive }) => decisive === 'cordon')
    .map((placement) => findingOf(placement, scene.now))

function findingOf(placement: Placement, now: Date): Finding {
  const { cluster, pod, evidence, since } = placement
  const fitting = placement.fits.filter((fit) => fit.isCordoned && fit.unmet.length === 0 && hasRoom(fit))
  const nodes =
    fitting.length > 0 ? fitting.map(({ node }) => node) : cluster.nodes.filter((one) => one.isUnschedulable)
  const names = nodes.map(({ name }) => name)
  const closed = names.flatMap((name) => eventsAbout(cluster, { kind: 'Node', name }, 'NodeNotSchedulable'))
  const others = placement.refusals.filter(({ kind }) => kind === 'resources').map(({ text }) => text)
  return fault({
    kind: 'forgotten_cordon',
    statement: `${sayPod(placement)} cannot be placed because node ${names.join(', ') || '(not seen)'} is cordoned (spec.unschedulable is true)${closed[0] ? `, closed ${sayAgo(closed[0].at, now)}` : ''}${nodes.every(({ isReady }) => isReady) && nodes.length > 0 ? `, although it is ready${fitting.length > 0 ? ' and would have room for it' : ''}` : ''}.${others.length > 0 ? ` The other nodes have no room (${others.join(', ')}).` : ''} ${sayScheduler(placement)}`,
    evidence: [
      ...evidence,
      ...nodes.slice(0, 2).map((node) => cite(node.exhibit, JSON.stringify(node.name))),
      ...nodes.slice(0, 1).map((node) => citeField(node.exhibit, 'unschedulable', true)),
    ],
    confidence: nodes.length > 0 ? 0.9 : 0.6,
    subject: { kind: 'Node', name: names[0] ?? pod.name },
    ...(since && { since }),
    explains: CAUSED_BY_MISSING_PODS,
    ...noAction(
      `Why the node was closed is not known here; whoever closed it should say that it may be opened again (kubectl uncordon ${names[0] ?? 'NODE'}).`,
    ),
    suggestions: [
      `Uncordon ${names.join(', ') || 'the node'} if its maintenance is over.`,
      'If it must stay closed, add capacity elsewhere or run fewer replicas.',
    ],
  })
}
