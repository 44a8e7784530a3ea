/**
 * Errors of one program may have several causes: those that name another peer and began at another time are told by
 * themselves, because what explains the one part does not explain the other.
 */
import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { readHost } from '../../cluster/logs/log-host.ts'
import { keyOfHost, workloadCalled } from '../../cluster/routes/host-owner.ts'
import { minutesBetween } from '../../cluster/saying/say-time.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { failureChain, type Link } from '../../signals/failure-chain.ts'
import { clockTime } from '../../signals/figure-words.ts'
import { errorsOf, type SaidLine, saidLines, wordsOf } from '../../signals/said-lines.ts'
import { citeLine, makeFinding } from '../../signals/signal-finding.ts'

const LINES_MIN = 3
const SHARE_MIN = 0.25
/** What begins together may have one cause, such as the network. */
const APART_MINUTES = 5
/** What has stopped is no trouble of now. */
const STOPPED_MINUTES = 10

export const errorsByPeer: Analyzer = (scene) => {
  const { cluster } = scene
  const [front, blamed] = failureChain(scene)
  if (!cluster || !front || !blamed) return []
  const errors = errorsOf(saidLines(scene), [front.name])
  const groups = peersOf(errors, cluster, front.workload?.namespace ?? '')
  const explained = groups.find(({ peer }) => peer === blamed.name)
  if (!explained) return []
  const others = groups.filter((one) => one !== explained && isApart(one, explained) && !hasStopped(one, errors))
  return others.slice(0, 2).map((one) => finding(one, explained, front))
}

type Peer = { peer: string; lines: readonly SaidLine[]; first: SaidLine; last: SaidLine }

function peersOf(errors: readonly SaidLine[], cluster: ClusterScene, namespace: string): Peer[] {
  const byPeer = Map.groupBy(errors, ({ said }) => peerOf(said, cluster, namespace) ?? '')
  const named = errors.length - (byPeer.get('')?.length ?? 0)
  return [...byPeer].flatMap(([peer, lines]) => {
    const [first, last] = [lines[0], lines.at(-1)]
    const isMany = lines.length >= LINES_MIN && lines.length >= SHARE_MIN * named
    return peer !== '' && isMany && first?.at && last ? [{ peer, lines, first, last }] : []
  })
}

function peerOf(said: string, cluster: ClusterScene, namespace: string): string | undefined {
  const host = readHost(said)
  const key = host && keyOfHost(host, namespace, cluster)
  return (key && workloadCalled(key, cluster)?.name) ?? (host?.isWord ? undefined : host?.name)
}

function isApart({ first }: Peer, { first: other }: Peer): boolean {
  return (
    first.at !== undefined && other.at !== undefined && Math.abs(minutesBetween(first.at, other.at)) >= APART_MINUTES
  )
}

function hasStopped({ last }: Peer, errors: readonly SaidLine[]): boolean {
  const end = errors.at(-1)?.at
  return end !== undefined && last.at !== undefined && minutesBetween(last.at, end) > STOPPED_MINUTES
}

function finding(part: Peer, explained: Peer, { name, workload }: Link): Finding {
  const [since, otherwise] = [part.first.at, explained.first.at].map((at) => (at ? clockTime(at) : 'an unknown time'))
  return makeFinding({
    kind: 'errors_by_peer',
    statement: `Another part of the errors of ${name} names ${part.peer} and not ${explained.peer}: "${wordsOf(part.first)}" (${part.lines.length} lines since ${since}; those that name ${explained.peer} began at ${otherwise}). ${explained.peer} does not explain them.`,
    evidence: [citeLine(part.first), citeLine(explained.first)],
    confidence: 0.7,
    subject: { kind: 'Peer', name: part.peer, ...(workload && { namespace: workload.namespace }) },
    ...(part.first.at && { since: part.first.at }),
    weight: 'cause',
    ...noAction(`What ails ${part.peer} was not seen, so nothing is changed there.`),
    suggestions: [`Look at ${part.peer} by itself: mending ${explained.peer} will not end these errors.`],
  })
}
