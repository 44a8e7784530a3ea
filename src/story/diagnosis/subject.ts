/**
 * Who an alert is about. Labels outrank metadata and tags (which intake has already turned into labels), and both outrank
 * the text, because anybody may write into a text.
 */
import { type EnvironmentMap, findService } from '../../guidance/environment/environment-map.ts'
import type { Incident } from '../incident/incident.ts'
import { expressionsIn } from './expressions.ts'
import {
  exporterNames,
  isPlausibleName,
  type Named,
  plainLabels,
  tagsInText,
  type WorkloadKind,
  withTags,
} from './label-names.ts'

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

// Names in plain text, as people and bots write them: "pod checkout-7d9f-abcde in namespace shop".

/** A name of the cluster: lower case, digits, hyphens, dots. */
const NAME = '([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)'
const QUOTE = '[\'"`“”]?'

type Pattern = readonly [field: keyof Named, pattern: RegExp]

function after(words: string): RegExp {
  return new RegExp(
    `(?<![\\w.-])(?:${words})(?:\\s+(?:named|called))?(?:\\s*[:=]\\s*|\\s+|(?=['"\`“]))${QUOTE}${NAME}${QUOTE}(?![\\w/-]|\\.\\w)`,
    'gi',
  )
}

/** "the orders table": people name what they mean before they say what it is. */
function before(words: string): RegExp {
  return new RegExp(`\\b(?:the|in|on|of|our)\\s+${QUOTE}${NAME}${QUOTE}\\s+(?:${words})\\b`, 'gi')
}

/** The first that names something counts. */
const PATTERNS: readonly Pattern[] = [
  ['namespace', after('namespace|ns')],
  ['pod', after('pod')],
  ['container', after('container')],
  ['service', after('service|svc')],
  ['node', after('node')],
  ['claim', after('persistentvolumeclaim|pvc|claim')],
  ['database', before('database|db')],
  ['database', after('database|db')],
  ['table', before('table|relation')],
  ['table', after('table|relation')],
]

const WORKLOADS: readonly (readonly [WorkloadKind, RegExp])[] = [
  ['Deployment', after('deployment|deploy')],
  ['StatefulSet', after('statefulset')],
  ['DaemonSet', after('daemonset')],
  ['CronJob', after('cronjob')],
  ['Job', after('job')],
]

/** `shop/checkout-7d9f8b6c54-x2x9q`: a namespace and a pod, as many tools print them. */
const PATH = new RegExp(`(?:^|[\\s'"(\`])${NAME}/${NAME}(?=$|[\\s'"),.:;\`])`, 'm')
/** The hash of a template and of a pod, with what stands before them. */
const POD_OF_DEPLOYMENT =
  /\b([a-z0-9](?:[a-z0-9-]*[a-z0-9])?-[a-f0-9bcdfghjklmnpqrstvwxz]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5})\b/
const PID = /\bpid\s*[:=]?\s*(\d{2,9})\b/i
/** `stated` decides nothing here but spares a look: what a label says is not looked for. */
export function readMentions(text: string, stated: Named): Named {
  const named: Named = {}
  for (const [field, pattern] of PATTERNS) {
    if (stated[field] !== undefined || named[field] !== undefined) continue
    const name = firstName(text, pattern, field)
    if (name !== undefined) Object.assign(named, { [field]: name })
  }
  return {
    ...named,
    // "Pod checkout is stuck (checkout-7d9f8b6c54-x2x9q)": the whole name says more than the word after "pod".
    ...(stated.pod === undefined && podOf(text)),
    ...workloadIn(text, stated),
    ...pathOf(text, { ...named, ...stated }),
    ...pidOf(text, stated),
  }
}

/** "Node pool … node worker-7": the first that is a name, not the first word that stands in its place. */
function firstName(text: string, pattern: RegExp, field: keyof Named): string | undefined {
  const spoken = [...text.matchAll(pattern)].map(([, name = '']) => name)
  return spoken.find((name) => isPlausibleName(name, field))
}

function podOf(text: string): Named {
  const pod = POD_OF_DEPLOYMENT.exec(text)?.[1]
  return pod === undefined ? {} : { pod }
}

