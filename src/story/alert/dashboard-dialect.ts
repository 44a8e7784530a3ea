import { invalid } from '../../problem.ts'
import { categoryOf } from '../incident/category.ts'
import { commonLabels } from '../incident/common-labels.ts'
import type { Alert, AlertMember, Notification } from './alert.ts'
import { type Fields, isFields, kindOf, readId, readList, readText, readTexts } from './body-field.ts'
import { digestOf, keyOf } from './fingerprint.ts'
import type { Post } from './post.ts'
import { severityOf } from './stated-severity.ts'
import { capText } from './stored-text.ts'
import { firstLine } from './title.ts'

/** The webhook of a dashboard's own alerting, as Grafana posted it before its unified alerting: one rule, one state. */
export function readDashboard({ fields, metadata }: Post): Notification {
  const rule = readRule(fields)
  const matches = readMatches(fields)
  const state = readState(fields)
  const key = keyFrom(rule)
  const labels = labelsOf(fields, rule, matches)
  const title = firstLine(rule.title || rule.ruleName || rule.message) || 'Dashboard alert'
  const message = capText(rule.message.trim() === '' ? describe(title, matches) : rule.message)
  const text = `${title}\n${message}`
  const severity = severityOf({ labels, text: () => text })
  return {
    dialect: 'dashboard',
    state,
    title,
    description: message,
    severity,
    category: categoryOf({ labels, text }),
    fingerprint: key,
    members:
      state === 'silent'
        ? []
        : [{ key, state, severity, name: rule.ruleName || title, labels, annotations: annotationsOf(fields, matches) }],
    joinKeys: [key],
    reportsClearing: true,
    message,
    labels,
    metadata: { ...metadata, ...ruleFacts(fields), evalMatches: matches },
  }
}

type Rule = { orgId: string; ruleId: string; ruleName: string; title: string; message: string }

function readRule(fields: Fields): Rule {
  return {
    orgId: readId(fields, 'orgId') ?? '',
    ruleId: readId(fields, 'ruleId') ?? '',
    ruleName: capText((readText(fields, 'ruleName') ?? '').trim()),
    title: (readText(fields, 'title') ?? '').replace(STATE_PREFIX, '').trim(),
    message: readText(fields, 'message') ?? '',
  }
}

/** The tool writes the state into the title; on an incident it would soon be untrue, and in a key it would never match. */
const STATE_PREFIX = /^\s*\[(?:alerting|ok|no data|pending|paused|unknown|error)\]/i

function readState(fields: Fields): Alert['state'] {
  const state = readText(fields, 'state')?.trim().toLowerCase()
  if (state === 'alerting' || state === 'no_data') return 'firing'
  return state === 'ok' ? 'resolved' : 'silent'
}

/**
 * `dashboard:<orgId>:rule:<ruleId>`, or by the rule's name where the tool gives no id. What has neither is known by
 * its title or message.
 */
function keyFrom({ orgId, ruleId, ruleName, title, message }: Rule): string {
  if (ruleId) return keyOf(`dashboard:${orgId}:rule:${ruleId}`)
  if (ruleName) return keyOf(`dashboard:${orgId}:name:${ruleName}`)
  return `dashboard:${digestOf({ orgId, said: title || message })}`
}

type Match = { metric: string; value: number | string | null; tags: Readonly<Record<string, string>> }

function readMatches(fields: Fields): readonly Match[] {
  return readList(fields, 'evalMatches').map((match, index) => {
    const path = `evalMatches[${index}]`
    if (!isFields(match)) throw invalid(path, `must be an object, but is ${kindOf(match)}`)
    const metric = readText(match, 'metric', `${path}.metric`) ?? ''
    return { metric, value: readValue(match, path), tags: readTexts(match, 'tags', `${path}.tags`) }
  })
}

/** A number; where nothing was measured, the tool writes null or "NaN". */
function readValue(match: Fields, path: string): Match['value'] {
  const { value = null } = match
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value === null || typeof value === 'string') return value
  throw invalid(`${path}.value`, `must be a number, but is ${kindOf(value)}`)
}

/** The rule's name is to a dashboard what `alertname` is to an alert manager. */
function labelsOf(fields: Fields, { ruleName }: Rule, matches: readonly Match[]): AlertMember['labels'] {
  const shared = commonLabels(matches.map((match) => match.tags))
  return { ...(ruleName && { alertname: ruleName }), ...shared, ...readTexts(fields, 'tags') }
}

const VALUES_TOLD = 20

/** What was measured and where the rule stands, for whoever reads the alert. */
function annotationsOf(fields: Fields, matches: readonly Match[]): AlertMember['annotations'] {
  const ruleUrl = readText(fields, 'ruleUrl') ?? ''
  const values = matches.slice(0, VALUES_TOLD).map(tellMatch)
  return {
    ...(values.length > 0 && { value: capText(values.join('\n')) }),
    ...(ruleUrl !== '' && { ruleUrl: capText(ruleUrl) }),
  }
}

function ruleFacts(fields: Fields): Fields {
  const ids = ['orgId', 'ruleId', 'dashboardId', 'panelId'].map((name) => [name, readId(fields, name)] as const)
  const texts = ['ruleName', 'ruleUrl', 'imageUrl', 'state'].map((name) => [name, readText(fields, name)] as const)
  return Object.fromEntries([...ids, ...texts].filter(([, value]) => value))
}

function describe(title: string, matches: readonly Match[]): string {
  return [title, ...matches.map(tellMatch)].join('\n')
}

function tellMatch({ metric, value }: Match): string {
  return `${metric}: ${value ?? 'no value'}`
}
