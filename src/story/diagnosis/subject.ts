/**
 * Who an alert is about. Labels outrank metadata and tags (which intake has already turned into labels), and both outrank
 * the text, because anybody may write into a text.
 */

import { type EnvironmentMap, findService } from '../../guidance/environment/environment-map.ts'
import type { Incident } from '../incident/incident.ts'
import { expressionsIn } from './expressions.ts'
import { exporterNames, type Named, plainLabels, tagsInText, type WorkloadKind, withTags } from './label-names.ts'
import { issueIn, readMentions } from './subject-mentions.ts'

/** Whom another alert of the same notification names by its labels. */
export type NamedBeside = Named & Pick<Subject, 'alertName' | 'labels'>

export type Subject = Named & {
  /** Of the first firing alert; the title where the sender gives none. */
  alertName: string
  labels: Readonly<Record<string, string>>
  /** Title, message, summary and description. */
  text: string
  /** The queries that fired, where the sender tells them. */
  expressions?: readonly string[]
  severityWord: string
  /** Each alert of a group that fires has a subject of its own. */
  beside?: readonly NamedBeside[]
  startedAt: Date | undefined
  /** The source says that it is over. */
  isResolved: boolean
  /** Fields that only the text names: good for looking, never good enough for acting unless a listing shows them. */
  fromText: readonly string[]
  /** The alert's cluster where it is not the one we are connected to. */
  foreignCluster?: string
  /** The alert's cluster where nobody told us which one we are connected to; it counts as ours. */
  uncomparedCluster?: string
}

type Given = { incident: Incident; environment: EnvironmentMap; clusterName: string | undefined }

export function readSubject({ incident, environment, clusterName }: Given): Subject {
  const firing = incident.members.filter(({ state }) => state === 'firing')
  const [first] = firing.length > 0 ? firing : incident.members
  const labels = withTags(first?.labels ?? {})
  const text = [incident.title, incident.description, ...spokenIn(first?.annotations ?? {})].join('\n')
  const plain = plainLabels(labels)
  const stated = readLabels(plain)
  const tagged = readLabels(plainLabels(tagsInText(text)))
  const spoken = withoutExporter({ ...readMentions(text, stated), ...tagged }, exporterNames(labels))
  const mentioned = { ...issueOf(first, text, { ...spoken, ...stated }), ...spoken }
  const found = { ...mentioned, ...stated }
  const startedAt = first?.startsAt === undefined ? undefined : new Date(first.startsAt)
  return {
    alertName: first?.name || labels.alertname || incident.title,
    labels,
    text,
    expressions: expressionsIn(first),
    severityWord: labels.severity ?? '',
    beside: firing.slice(1).map(({ name, labels: theirs }) => ({
      ...{ alertName: name, labels: withTags(theirs) },
      ...readLabels(plainLabels(withTags(theirs))),
    })),
    startedAt: startedAt && !Number.isNaN(startedAt.getTime()) ? startedAt : undefined,
    isResolved: incident.members.length > 0 && firing.length === 0,
    ...found,
    ...namespaceOfService(found, environment),
    fromText: Object.keys(mentioned).filter((field) => !(field in stated)),
    ...clusterOf(plain, text, clusterName ?? environment.cluster),
  }
}

function issueOf(first: Incident['members'][number] | undefined, text: string, named: Named): Pick<Named, 'issueId'> {
  const names = [named.service, named.workload?.name, named.container].filter((name) => name !== undefined)
  const issueId = issueIn({ fields: { ...first?.labels, ...first?.annotations }, text, names })
  return issueId === undefined ? {} : { issueId }
}

/** An address of a page is nothing anybody said: its host and its path name nobody the alert is about. */
function spokenIn(annotations: Readonly<Record<string, string>>): string[] {
  return Object.entries(annotations).flatMap(([name, value]) => (/ur[il]$/i.test(name) ? [] : [value]))
}

