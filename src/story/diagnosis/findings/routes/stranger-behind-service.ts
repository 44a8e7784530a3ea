/** A Service that counts pods of another workload among its own: every so many calls go to somebody who does not serve. */
import { noAction } from '../../cluster/gates.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { type Stranger, strangersOf } from '../../cluster/routes/empty-services.ts'
import { isSelected, type Route, routesOf } from '../../cluster/routes/routes.ts'
import { citeClue, lineOf } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault } from '../cluster-fault.ts'
import { CAUSED_BY_LOST_ROUTE } from '../explained-kinds.ts'

export const strangerBehindService: Analyzer = (scene) => {
  const routes = scene.cluster ? routesOf(scene) : []
  const strangers = scene.cluster ? strangersOf(scene.cluster) : []
  return strangers.flatMap((stranger) => {
    const { complaint, pod } = stranger
    const route = routes.find((one) => one.service.name === complaint.name && one.namespace === complaint.namespace)
    const labels = scene.cluster?.described.find((one) => isSame(one.pod, pod))?.labels
    return route && labels && isSelected(route.service, labels) ? [misselected(scene, route, stranger)] : []
  })
}

function misselected({ cluster }: Scene, route: Route, { complaint, pod, workload }: Stranger): Finding {
  const { service, namespace, exhibit } = route
  const pairs = Object.entries(service.selector).map(([key, value]) => `${key}=${value}`)
  const counted = service.endpoints ? `, one of ${service.endpoints.ready} endpoints,` : ''
  const described = cluster?.described.find((one) => isSame(one.pod, pod))
  const clue = complaint.clues.find(({ line }) => pod.podIP && line.text.includes(pod.podIP)) ?? complaint.clues[0]
  return fault({
    kind: 'service_misroutes',
    statement: `Service ${namespace}/${service.name} sends part of its calls to a stranger: its selector ${pairs.join(', ')} also selects pod ${pod.name} (${pod.podIP})${counted} which belongs to ${workload.kind} ${workload.name} and not to ${complaint.workload?.name}. It does not serve there: "${lineOf(clue)}".`,
    evidence: [
      cite(exhibit, JSON.stringify(service.selector)),
      citeClue(clue),
      ...(described ? [cite(described.exhibit, JSON.stringify(pod.name))] : []),
    ],
    confidence: 0.9,
    subject: { kind: 'Service', namespace, name: service.name },
    ...(complaint.since && { since: complaint.since }),
    explains: CAUSED_BY_LOST_ROUTE,
    ...noAction(
      `The pods of ${complaint.workload?.name} are well, and whether ${workload.name} may go is for its owner to say.`,
    ),
    suggestions: [
      `Give the pods of ${workload.name} other labels than ${pairs.join(', ')}, or scale ${workload.name} to zero if nobody needs it.`,
    ],
  })
}
