/** A store that protects itself when its disk or memory runs out: it serves reads, refuses writes, and looks healthy. */
import type { ClusterScene, ContainerLog, LogLine, Shown } from '../cluster/cluster-scene.ts'
import { noAction } from '../cluster/gates.ts'
import { isOrder } from '../cluster/log-clues.ts'
import { lineOf } from '../cluster/quote.ts'
import { isSame, subjectPods, workloadOf } from '../cluster/workload-pods.ts'
import { cite } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'
import { fault, objectOf } from './cluster-fault.ts'

/** What the store says of itself. */
const OWN =
  /flood[- ]stage disk watermark|resource limit alarm (?:is )?set|free disk space is insufficient|can't save in background|unable to persist to disk/i
/** What its clients are told. */
const TOLD =
  /cluster_block_exception|read-only-allow-delete|flood-stage watermark|MISCONF Redis is configured|connection\.blocked|PRECONDITION_FAILED[^\n]*alarm/i
/** What lifts the block again. */
const OVER =
  /resource limit alarm (?:is )?cleared|background saving terminated with success|block.{0,40}(?:released|removed)/i

type Said = { line: LogLine; log: Shown<ContainerLog> }

export const storeRefusesWrites: Analyzer = ({ cluster }) => {
  if (!cluster) return []
  const own = subjectPods(cluster)
  const refused = lastSaid(
    cluster.logs.filter((log) => own.some((pod) => isSame(pod, log))),
    TOLD,
  )
  const stores = cluster.logs.flatMap((log) => lastSaid([log], OWN) ?? []).filter((said) => !isOver(said))
  const isAsked = ({ log }: Said) => refused !== undefined || own.some((pod) => isSame(pod, log))
  return stores.filter(isAsked).flatMap((said) => blocked(cluster, said, refused))
}

function lastSaid(logs: readonly Shown<ContainerLog>[], pattern: RegExp): Said | undefined {
  return logs
    .flatMap((log) => log.lines.map((line) => ({ line, log })))
    .findLast(({ line: { text } }) => pattern.test(text) && !isOrder(text))
}

function isOver({ line, log }: Said): boolean {
  return log.lines.slice(log.lines.indexOf(line) + 1).some(({ text }) => OVER.test(text))
}

function blocked(cluster: ClusterScene, store: Said, refused: Said | undefined): Finding[] {
  const pod = cluster.pods.find((one) => isSame(one, store.log))
  if (!pod) return []
  const workload = workloadOf(cluster, pod)
  const caller =
    refused && !isSame(refused.log, pod) ? ` Pod ${refused.log.name} is refused: "${lineOf(refused)}".` : ''
  return [
    fault({
      kind: 'store_refuses_writes',
      statement: `Pod ${pod.name}${workload ? ` (${workload.kind} ${workload.name})` : ''} refuses writes to protect itself, because its disk space or memory has run out: "${lineOf(store)}".${caller}`,
      evidence: [
        cite(store.log.exhibit, store.line.text),
        ...(refused ? [cite(refused.log.exhibit, refused.line.text)] : []),
      ],
      confidence: caller ? 0.9 : 0.75,
      subject: objectOf(pod, workload),
      ...(store.line.at && { since: store.line.at }),
      explains: ['failing_service', 'failing_dependency', 'not_ready', 'authentication_fails', 'access_forbidden'],
      ...noAction(
        'It needs more room, and only a person can decide whether to grow its volume or to delete something.',
      ),
      suggestions: [
        `Grow the volume of ${workload?.name ?? pod.name}, or delete what is not needed from it.`,
        'See whether the block goes by itself then, or has to be lifted by hand.',
      ],
    }),
  ]
}
