/** Where one of several replicas is unlike the others, or the cluster's DNS gives no answer: who of them counts what failed? */
import type { PodView } from '../cluster/cluster-scene.ts'
import { isAboutDns } from '../cluster/routes/dns-pods.ts'
import type { Scene } from '../scene.ts'
import { siblingsToCount } from './odd-sibling.ts'
import { anyOf, type Matchers, metric } from './promql.ts'
import { overTime, type SignalQuestion, type Span } from './signal-question.ts'

export function siblingQuestion(scene: Scene, span: Span): SignalQuestion[] {
  const { cluster, subject } = scene
  const isDnsSuspect = cluster !== undefined && isAboutDns({ subject, cluster })
  return countersQuestion(siblingsToCount(scene, isDnsSuspect), span)
}

const FAILURE_COUNTERS = '.*(error|fail|reject|drop|exceed|refus|timeout|panic|abort)[a-z_]*_(total|count)'
const ANSWER_COUNTERS = '.*_(responses?|requests?|replies|answers)[a-z_]*_total'
/** Of counters that count everything, only what failed. */
const FAILED_CODES: Matchers[] = [
  { rcode: { pattern: 'SERVFAIL|REFUSED' } },
  { code: { pattern: '5..|Unavailable|Internal' } },
  { status: { pattern: '5..|error' } },
]

/** What replicas of one workload counted as failed, whoever they are: the cluster's own DNS too. */
function countersQuestion(pods: readonly PodView[], span: Span): SignalQuestion[] {
  const [first] = pods
  if (!first) return []
  const whose = { namespace: first.namespace, pod: pods.map(({ name }) => name) }
  const all = [
    metric('', { __name__: { pattern: FAILURE_COUNTERS }, ...whose }),
    ...FAILED_CODES.map((code) => metric('', { __name__: { pattern: ANSWER_COUNTERS }, ...code, ...whose })),
  ]
  return [overTime('replica_errors', anyOf(all), span)]
}
