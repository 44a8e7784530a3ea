/** Disruption budgets: how many pods of a kind must stay, and who may therefore not be asked to leave. */

import type { Subject } from '../../subject.ts'
import { spelled } from '../asking/look-at-containers.ts'
import { isObjectName, type LookingStep, readObject } from '../asking/looking.ts'
import type { ClusterScene, Fields, NodeView, PlainObject, PodView, Shown } from '../cluster-scene.ts'
import { isEnded } from '../pods/workload-pods.ts'
import { number, record, records, text, texts, words } from '../reading/loose-fields.ts'

export type Budget = {
  namespace: string
  name: string
  /** As a command takes it; undefined where it selects by what cannot be asked for. */
  selector: string | undefined
  disruptionsAllowed: number
  currentHealthy: number
  desiredHealthy: number
  expectedPods: number
  /** It wants a number of pods, not a share of them. */
  isFixedNumber: boolean
  object: Shown<PlainObject>
}

const LEAVING =
  /\bdrain|evict|cordon|upgrad|scal(?:e|ing)[- ]?(?:down|in)\b|maintenance|decommission|consolidat|disruption|\bpdbs?\b|unschedulable/i

/** The alert speaks of pods that have to leave a place. */
export function isAboutLeaving({ alertName, text: said }: Pick<Subject, 'alertName' | 'text'>): boolean {
  return LEAVING.test(`${spelled(alertName)} ${said}`)
}

/** Which nodes are to be emptied: the one that is meant, else all that are closed. */
export function nodesToEmpty({ nodes, target }: ClusterScene, subject: Subject): Shown<NodeView>[] {
  const isAsked = isAboutLeaving(subject)
  if (target.node === undefined) return isAsked ? nodes.filter((node) => node.isUnschedulable) : []
  return nodes.filter(({ name, isUnschedulable }) => name === target.node && (isUnschedulable || isAsked))
}

/** Those a drain has to move: a DaemonSet's and a node's own stay, and what has ended needs no place. */
export function podsLeftOn({ pods }: ClusterScene, { name }: NodeView): Shown<PodView>[] {
  return pods.filter(
    (pod) => pod.nodeName === name && !['DaemonSet', 'Node'].includes(pod.owner?.kind ?? '') && !isEnded(pod),
  )
}

/** Of the namespace of the one the alert names, as kube-state-metrics labels it; else of the pods that have to leave. */
export const lookAtBudgets: LookingStep = ({ cluster, subject }) => {
  const isNamed = isObjectName(subject.labels.poddisruptionbudget) && isObjectName(subject.namespace)
  const left = nodesToEmpty(cluster, subject).flatMap((node) => podsLeftOn(cluster, node))
  const namespaces = isNamed ? [subject.namespace] : left.map(({ namespace }) => namespace)
  const places = [...new Set(namespaces)].filter(isObjectName)
  if (places.length === 0) return []
  const where = places.length === 1 ? `-n ${places[0]}` : '-A'
  return [readObject(`get poddisruptionbudgets ${where} -o yaml`)]
}

const BUDGETS_MAX = 2

/** Whom those that allow nothing cover. */
export const lookAtBudgetedPods: LookingStep = ({ cluster, subject }) => {
  const places = nodesToEmpty(cluster, subject).flatMap((node) => podsLeftOn(cluster, node).map((pod) => pod.namespace))
  const isMeant = ({ namespace, name }: Budget) =>
    places.includes(namespace) || name === subject.labels.poddisruptionbudget
  return budgetsOf(cluster)
    .filter((one) => one.disruptionsAllowed === 0 && isMeant(one))
    .filter(({ namespace, selector }) => selector !== undefined && isObjectName(namespace))
    .slice(0, BUDGETS_MAX)
    .map(({ namespace, selector }) => readObject(`get pods -n ${namespace} -l "${selector}"`))
}

export function budgetsOf({ objects }: ClusterScene): Budget[] {
  return objects.filter(({ kind }) => kind === 'PodDisruptionBudget').map(readBudget)
}

function readBudget(object: Shown<PlainObject>): Budget {
  const status = record(object.whole.status)
  const count = (field: string) => number(status[field]) ?? 0
  return {
    namespace: object.namespace ?? '',
    name: object.name,
    selector: selectorOf(record(record(object.whole.spec).selector)),
    // Where nobody has counted yet, nothing is known to be refused.
    disruptionsAllowed: number(status.disruptionsAllowed) ?? 1,
    currentHealthy: count('currentHealthy'),
    desiredHealthy: count('desiredHealthy'),
    expectedPods: count('expectedPods'),
    isFixedNumber: number(record(object.whole.spec).minAvailable) !== undefined,
    object,
  }
}

const WORD = /^[\w./-]+$/

function selectorOf({ matchLabels, matchExpressions }: Fields): string | undefined {
  const pairs = Object.entries(texts(matchLabels)).map(([key, value]) => `${key}=${value}`)
  const others = records(matchExpressions).map(expressionOf)
  const all = [...pairs, ...others]
  return all.length > 0 && all.every((one) => one !== undefined) ? all.join(',') : undefined
}

function expressionOf({ key, operator, values }: Fields): string | undefined {
  const [name, given] = [text(key) ?? '', words(values)]
  if (![name, ...given].every((one) => WORD.test(one))) return undefined
  if (operator === 'Exists') return name
  const word = operator === 'In' ? 'in' : operator === 'NotIn' ? 'notin' : undefined
  return word && `${name} ${word} (${given.join(',')})`
}

/** The pods it was asked for by its selector. */
export function coveredBy({ exhibits }: ClusterScene, { namespace, selector }: Budget): string[] {
  const command = `get pods -n ${namespace} -l "${selector}"`
  const listed = exhibits.filter(({ parameters, result }) => parameters.command === command && result.success)
  return listed.flatMap(({ result }) => records(record(result.data).objects)).flatMap(({ name }) => text(name) ?? [])
}
