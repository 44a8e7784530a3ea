import { invalid } from '../../problem.ts'
import { categoryOf } from '../incident/category.ts'
import { commonLabels } from '../incident/common-labels.ts'
import { SEVERITY_RANK } from '../incident/severity.ts'
import type { AlertMember, Notification } from './alert.ts'
import { type Fields, isFields, kindOf, readFields, readList, readText, readTexts } from './body-field.ts'
import { digestOf, keyFromSource } from './fingerprint.ts'
import type { Post } from './post.ts'
import { severityOf } from './stated-severity.ts'
import { capText, storedText } from './stored-text.ts'
import { readTimestamp } from './timestamp.ts'
import { groupTitleOf } from './title.ts'

/**
 * The webhook of an alert manager, and of Grafana's unified alerting, which posts the same shape with extras: a group of alerts,
 * each with a state of its own. A group marked `firing` may carry members that are over.
 */
export function readAlertmanager({ fields, metadata }: Post): Notification {
  const alerts = readAlerts(fields)
  const members = eachOnce(alerts.map(readMember))
  return {
    dialect: 'alertmanager',
    ...wordsOf(members),
    members,
    joinKeys: [...members.map((member) => member.key), ...groupKeys(fields, alerts)],
    reportsClearing: true,
    metadata: { ...metadata, ...groupFacts(fields) },
  }
}

/** What a group says as a whole, of which those that fire speak first. */
export function wordsOf(members: readonly AlertMember[]) {
  const firing = members.filter((member) => member.state === 'firing')
  const over = members.filter((member) => member.state === 'resolved')
  const speaking = firing.length > 0 ? firing : over
  const lead = mostSevere(speaking)
  const description = describe([...firing, ...over])
  return {
    state: firing.length > 0 ? ('firing' as const) : ('resolved' as const),
    title: groupTitleOf(lead, speaking.length - 1),
    description,
    severity: lead.severity,
    category: categoryOf({ labels: lead.labels, text: tell(lead) }),
    fingerprint: speaking[0]?.key ?? '',
    message: description,
    labels: commonLabels(speaking.map((member) => member.labels)),
  }
}

type SentAlert = { fields: Fields; path: string; state: AlertMember['state']; sourceKey: string | undefined }

function readAlerts(fields: Fields): readonly SentAlert[] {
  const whole = readState(fields, 'status')
  const alerts = readList(fields, 'alerts')
  if (alerts.length === 0) throw invalid('alerts', 'must hold at least one alert')
  return alerts.map((alert, index) => readSentAlert(alert, `alerts[${index}]`, whole))
}

function readSentAlert(alert: unknown, path: string, whole: AlertMember['state'] | undefined): SentAlert {
  if (!isFields(alert)) throw invalid(path, `must be an object, but is ${kindOf(alert)}`)
  const state = readState(alert, `${path}.status`) ?? whole
  if (!state) throw invalid(`${path}.status`, 'must be `firing` or `resolved`')
  const sourceKey = keyFromSource(readText(alert, 'fingerprint', `${path}.fingerprint`))
  return { fields: alert, path, state, sourceKey }
}

function readState(fields: Fields, path: string): AlertMember['state'] | undefined {
  const state = readText(fields, 'status', path)
  if (state === undefined || state === 'firing' || state === 'resolved') return state
  throw invalid(path, 'must be `firing` or `resolved`')
}

function readMember({ fields, path, state, sourceKey }: SentAlert): AlertMember {
  if (!readFields(fields, 'labels', `${path}.labels`))
    throw invalid(`${path}.labels`, 'is required: an alert is known by its labels')
  const labels = readTexts(fields, 'labels', `${path}.labels`)
  const annotations = { ...extras(fields), ...readTexts(fields, 'annotations', `${path}.annotations`) }
  const startsAt = readTimestamp(readText(fields, 'startsAt', `${path}.startsAt`) ?? '')
  const key = sourceKey ?? ownKey(labels, annotations)
  const name = labels.alertname || 'Alert'
  const severity = severityOf({ labels, text: () => tell({ name, annotations }) })
  return { key, state, severity, name, labels, annotations, ...(startsAt && { startsAt }) }
}

/** Without a single label, alerts would all be one and the same. */
function ownKey(labels: AlertMember['labels'], annotations: AlertMember['annotations']): string {
  return digestOf(Object.keys(labels).length > 0 ? { labels } : { annotations })
}

/** Beside the contract, yet worth keeping: they hold the query that fired, and what it measured. */
const EXTRA_FIELDS = ['generatorURL', 'valueString', 'dashboardURL', 'panelURL'] as const

function extras(fields: Fields): Record<string, string> {
  const given: Record<string, string> = {}
  for (const name of EXTRA_FIELDS) {
    const value = fields[name]
    if (typeof value === 'string' && value) given[name] = storedText(value)
  }
  return given
}

/** An alert listed twice is one alert, and burns if either says so. */
function eachOnce(members: readonly AlertMember[]): readonly AlertMember[] {
  const byKey = new Map<string, AlertMember>()
  for (const member of members) {
    if (byKey.get(member.key)?.state !== 'firing') byKey.set(member.key, member)
  }
  return [...byKey.values()]
}

/** One alert can arrive by two routes under two group keys, so the group counts only where no alert has a fingerprint. */
function groupKeys(fields: Fields, alerts: readonly SentAlert[]): readonly string[] {
  const groupKey = readText(fields, 'groupKey')
  return groupKey && alerts.every((alert) => alert.sourceKey === undefined) ? [`group:${digestOf(groupKey)}`] : []
}

const GROUP_TEXTS = ['receiver', 'groupKey', 'version', 'externalURL'] as const
const GROUP_NUMBERS = ['truncatedAlerts', 'orgId'] as const

function groupFacts(fields: Fields): Fields {
  const given: Record<string, unknown> = {}
  for (const name of GROUP_TEXTS) {
    const text = readText(fields, name)
    if (text !== undefined) given[name] = text
  }
  for (const name of GROUP_NUMBERS) if (Number.isFinite(fields[name])) given[name] = fields[name]
  return given
}

function mostSevere(members: readonly AlertMember[]): AlertMember {
  return members.reduce((worst, next) => (SEVERITY_RANK[next.severity] < SEVERITY_RANK[worst.severity] ? next : worst))
}

function describe(members: readonly AlertMember[]): string {
  const [only] = members
  if (only && members.length === 1) return capText(tell(only))
  return capText(members.map((member) => `[${member.state}] ${member.name}\n${tell(member)}`).join('\n\n'))
}

/** Where tools write sentences for people. */
const SPOKEN_ANNOTATIONS = ['summary', 'description', 'message'] as const

function tell({ name, annotations }: Pick<AlertMember, 'name' | 'annotations'>): string {
  const sentences: string[] = []
  for (const spoken of SPOKEN_ANNOTATIONS) {
    const sentence = annotations[spoken] ?? ''
    if (sentence.trim() !== '' && !sentences.includes(sentence)) sentences.push(sentence)
  }
  return sentences.length > 0 ? sentences.join('\n') : name
}