/** A title is often made of the labels: whoever measured is no more the subject there than among them. */
function withoutExporter(mentioned: Named, exporter: ReadonlySet<string>): Named {
  const others = Object.entries(mentioned).filter(([, value]) => typeof value !== 'string' || !exporter.has(value))
  return Object.fromEntries(others) as Named
}

const LABELS: readonly (readonly [field: keyof Named, names: readonly string[]])[] = [
  ['namespace', ['namespace', 'namespace_name']],
  ['pod', ['pod', 'pod_name']],
  ['container', ['container', 'container_name']],
  [
    'service',
    ['service', 'service_name', 'app', 'app_kubernetes_io_name', 'application', 'component', 'consumergroup'],
  ],
  ['node', ['node', 'nodename', 'node_name', 'hostname', 'host_name']],
  ['claim', ['persistentvolumeclaim', 'pvc']],
  ['autoscaler', ['horizontalpodautoscaler', 'hpa']],
  ['quota', ['resourcequota']],
  ['database', ['datname', 'database', 'dbname', 'db']],
  ['table', ['relname', 'table', 'table_name']],
  ['instance', ['instance', 'server', 'host']],
  ['issueId', ['issue_id', 'issue', 'issue.id', 'issue_short_id', 'sentry_issue']],
]

const WORKLOAD_LABELS: readonly (readonly [WorkloadKind, readonly string[]])[] = [
  ['Deployment', ['deployment', 'deployment_name']],
  ['StatefulSet', ['statefulset', 'stateful_set']],
  ['DaemonSet', ['daemonset', 'daemon_set']],
  ['CronJob', ['cronjob', 'cron_job']],
  ['Job', ['job_name']],
  ['ReplicaSet', ['replicaset', 'replica_set']],
]

function readLabels(labels: Readonly<Record<string, string>>): Named {
  const named = LABELS.flatMap(([field, names]) => {
    const value = names.map((name) => labels[name]?.trim()).find((one) => one)
    return value === undefined ? [] : [[field, value] as const]
  })
  const pid = Number(labels.pid)
  return {
    ...(Object.fromEntries(named) as Named),
    ...workloadOf(labels),
    ...(Number.isInteger(pid) && pid > 0 && { pid }),
  }
}

function workloadOf(labels: Readonly<Record<string, string>>): Pick<Named, 'workload'> {
  for (const [kind, names] of WORKLOAD_LABELS) {
    const name = names.map((one) => labels[one]?.trim()).find((one) => one)
    if (name) return { workload: { kind, name } }
  }
  const { workload, workload_type: type = '' } = labels
  const kind = WORKLOAD_LABELS.map(([one]) => one).find((one) => one.toLowerCase() === type.toLowerCase())
  return workload ? { workload: { kind: kind ?? 'Deployment', name: workload } } : {}
}

/** A service people told us about is where they said it is. */
function namespaceOfService(
  { namespace, service, workload }: Named,
  environment: EnvironmentMap,
): Pick<Named, 'namespace'> {
  if (namespace !== undefined) return {}
  const known = [service, workload?.name].flatMap((name) => (name ? (findService(environment, name) ?? []) : []))
  return known[0] ? { namespace: known[0].namespace } : {}
}

/** Where no label names it, the text may: "in cluster us-east-1". A plain word after "cluster" is hardly a name. */
const CLUSTER_IN_TEXT = /\b(?:in|on|of|from) (?:the )?cluster[ :=]+["'`“]?([a-z0-9]+(?:-[a-z0-9]+)+)\b/i

function clusterOf(
  labels: Readonly<Record<string, string>>,
  text: string,
  ours: string | undefined,
): Pick<Subject, 'foreignCluster' | 'uncomparedCluster'> {
  const theirs = labels.cluster ?? labels.cluster_name ?? CLUSTER_IN_TEXT.exec(text)?.[1]
  if (!theirs || theirs === ours) return {}
  return ours ? { foreignCluster: theirs } : { uncomparedCluster: theirs }
}
