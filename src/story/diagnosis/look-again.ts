/** For the verification: the same questions once more, whether what was wrong is still to be seen, and whether the rule fires. */
import type { FaultName } from '../incident/diagnosis.ts'
import type { RuleNow } from '../incident/execution.ts'
import type { Incident, IncidentMember } from '../incident/incident.ts'
import type { Steps } from '../incident/steps.ts'
import { analyse } from './analyse.ts'
import { record, records, texts } from './cluster/reading/loose-fields.ts'
import { faultsOf } from './conclude.ts'
import { type DiagnosisParts, recordedCall, whatIsTold } from './diagnose-incident.ts'
import { Evidence, type Exhibit } from './evidence.ts'
import { expressionsIn } from './expressions.ts'
import { keepFigure } from './keep-figure.ts'
import { ownerName } from './lenses/entity-of.ts'
import { isBeyond, isWhole, leftSide } from './lenses/fired.ts'

type Task = { incident: Incident; steps: Steps; signal: AbortSignal }

/** Everything that is wrong now about the incident's subject, and which of the faults of before were not looked at. */
export async function findFaults(parts: DiagnosisParts, { before, ...task }: Task & { before: readonly FaultName[] }) {
  const { faults, exhibits } = await lookAgain(parts, task)
  return { faults, unread: before.filter((fault) => !isReadAgain(fault, exhibits)) }
}

/** How the alert's figure went on after what was done. */
export async function keepFigureAgain(
  parts: DiagnosisParts,
  { incident, steps, signal, since }: Task & { since: Date },
): Promise<void> {
  const evidence = new Evidence(recordedCall(parts.door, { steps, signal }), { by: 'verification' })
  await keepFigure(parts, { incident, evidence, now: since })
}

/** Where nothing could be seen at all, that nothing is wrong says nothing. */
type SeenAgain = { faults: readonly FaultName[]; hasSeen: boolean; exhibits: readonly Exhibit[] }

export async function lookAgain(parts: DiagnosisParts, { incident, steps, signal }: Task): Promise<SeenAgain> {
  const { environment, clusterName } = await whatIsTold(parts)
  const evidence = new Evidence(recordedCall(parts.door, { steps, signal }), { by: 'verification' })
  const now = parts.clock.now()
  const { findings } = await analyse({ incident, environment, clusterName, evidence, now, hands: NO_HANDS })
  const { exhibits } = evidence
  return { faults: faultsOf(findings), hasSeen: exhibits.some(({ result }) => result.success), exhibits }
}

/** Who only looks wants nothing. */
const NO_HANDS = { plugins: [], replicaChangeMax: 0 }

// Whether a later look has seen the object of a fault at all: that it was not found again says nothing otherwise.

/** They look at one namespace, or at all of them. */
const OF_A_NAMESPACE = ['list_pods', 'describe_pod', 'get_events', 'get_pod_logs', 'top_pods']

export function isReadAgain({ object, plugins = [] }: FaultName, exhibits: readonly Exhibit[]): boolean {
  const answered = exhibits.filter(({ result }) => result.success)
  const namespace = namespaceIn(object)
  const isOfCluster = plugins.length === 0 || plugins.some((plugin) => OF_A_NAMESPACE.includes(plugin))
  if (namespace !== undefined && isOfCluster) return answered.some((one) => showsNamespace(one, namespace, plugins))
  return answered.some(({ plugin }) => plugins.length === 0 || plugins.includes(plugin))
}

/** What is gone stands in no answer: the listing of where it was tells. */
function showsNamespace({ plugin, parameters }: Exhibit, namespace: string, plugins: readonly string[]): boolean {
  const isOneOfThem = plugin === 'list_pods' || (OF_A_NAMESPACE.includes(plugin) && plugins.includes(plugin))
  return isOneOfThem && (parameters.namespace === namespace || parameters.namespace === '*')
}

function namespaceIn(object: string): string | undefined {
  return /^\S+ ([^/\s]+)\/\S/.exec(object)?.[1]
}

// Whether the alert's own rule still fires when something was done about it: what the alert fired on knows whether it
// helped. The whole rule is asked, as its server asks it, and what it measures, so that silence can be told from a missing
// answer.

