/** One of several replicas still writes to a server that only reads since a fail-over; a fresh process asks anew which one takes writes. */
import { noAction, restartGate } from '../../cluster/gates.ts'
import { citeClue, lineOf, sayTime } from '../../cluster/saying/say.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { type LeftOnStandby, leftOnStandby } from '../../signals/left-on-standby.ts'
import { fault } from '../cluster-fault.ts'

/** A statement that is wrong by itself, called now and then, may meet one replica by chance. */
const OFTEN = 5

export const staleConnection: Analyzer = (scene) => {
  const one = leftOnStandby(scene)
  return one ? [findingOf(scene, one)] : []
}

function findingOf(scene: Scene, one: LeftOnStandby): Finding {
  const { pod, siblings, clues, proof } = one
  const [first] = clues
  const last = clues.at(-1) ?? first
  const failover = failoverBefore(scene, first.line.at)
  return fault({
    kind: 'stale_connection',
    statement: `Only pod ${pod.name} of ${siblings.length + 1} replicas still writes to a server that only reads, ${failover ? 'so it holds a stale connection to the primary of before' : 'as who holds a stale connection to a primary of before does'}: "${lineOf(last)}" (${clues.length} such lines since ${sayTime(first.line.at)}). Its siblings, of the same template, say nothing of the kind${proof ? `, and ${proof.clause}` : ''}.${failover ? ` The fail-over: "${failover.thing.line.slice(0, 140)}".` : ''}`,
    evidence: [
      citeClue(last),
      ...(proof ? [cite(proof.exhibit, proof.quote)] : []),
      ...(failover ? [cite(failover.exhibit, failover.thing.line)] : []),
    ],
    confidence: proof ? (failover ? 0.9 : clues.length >= OFTEN ? 0.75 : 0.55) : 0.55,
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    ...(first.line.at && { since: first.line.at }),
    explains: ['failing_statements', 'failing_service', 'one_bad_replica', 'replica_gone'],
    ...gateOf(scene, one, failover !== undefined || clues.length >= OFTEN),
    suggestions: [
      'Let writers find the primary by themselves (target_session_attrs=read-write, the service of the primary, a short time to live of its name), and let the pool drop connections that are refused writes.',
    ],
  })
}

/** Members of a StatefulSet may have parts of their own, so what the others do proves nothing of one. */
function gateOf(
  { cluster, now }: Scene,
  { pod, proof }: LeftOnStandby,
  isSure: boolean,
): Pick<Finding, 'actions' | 'noActionReason'> {
  if (!cluster || !isSure || !proof || pod.owner?.kind === 'StatefulSet')
    return noAction(`Nothing shows that a fresh process of ${pod.name} would reach another server.`)
  const why = `A fresh process of ${pod.name} connects anew, as its siblings did, and reaches the primary of now. Makeshift: it comes again with the next fail-over.`
  return restartGate({ cluster, now, pod, why })
}

const FAILOVER =
  /received promote request|promoted self to leader|demoting self|selected new timeline ID|entering standby mode|read-only connections|fail-?over|switch-?over/i
const CLOCK_TOLERANCE = 5 * 60_000

function failoverBefore({ database }: Scene, at: Date | undefined) {
  const latest = (at?.getTime() ?? 0) + CLOCK_TOLERANCE
  return linesMatching(database?.lines ?? [], FAILOVER).findLast(({ thing }) => Date.parse(thing.at) <= latest)
}
