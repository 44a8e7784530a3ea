/** What an alert complains of, as far as metrics and logs can tell more about it. */

import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { cluesOf } from '../cluster/logs/log-clues.ts'
import { subjectPods } from '../cluster/pods/workload-pods.ts'
import type { Subject } from '../subject.ts'

export type Topic = 'errors' | 'latency' | 'processor' | 'memory' | 'queue' | 'volume' | 'certificate' | 'silence'

const WORDS: readonly (readonly [Topic, RegExp])[] = [
  [
    'errors',
    /error|5xx|\b50\d\b|exception|burn|\bslo\b|availab|success rate|unreachable|refused|denied|forbidden|(?:request|order|payment|login|message|call)s? (?:\w+ )?fail|fail(?:s|ed|ing|ure)?\b|\bdown\b|outage|broken|cannot|can't|nobody can|no longer/i,
  ],
  ['latency', /latenc|slow|p9\d|time ?outs?|timed out|response time|apdex|duration|seconds to|hang(?:s|ing)?\b/i],
  ['processor', /cpu|throttl|overload|saturat|\bload\b|traffic|surge|hpa\b|autoscal|max(?:ed)? ?out|capacity/i],
  ['memory', /memory|\boom|heap|\brss\b/i],
  [
    'queue',
    /\blag\b|lags|queue|backlog|consumer|kafka|rabbit|\bsqs\b|pending messages|falls? behind|unacked|partition/i,
  ],
  ['volume', /persistent ?volume|\bpvc\b|disk|no space|filling up|\bvolume|storage|filesystem|inode/i],
  ['certificate', /certificate|\bcert\b|\btls\b|\bssl\b|x509|expir/i],
  [
    'silence',
    /target ?down|targets? (?:are|is) (?:down|unreachable)|absent|no ?_?data\b|scrap|missing (?:metrics?|series|data(?! ?(?:nodes?|director|files?|volumes?|sources?|cent|disks?)))|heartbeat|(?:not|stopped) report|exporter ?(?:down|unreachable)/i,
  ],
]

export function topicsOf(subject: Subject, cluster: ClusterScene | undefined): ReadonlySet<Topic> {
  const said = `${spelled(subject.alertName)}\n${subject.text}`
  const named = WORDS.filter(([, words]) => words.test(said)).map(([topic]) => topic)
  return new Set([...named, ...(subject.claim === undefined ? [] : ['volume' as const]), ...seenTopics(cluster)])
}

function spelled(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}

/** What the cluster showed may be a matter for metrics although the alert does not say so. */
function seenTopics(cluster: ClusterScene | undefined): Topic[] {
  if (!cluster) return []
  const kinds = new Set(cluster.logs.flatMap((log) => cluesOf(log).map(({ kind }) => kind)))
  const wasKilled = subjectPods(cluster).some(({ containers }) =>
    containers.some(({ last, terminated }) => [last, terminated].some((end) => end?.reason === 'OOMKilled')),
  )
  return [
    ...(wasKilled ? ['memory' as const] : []),
    ...(kinds.has('disk_full') ? ['volume' as const] : []),
    ...(kinds.has('certificate') ? ['certificate' as const] : []),
  ]
}
