/** A store that protects itself when its disk or memory runs out: it serves reads, refuses writes, and looks healthy. */
import type { ClusterScene, ContainerLog, LogLine, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { isOrder } from '../../cluster/logs/log-clues.ts'
import { readHost } from '../../cluster/logs/log-host.ts'
import { isSame, subjectPods, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { keyOfHost, workloadCalled } from '../../cluster/routes/service-hosts.ts'
import { lineOf, sayTime } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { fault, objectOf } from '../cluster-fault.ts'

/** What the store says of itself. */
export const OWN =
  /flood[- ]stage disk watermark|resource limit alarm (?:is )?set|free disk space is insufficient|can't save in background|background saving error|error saving DB on disk/i
/** What its clients are told. */
export const REPORTED =
  /cluster_block_exception|read-only-allow-delete|flood-stage watermark|MISCONF Redis is configured|connection\.blocked|PRECONDITION_FAILED[^\n]*alarm/i
/** What lifts the block again. */
const OVER =
  /resource limit alarm (?:is )?cleared|background saving terminated with success|block.{0,40}(?:released|removed)/i

/** What its clients are told where its own bound of memory is reached; it keeps that to itself, so their word decides. */
const REPORTED_OF_MEMORY = /OOM command not allowed when used memory|used memory > '?maxmemory/i

type Said = { line: LogLine; log: Shown<ContainerLog> }

export const storeRefusesWrites: Analyzer = ({ cluster }) => {
  if (!cluster) return []
  const own = subjectPods(cluster)
  const refused = lastSaid(
    cluster.logs.filter((log) => own.some((pod) => isSame(pod, log))),
    REPORTED,
  )
  const stores = cluster.logs.flatMap((log) => lastSaid([log], OWN) ?? []).filter((said) => !isOver(said))
  const isAsked = ({ log }: Said) => refused !== undefined || own.some((pod) => isSame(pod, log))
  return [...stores.filter(isAsked).flatMap((said) => blocked(cluster, said, refused)), ...memoryBounds(cluster)]
}

/** One for each store that is named. */
function memoryBounds(cluster: ClusterScene): Finding[] {
  const own = subjectPods(cluster)
  const reports = cluster.logs
    .filter((log) => own.some((pod) => isSame(pod, log)))
    .flatMap((log) => log.lines.map((line) => ({ line, log })))
    .filter(({ line: { text } }) => REPORTED_OF_MEMORY.test(text) && !isOrder(text))
  const byStore = Map.groupBy(reports, ({ line, log }) => {
    const host = readHost(line.text)
    const key = host && keyOfHost(host, log.namespace, cluster)
    return (key && workloadCalled(key, cluster)?.name) ?? host?.name ?? ''
  })
  return [...byStore].flatMap(([store, lines]) => (store === '' ? [] : atItsBound(cluster, store, lines)))
}

function atItsBound(cluster: ClusterScene, store: string, lines: readonly Said[]): Finding[] {
  const first = [...lines].sort((one, other) => Number(one.line.at ?? 0) - Number(other.line.at ?? 0))[0]
  if (!first) return []
  const pod = cluster.described.find((one) => workloadOf(cluster, one.pod)?.name === store)
  const bound = pod?.containers.flatMap(({ args, command }) => boundIn([...command, ...args])).at(0)
  const since = first.line.at ? ` since ${sayTime(first.line.at)}` : ''
  return [
    fault({
      kind: 'store_refuses_writes',
      statement: `${store} refuses writes${since}, because its memory has reached its own bound (${bound ?? 'maxmemory'}): "${lineOf(first)}" (${lines.length} such lines of ${first.log.name} and its siblings).`,
      evidence: [
        cite(first.log.exhibit, first.line.text),
        ...(pod && bound ? [cite(pod.exhibit, bound.split(' ').at(-1) ?? bound)] : []),
      ],
      confidence: 0.85,
      subject: { kind: 'Store', namespace: first.log.namespace, name: store },
      ...(first.line.at && { since: first.line.at }),
      explains: ['failing_service'],
      ...noAction('It refuses in order to keep what it holds; a restart would lose that, or load the same again.'),
      suggestions: [
        `Raise maxmemory of ${store} (within its limit), give it an eviction policy if it is a mere cache, or find what fills it without expiry.`,
      ],
    }),
  ]
}

function boundIn(words: readonly string[]): string[] {
  const [, value] = /--?maxmemory[ =]+(\S+)/.exec(words.join(' ')) ?? []
  return value === undefined ? [] : [`maxmemory ${value}`]
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
