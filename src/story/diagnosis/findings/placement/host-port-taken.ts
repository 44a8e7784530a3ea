/** A pod that wants a port of the node itself, which every node can give only once. */
import type { Fields } from '../../cluster/cluster-scene.ts'
import { noAction, rollbackGate } from '../../cluster/gates.ts'
import { isControlPlane } from '../../cluster/placement/node-fit.ts'
import { growthFact, type Placement, sayPod, sayScheduler, unplacedPods } from '../../cluster/placement/placement.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { number, record, records, text } from '../../cluster/reading/loose-fields.ts'
import { citeDifference, differencesIn } from '../../cluster/releases/revision-history.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { fault, objectOf } from '../cluster-fault.ts'
import { CAUSED_BY_MISSING_PODS } from '../explained-kinds.ts'

export const hostPortTaken: Analyzer = (scene) =>
  unplacedPods(scene)
    .filter(({ decisive }) => decisive === 'ports')
    .map((placement) => findingOf(placement, scene.now))

function findingOf(placement: Placement, now: Date): Finding {
  const { pod, workload, described, history, evidence, since } = placement
  const ports = hostPortsOf(record(described?.whole.pod))
  const changed = differencesIn(history, /ports|hostNetwork/)
  return fault({
    kind: 'host_port_taken',
    statement: `${sayPod(placement)} cannot be placed: it asks for host port ${ports.map(({ port, container }) => `${port} (hostPort of container ${container})`).join(', ') || 'of the node'}, which a node can give only once, and it is taken on every node it may run on${sayHolders(placement)}. ${sayScheduler(placement)}`,
    facts: growthFact(placement, now),
    evidence: [
      ...evidence,
      ...(described ? ports.slice(0, 2).map(({ port }) => citeField(described.exhibit, 'hostPort', port)) : []),
      ...(history ? changed.slice(0, 1).flatMap((one) => citeDifference(history, one)) : []),
    ],
    confidence: ports.length > 0 ? 0.9 : 0.7,
    subject: objectOf(pod, workload),
    ...(since && { since }),
    explains: CAUSED_BY_MISSING_PODS,
    ...gate(placement, changed, now),
    suggestions: [
      `Run no more than one replica of ${workload?.name ?? pod.name} per node (a DaemonSet does just that), or use a Service instead of a host port.`,
    ],
  })
}

function hostPortsOf({ containers }: Fields): { port: number; container: string }[] {
  return records(containers).flatMap(({ name, ports }) =>
    records(ports).flatMap(({ hostPort }) => {
      const port = number(hostPort)
      return port === undefined ? [] : [{ port, container: text(name) ?? '' }]
    }),
  )
}

/** Its own replicas are the usual holders. */
function sayHolders({ cluster, workload, fits }: Placement): string {
  const own = workload ? podsOf(cluster, workload).filter(({ nodeName }) => nodeName !== undefined) : []
  const nodes = fits.filter((fit) => !isControlPlane(fit)).length
  if (own.length === 0) return ''
  return ` (${own.length} replicas of it run on ${own.map(({ nodeName }) => nodeName).join(', ')}${nodes > 0 ? `; ${nodes} nodes are there for it` : ''})`
}

function gate({ cluster, workload, pod }: Placement, guilty: ReturnType<typeof differencesIn>, now: Date) {
  if (guilty.length === 0)
    return noAction(
      'A restart asks for the same port again; fewer replicas, more nodes or no host port are for its owner to choose.',
    )
  const why = `The revision before did not ask for this port: ${sayChanges(guilty)}.`
  return rollbackGate({ cluster, now }, { workload, guilty, since: pod.createdAt, why })
}
