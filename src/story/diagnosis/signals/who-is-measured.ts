/** By which names metrics and logs may know the alert's subject, and those it depends on. */

import { type EnvironmentMap, findService } from '../../../guidance/environment/environment-map.ts'
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { cluesOf } from '../cluster/logs/log-clues.ts'
import { isDone, isLeaving, subjectPods } from '../cluster/pods/workload-pods.ts'
import type { Subject } from '../subject.ts'

export type Measured = {
  namespace: string | undefined
  /** Of the subject itself, the likeliest first. */
  names: readonly string[]
  /** Those people say it depends on, through at most five hops. */
  dependencies: readonly string[]
  /** Where any of them lives. */
  namespaces: readonly string[]
  /** Its pods that are to stay. */
  pods: readonly string[]
}

const HOPS_MAX = 5
const DEPENDENCIES_MAX = 10
const PODS_MAX = 8
/** Exporters put their own service into the labels; it is not the one that suffers. */
const EXPORTER = /kube-state-metrics|node-?exporter|kubelet|prometheus|cadvisor|-exporter$/i

type Given = { subject: Subject; environment: EnvironmentMap; cluster: ClusterScene | undefined }

export function whoIsMeasured({ subject, environment, cluster }: Given): Measured {
  const namespace = cluster?.target.namespace ?? subject.namespace
  const named = [...(cluster?.target.workloads.map(({ name }) => name) ?? []), subject.workload?.name, subject.service]
  const names = [...new Set(named.filter((name) => name !== undefined && !EXPORTER.test(name)))] as string[]
  const dependencies = dependenciesOf(names, namespace, environment)
  const elsewhere = dependencies.flatMap((name) => findService(environment, name)?.namespace || [])
  const pods = cluster ? subjectPods(cluster).filter((pod) => !isLeaving(pod) && !isDone(pod)) : []
  return {
    namespace,
    names,
    dependencies,
    namespaces: [...new Set([...(namespace === undefined ? [] : [namespace]), ...elsewhere])],
    pods: pods.slice(0, PODS_MAX).map(({ name }) => name),
  }
}

function dependenciesOf(
  names: readonly string[],
  namespace: string | undefined,
  environment: EnvironmentMap,
): string[] {
  const known = new Set(names)
  let front = names
  for (let hop = 0; hop < HOPS_MAX && front.length > 0; hop += 1) {
    const next = front.flatMap((name) => findService(environment, name, namespace)?.dependencies ?? [])
    front = [...new Set(next)].filter((name) => !known.has(name))
    for (const name of front) known.add(name)
  }
  return [...known].slice(names.length, names.length + DEPENDENCIES_MAX)
}

// What an alert complains of, as far as metrics and logs can tell more about it.

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
