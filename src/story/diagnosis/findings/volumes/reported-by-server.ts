/** A client is told by its server that there is no room to write, and the server's own log was not seen or is silent. */
import type { ClusterScene, ContainerLog, LogLine, Shown } from '../../cluster/cluster-scene.ts'
import { cluesOf, isOrder } from '../../cluster/logs/log-clues.ts'
import { isSame, podsOf, subjectPods, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { type QuotedServer, quotedServer } from '../../cluster/routes/quoted-server.ts'
import { lineOf, sayTimes } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding, ObjectName } from '../../finding.ts'
import { fault } from '../cluster-fault.ts'
import { OWN, REPORTED } from './store-refuses-writes.ts'

type Said = { line: LogLine; log: Shown<ContainerLog> }

export const reportedByServer: Analyzer = ({ cluster }) => {
  if (!cluster) return []
  const own = subjectPods(cluster)
  const reports = cluster.logs.filter((log) => own.some((pod) => isSame(pod, log))).flatMap(reportsIn)
  const last = reports.at(-1)
  if (!last) return []
  const server = quotedServer(last.line.text, last.log, cluster)
  return server && speaksItself(server, cluster) ? [] : [refused(cluster, reports, last, server)]
}

function reportsIn(log: Shown<ContainerLog>): Said[] {
  const quoted = cluesOf(log).filter(({ kind, isQuoted }) => kind === 'disk_full' && isQuoted)
  return log.lines
    .filter((line) => quoted.some((clue) => clue.line === line) || (REPORTED.test(line.text) && !isOrder(line.text)))
    .map((line) => ({ line, log }))
}

/** Then what it says of itself is told, and not what others heard. */
function speaksItself({ workload }: QuotedServer, cluster: ClusterScene): boolean {
  const pods = workload ? podsOf(cluster, workload) : []
  const logs = cluster.logs.filter((log) => pods.some((pod) => isSame(pod, log)))
  return logs.some(
    (log) =>
      log.lines.some(({ text }) => OWN.test(text)) ||
      cluesOf(log).some(({ kind, isQuoted }) => kind === 'disk_full' && !isQuoted),
  )
}

function refused(
  cluster: ClusterScene,
  reports: readonly Said[],
  last: Said,
  server: QuotedServer | undefined,
): Finding {
  const pod = cluster.pods.find((one) => isSame(one, last.log))
  const client = (pod && workloadOf(cluster, pod)?.name) ?? last.log.name
  const name = server?.name ?? 'the server it writes to'
  const known = server?.variable === undefined ? '' : ` (${server.variable} of ${client})`
  const since = reports[0]?.line.at
  return fault({
    kind: 'store_refuses_writes',
    statement: `${client} is refused by ${name}${known}, which has no room left to write: "${lineOf(last)}" (${sayTimes(reports.length)}). These are the words of ${name}, which ${client} only quotes; its own log was not seen or does not tell more.`,
    evidence: [cite(last.log.exhibit, last.line.text)],
    confidence: server ? 0.7 : 0.6,
    subject: objectOf(server, last),
    ...(since && { since }),
    explains: ['failing_service', 'failing_dependency', 'not_ready', 'crash_loop', 'access_forbidden'],
    noActionReason: `Nothing done to ${client} gives ${name} more room.`,
    suggestions: [`See how much room ${name} has left for its data, and grow it or remove what is not needed there.`],
  })
}

function objectOf(server: QuotedServer | undefined, { log }: Said): ObjectName {
  if (server?.workload) return server.workload
  return { kind: 'Host', namespace: log.namespace, name: server?.name ?? 'unknown' }
}