/** Undefined where the alert does not bring a rule that compares, no server is set, or the server does not calculate. */
export async function ruleNow(parts: DiagnosisParts, task: Task): Promise<RuleNow | undefined> {
  const [member] = task.incident.members
  const rule = ruleOf(member)
  const { METRICS_URL } = await parts.currentSettings()
  if (!member || !rule || !METRICS_URL) return undefined
  const evidence = new Evidence(recordedCall(parts.door, task), { by: 'verification' })
  const [firing, measured] = await evidence.askAll([
    { plugin: 'metrics.query', parameters: { query: rule.expression } },
    { plugin: 'metrics.query', parameters: { query: rule.measured } },
  ])
  if (!firing?.result.success || !measured?.result.success) return { state: 'unread' }
  return judge(rule, { firing: seriesIn(firing), measured: seriesIn(measured), labels: member.labels })
}

type Rule = { expression: string; measured: string; operator: string; threshold: string | undefined }

/** It fires where something is not measured: that it answers nothing is its all-clear. */
const OF_ABSENCE = /\babsent(?:_over_time)?\s*\(/

const JOINED = /\b(?:and|or|unless)\b/

/** A figure that stands on the right of its bound is measured there; one that answers 0 or 1 always answers. */
function ruleOf(member: IncidentMember | undefined): Rule | undefined {
  const [expression = ''] = expressionsIn(member)
  const { left, operator, threshold } = leftSide(expression)
  if (left === '' || operator === undefined || /\bbool\b/.test(expression)) return undefined
  if (Number.isNaN(Number(left)))
    return { expression, measured: left, operator, threshold: JOINED.test(expression) ? undefined : threshold }
  const right = expression.slice(expression.indexOf(operator) + operator.length).trim()
  return { expression, measured: right, operator, threshold: undefined }
}

type Labels = Readonly<Record<string, string>>
type Series = { name: string; labels: Labels; value: string }

function seriesIn({ result }: Exhibit): Series[] {
  return records(record(result.data).series).flatMap(({ metric, values }) => {
    const { __name__: name = '', ...labels } = texts(metric)
    const last = Array.isArray(values) ? values.at(-1) : undefined
    const value = Array.isArray(last) ? String(last[1]) : 'NaN'
    return Number.isNaN(numberOf(value)) ? [] : [{ name, labels, value }]
  })
}

function numberOf(value: string): number {
  return Number(value.replace('Inf', 'Infinity'))
}

type Seen = { firing: readonly Series[]; measured: readonly Series[]; labels: Labels }

function judge({ expression, measured: query, operator, threshold }: Rule, seen: Seen): RuleNow | undefined {
  if (seen.measured.some((one) => !isWhole(one, query))) return undefined
  const [own, isOwn] = ownOf(seen.measured, seen.labels)
  const bound = threshold === undefined ? Number.NaN : Number(threshold)
  const isStill = ({ value }: Series) => Number.isNaN(bound) || isBeyond(numberOf(value), operator, bound)
  const still = seen.firing.find((one) => isOwn(one.labels, seen.labels) && isStill(one))
  const one = still ?? own[0]
  if (!one) return { state: OF_ABSENCE.test(expression) ? 'quiet' : 'unread' }
  const told = Number.isNaN(bound) ? {} : { value: one.value, bound: `${operator} ${threshold}` }
  return { state: still ? 'fires' : 'quiet', ...told }
}

type IsOwn = (metric: Labels, labels: Labels) => boolean

/** A pod that is gone has others in its place. */
function ownOf(series: readonly Series[], labels: Labels): [readonly Series[], IsOwn] {
  const by = (isOwn: IsOwn) => series.filter((one) => isOwn(one.labels, labels))
  const same = by(isSame)
  return same.length > 0 ? [same, isSame] : [by(isInItsPlace), isInItsPlace]
}

/** What both name, both name alike. */
const isSame: IsOwn = (metric, labels) =>
  Object.entries(metric).every(([name, value]) => labels[name] === undefined || labels[name] === value)

const OF_ONE_PROCESS = /^(?:instance|uid|container_id|id|node|host_?ip|pod_?ip)$/

const isInItsPlace: IsOwn = ({ pod, ...metric }, { pod: gone, ...labels }) => {
  if (pod === undefined || gone === undefined || ownerName(pod) !== ownerName(gone)) return false
  return isSame(Object.fromEntries(Object.entries(metric).filter(([name]) => !OF_ONE_PROCESS.test(name))), labels)
}