function workloadIn(text: string, stated: Named): Named {
  if (stated.workload) return {}
  for (const [kind, pattern] of WORKLOADS) {
    const name = firstName(text, pattern, 'workload')
    if (name !== undefined) return { workload: { kind, name } }
  }
  return {}
}

/** Taken only where it fits what is known: a path in a log line looks the same. */
function pathOf(text: string, { namespace, pod }: Named): Named {
  const [, first = '', second = ''] = PATH.exec(text) ?? []
  if (namespace !== undefined && namespace !== first) return {}
  if (pod !== undefined && pod !== second) return {}
  return POD_OF_DEPLOYMENT.test(second) ? { namespace: first, pod: second } : {}
}

function pidOf(text: string, stated: Named): Named {
  const pid = Number(PID.exec(text)?.[1])
  return pid > 0 && stated.pid === undefined ? { pid } : {}
}

// Which issue of the error tracker an alert speaks of: by a word, by the address of its page, or by its short id.

/** `BOOKINGS-9F`: the project in capitals and the issue in letters and digits. */
const SHORT = '[A-Z][A-Z0-9_]*(?:-[A-Z0-9_]+)*-[A-Z0-9]{1,8}'
const NAMED = new RegExp(`\\b(?:[Ii]ssue|ISSUE)\\s*(?:id|ID)?\\s*[:=#]?\\s*(${SHORT}|\\d{3,})\\b`)
const ADDRESS = new RegExp(`https?://[^\\s"'<>)]*?/issues?/(${SHORT}|\\d{2,})(?![\\w-])`, 'g')
/** People plan their work there: an issue of theirs is no error. */
const OF_PEOPLE = /github|gitlab|bitbucket|codeberg|gitea|jira|redmine|youtrack|linear\.app|\/-\/issues/i
const BESIDE_TRACKER = new RegExp(
  `\\b(?:sentry|glitchtip|(?:error[ -]?)?tracker|tracked (?:as|in)|exception|error group)\\b[^\\n.]{0,40}?(?<![\\w-])(${SHORT})(?![\\w-])`,
  'i',
)
const ANY_SHORT = new RegExp(`(?<![\\w/-])(${SHORT})(?![\\w/-])`, 'g')
const FIELD = /(?:^|[._-])(?:issue(?:[._-]?(?:short)?[._-]?id)?|short[._-]?id)$/i

type AlertText = {
  /** Labels and annotations, addresses too. */
  fields: Readonly<Record<string, string>>
  text: string
  /** Of whom the alert speaks: an issue that bears such a name is theirs. */
  names: readonly string[]
}

export function issueIn({ fields, text, names }: AlertText): string | undefined {
  const values = [text, ...Object.values(fields)]
  return (
    ofField(fields) ??
    NAMED.exec(text)?.[1] ??
    values.map(ofAddress).find((one) => one !== undefined) ??
    besideTracker(text) ??
    values.flatMap((value) => value.match(ANY_SHORT) ?? []).find((short) => isOf(short, names))
  )
}

function ofField(fields: AlertText['fields']): string | undefined {
  const isIssue = new RegExp(`^(?:${SHORT}|\\d{3,})$`)
  const naming = Object.entries(fields).filter(([name, value]) => FIELD.test(name) && isIssue.test(value.trim()))
  return naming.find(([name]) => !OF_PEOPLE.test(name))?.[1].trim()
}

function ofAddress(value: string): string | undefined {
  const [first] = [...value.matchAll(ADDRESS)].filter(([address]) => !OF_PEOPLE.test(address))
  return first?.[1]
}

/** The words around it may be in any case, the id may not. */
function besideTracker(text: string): string | undefined {
  const short = BESIDE_TRACKER.exec(text)?.[1]
  return short !== undefined && /^[A-Z0-9_-]+$/.test(short) ? short : undefined
}

function isOf(short: string, names: readonly string[]): boolean {
  const project = short.slice(0, short.lastIndexOf('-')).toLowerCase().replaceAll('_', '-')
  return names.some((name) => name === project || name.startsWith(`${project}-`) || project.startsWith(`${name}-`))
}
