/**
 * From the names an alert uses to objects that were seen. What only a text says is enough to look, and is dropped
 * where it is not found; what a label says and is not there is said to be absent.
 */

import { isExporter } from '../../../incident/who-measures.ts'
import type { Named } from '../../label-names.ts'
import { plainName } from '../../lenses/entity-of.ts'
import { statedNames } from '../../lenses/stated-names.ts'
import type { Subject } from '../../subject.ts'
import { podOf, spelled } from '../asking/look-at-containers.ts'
import { isListedWhole } from '../asking/looking.ts'
import type { NodeView, ObjectKey, Target, WorkloadName } from '../cluster-scene.ts'
import { type ClusterSight, hasWaitingTrouble, isEnded, isSame, workloadOf } from '../pods/workload-pods.ts'
import { record, records } from '../reading/loose-fields.ts'
import { ruleOfAddress } from '../routes/ingress-rules.ts'
import {
  isAboutNodeOnly,
  isMeasuredElsewhere,
  isNameless,
  isSpokenOf,
  isStated,
  mentionedWorkloads,
  serviceOf,
  spelledOut,
  workloadBehind,
} from './mentioned-workloads.ts'

const NEARBY_MAX = 3

export function resolveTarget(subject: Subject, sight: ClusterSight): Target {
  const node = nodeOf(subject, sight)
  const pod = isAboutNodeOnly(subject) ? undefined : podOf(subject, sight)
  const named = pod ? workloadsOfPods(sight, [pod]) : namedWorkloads(subject, sight)
  const absent = pod ? [] : absentOf(subject, sight, named)
  const isAway =
    named.length > 0 && (isMeasuredElsewhere(subject) || named.every((one) => one.namespace !== subject.namespace))
  const isNamed = pod !== undefined || named.length > 0 || absent.length > 0
  const isSomebody = isNamed || node !== undefined || isStated(subject)
  const nearby = isSomebody ? [] : troubledNearby(subject, sight)
  const workloads = isSomebody ? named : workloadsOfPods(sight, nearby).slice(0, NEARBY_MAX)
  return {
    namespace:
      pod?.namespace ?? (isAway ? namespaceOf(workloads) : undefined) ?? subject.namespace ?? namespaceOf(workloads),
    pod: pod && { namespace: pod.namespace, name: pod.name },
    workloads: isNamed || node !== undefined ? eachOnce([...workloads, ...namedBeside(subject, sight)]) : workloads,
    unowned: nearby.filter((pod) => pod.owner === undefined && !isEnded(pod)),
    node,
    nodesBeside: nodesBeside(subject, sight).filter((name) => name !== node),
    isNamed: isNamed || node !== undefined,
    absent,
  }
}

function nodeOf(subject: Subject, { nodes, pods }: ClusterSight): string | undefined {
  const known = (name: string | undefined) => nodes.find((node) => node.name === name)?.name
  if (!isAboutNodeOnly(subject)) return subject.pod === undefined ? known(subject.node) : undefined
  const exporter = pods.find(({ name }) => name === subject.pod)
  const [host = ''] = (subject.instance ?? '').split(':')
  return known(subject.node) ?? known(host) ?? known(exporter?.nodeName)
}

function workloadsOfPods(sight: ClusterSight, pods: readonly ClusterSight['pods'][number][]): WorkloadName[] {
  return eachOnce(pods.flatMap((pod) => workloadOf(sight, pod) ?? []))
}

function eachOnce(all: readonly WorkloadName[]): WorkloadName[] {
  return [...new Map(all.map((one) => [`${one.kind} ${one.namespace}/${one.name}`, one])).values()]
}

const BESIDE_MAX = 3

/** Each other alert of the notification, as if it had come alone. */
function subjectsBeside({ beside = [], startedAt, isResolved, severityWord }: Subject): Subject[] {
  return beside.map((named) => ({ startedAt, isResolved, severityWord, text: '', fromText: [], ...named }))
}

function nodesBeside(subject: Subject, sight: ClusterSight): string[] {
  return [...new Set(subjectsBeside(subject).flatMap((other) => nodeOf(other, sight) ?? []))]
}

/** Those the other alerts of the notification are about, as far as they were seen. */
function namedBeside(subject: Subject, sight: ClusterSight): WorkloadName[] {
  const all = subjectsBeside(subject).flatMap((other) => {
    const pod = isAboutNodeOnly(other) ? undefined : podOf(other, sight)
    return pod ? workloadsOfPods(sight, [pod]) : isStated(other) ? namedWorkloads(other, sight) : []
  })
  return eachOnce(all).slice(0, BESIDE_MAX)
}

function namedWorkloads(subject: Subject, sight: ClusterSight): WorkloadName[] {
  if (isAboutNodeOnly(subject)) return []
  const isAnywhere = subject.namespace === undefined || isMeasuredElsewhere(subject)
  const all = allWorkloads(sight).filter(({ namespace }) => isAnywhere || namespace === subject.namespace)
  const called = (name: string | undefined) => all.filter((one) => name !== undefined && one.name === name)
  return firstNonEmpty([
    () => byKind(called(subject.workload?.name), subject.workload?.kind),
    () => ofReplicaSet(subject, sight),
    () => ofAutoscaler(subject, sight),
    () => called(serviceOf(subject)),
    () => selectedByService(subject, sight),
    () => mentionedWorkloads(serviceOf(subject) ?? '', all),
    () => (isNameless(subject) ? ledToByAddress(subject, sight) : []),
    () => (isNameless(subject) ? labelledWorkloads(subject, all, sight) : []),
    () => (isNameless(subject) ? mentionedWorkloads(subject.text, all) : []),
    () => (isNameless(subject) ? spelledOut(`${spelled(subject.alertName)}\n${subject.text}`, all) : []),
  ])
}

/** A prober names an address; whoever its Ingress leads to is meant, in whatever namespace. */
function ledToByAddress(subject: Subject, sight: ClusterSight): WorkloadName[] {
  const backend = ruleOfAddress(sight, subject)?.backend
  const here = allWorkloads(sight).filter(({ namespace }) => namespace === backend?.namespace)
  const exact = here.filter(({ name }) => name === backend?.name)
  return exact.length > 0 || !backend ? exact : mentionedWorkloads(backend.name, here)
}

function firstNonEmpty(ways: readonly (() => WorkloadName[])[]): WorkloadName[] {
  for (const way of ways) {
    const found = way()
    if (found.length > 0) return found
  }
  return []
}

/** Where a label says `workload` and no kind, any will do. */
function byKind(called: readonly WorkloadName[], kind: string | undefined): WorkloadName[] {
  const exact = called.filter((one) => one.kind === kind)
  return exact.length > 0 ? exact : [...called]
}

function ofReplicaSet({ workload, namespace }: Subject, { deployments }: ClusterSight): WorkloadName[] {
  if (workload?.kind !== 'ReplicaSet') return []
  return deployments
    .filter((one) => namespace === undefined || one.namespace === namespace)
    .filter(({ revisions }) => revisions.some(({ name }) => name === workload.name))
    .map((one) => ({ kind: 'Deployment', namespace: one.namespace, name: one.name }))
}

function ofAutoscaler({ autoscaler, namespace }: Subject, sight: ClusterSight): WorkloadName[] {
  const found = sight.autoscalers.find(
    (one) => one.name === autoscaler && (namespace === undefined || one.namespace === namespace),
  )
  if (!found) return []
  return allWorkloads(sight).filter(
    (one) => one.namespace === found.namespace && `${one.kind}/${one.name}` === found.target,
  )
}

/** The Service was read and its selector listed: what the list showed is behind it. */
function selectedByService(subject: Subject, sight: ClusterSight): WorkloadName[] {
  const service = serviceOf(subject)
  const behind = sight.exhibits.filter(
    ({ plugin, parameters }) => plugin === 'list_pods' && parameters.label !== undefined,
  )
  if (service === undefined || behind.length === 0) return []
  // By name: a pod that was described since is no longer told by the list.
  const rows = behind.flatMap(({ result }) => records(record(result.data).pods))
  const listed = new Set(rows.map(({ namespace, name }) => `${namespace}/${name}`))
  const pods = sight.pods.filter((pod) => listed.has(`${pod.namespace}/${pod.name}`))
  return workloadsOfPods(sight, pods)
}

export function allWorkloads(sight: ClusterSight): WorkloadName[] {
  const named = (kind: WorkloadName['kind'], all: readonly ObjectKey[]) =>
    all.map(({ namespace, name }) => ({ kind, namespace, name }))
  return [
    ...named('Deployment', sight.deployments),
    ...named('StatefulSet', sight.statefulSets),
    ...named('DaemonSet', sight.daemonSets),
    ...named('CronJob', sight.cronJobs),
    ...named('Job', sight.jobs),
    // Asked for by name, where a list was cut.
    ...(['StatefulSet', 'DaemonSet'] as const).flatMap((kind) =>
      sight.objects.filter((one) => one.kind === kind).map(({ namespace = '', name }) => ({ kind, namespace, name })),
    ),
  ]
}

/** The alert names nobody: whoever in its namespace cannot run is a candidate, and no more than that. */
function troubledNearby({ namespace }: Subject, sight: ClusterSight): ClusterSight['pods'] {
  return sight.pods.filter((pod) => (namespace === undefined || pod.namespace === namespace) && hasWaitingTrouble(pod))
}

function namespaceOf(workloads: readonly WorkloadName[]): string | undefined {
  const [first, ...others] = new Set(workloads.map(({ namespace }) => namespace))
  return others.length === 0 ? first : undefined
}

// What an alert names and nobody found.

/** As a controller makes it: with a hash, or with a number. */
const POD_NAME = /-[a-z0-9]{5}$|-\d+$/

/** Only after a look that would have shown it. */
function absentOf(subject: Subject, sight: ClusterSight, named: readonly WorkloadName[]): Target['absent'] {
  const { namespace, pod, workload, fromText } = subject
  const service = serviceOf(subject)
  const isSure = [namespace ?? '*', '*'].some((one) => sight.listedWhole.includes(one))
  // Any other failure says nothing about whether it is there.
  const refused = sight.exhibits.some(
    ({ plugin, parameters, result }) =>
      plugin === 'describe_pod' && parameters.pod_name === pod && /^There is no pod/.test(result.error ?? ''),
  )
  const isPodNamed = pod !== undefined && (!fromText.includes('pod') || (named.length === 0 && POD_NAME.test(pod)))
  if (isPodNamed && !isAboutNodeOnly(subject)) return isSure || refused ? [{ kind: 'Pod', namespace, name: pod }] : []
  if (named.length > 0 || !isSure || isAboutNodeOnly(subject) || isMeasuredElsewhere(subject)) return []
  if (workload && !fromText.includes('workload')) return [{ ...workload, namespace }]
  const isService = sight.objects.some(({ kind, name }) => kind === 'Service' && name === service)
  if (service !== undefined && !fromText.includes('service') && !workload && !isService)
    return [{ kind: 'Service', namespace, name: service }]
  return []
}

// Whom a label means that is no name of a workload: the address that was probed, the job it is scraped under.

function labelledWorkloads({ labels, namespace }: Subject, all: readonly WorkloadName[], sight: ClusterSight) {
  // Without a namespace a job may be anybody's.
  const { job } = namespace === undefined ? {} : labels
  const scraped = job === undefined || isExporter(job) ? [] : [job.replace(/^.*\//, '')]
  const hosts = [...statedNames(labels), ...scraped].flatMap((value) => insideHost(value, namespace))
  return [...new Set(hosts.flatMap((host) => calledSo(host, all, sight)))]
}

function calledSo({ name, namespace }: Host, all: readonly WorkloadName[], sight: ClusterSight): WorkloadName[] {
  const here = all.filter((one) => namespace === undefined || one.namespace === namespace)
  const exact = here.filter((one) => one.name === name)
  if (exact.length > 0 || namespace === undefined) return exact
  const behind = workloadBehind({ namespace, name }, sight)
  return here.filter((one) => behind && isSame(one, behind))
}

type Host = { name: string; namespace: string | undefined }

/** `edi-hub`, `edi-hub.partner`, `https://edi-hub.partner.svc:8443/in`, `db-0.db.shop.svc`; a name of the world outside is none. */
function insideHost(value: string, home: string | undefined): Host[] {
  const parts = plainName(value)
    .replace(/\.svc(\.[\w-]+)*\.?$/, '')
    .split('.')
  const isSpelled = /\.svc(\.|:|\/|$)/.test(value)
  if (parts.length > (isSpelled ? 3 : 2)) return []
  const [name = '', namespace = home] = parts.length === 3 ? parts.slice(1) : parts
  return [{ name, namespace }]
}

// What a text says is settled by what is there: a name nobody bears is no subject, and none pushes aside whom a label
// names. The full name of a node in a text makes the node the subject, where nobody else is.

export function settleSubject(subject: Subject, sight: ClusterSight): Subject {
  const isListed = sight.exhibits.some(({ plugin, result }) => plugin === 'list_pods' && result.success)
  if (!isListed) return subject
  const sure = withoutText(subject)
  const isFoundByLabel = isFound(sure, sight)
  const given = { subject, sight, isFoundByLabel }
  const unfounded = subject.fromText.filter((field) => JUDGES[field as keyof Named]?.(given) === false)
  const settled = {
    ...without(subject, unfounded),
    fromText: subject.fromText.filter((one) => !unfounded.includes(one)),
  }
  const node = isFoundByLabel || settled.node !== undefined ? undefined : nodeSpokenOf(settled, sight.nodes)
  if (node !== undefined) return { ...settled, node, fromText: [...settled.fromText, 'node'] }
  const namespace = isStated(sure) ? undefined : placeSpokenOf(settled, sight)
  return namespace === undefined ? settled : { ...settled, namespace, fromText: [...settled.fromText, 'namespace'] }
}

/** What a place is called by everybody is a word of the sentence. */
const ANY_PLACE = /^(?:.{1,4}|default|production|staging|monitoring|logging|database|backend|frontend|system)$/

/** Where it names nobody who is there, the one place it names. */
function placeSpokenOf(subject: Subject, sight: ClusterSight): string | undefined {
  if (subject.namespace !== undefined || resolveTarget(subject, sight).isNamed) return undefined
  const places = new Set([...sight.pods, ...allWorkloads(sight)].map(({ namespace }) => namespace))
  const [place, ...others] = [...places].filter(
    (one) => !ANY_PLACE.test(one) && isSpokenOf(subject.text.toLowerCase(), one),
  )
  return others.length === 0 ? place : undefined
}

function withoutText(subject: Subject): Subject {
  return { ...without(subject, subject.fromText), text: '' }
}

/** An exporter's own labels name nobody the alert is about. */
function isFound(sure: Subject, sight: ClusterSight): boolean {
  if (isMeasuredElsewhere(sure)) return false
  const { pod, workloads, node } = resolveTarget(sure, sight)
  return isStated(sure) || pod !== undefined || node !== undefined || workloads.length > 0
}

function without(subject: Subject, fields: readonly string[]): Subject {
  return Object.fromEntries(Object.entries(subject).filter(([field]) => !fields.includes(field))) as Subject
}

type Given = { subject: Subject; sight: ClusterSight; isFoundByLabel: boolean }
type Judge = (given: Given) => boolean

/** `checkout-7d9f8b6c54-x2x9q`, `queue-2`: one that is gone still has this form. */
const POD_FORM = /-[a-z0-9]{5}$|-\d+$/
/** `ip-10-0-3-4.ec2.internal`, `worker-3`: a plain word is none. */
const NODE_FORM = /[-.].*\d|\d.*[-.]/
/** More than one word. */
const COMPOUND = /[a-z0-9]-[a-z0-9]/

const JUDGES: Partial<Record<keyof Named, Judge>> = {
  namespace: ({ subject, sight }) =>
    [...sight.pods, ...allWorkloads(sight)].some(({ namespace }) => namespace === subject.namespace),
  pod: (given) =>
    given.isFoundByLabel
      ? isOneOfNamed(given)
      : POD_FORM.test(given.subject.pod ?? '') || given.sight.pods.some(({ name }) => name === given.subject.pod),
  workload: ({ subject, sight, isFoundByLabel }) => {
    const { name = '' } = subject.workload ?? {}
    if (isFoundByLabel) return false
    return isAnyCalled(subject, sight, name) || (!isListedWhole(sight, subject.namespace ?? '*') && COMPOUND.test(name))
  },
  service: ({ subject, sight, isFoundByLabel }) => {
    const { service = '' } = subject
    if (isFoundByLabel) return false
    return COMPOUND.test(service) || mentionedWorkloads(service.toLowerCase(), placed(subject, sight)).length > 0
  },
  node: ({ subject: { node = '' }, sight, isFoundByLabel }) =>
    !isFoundByLabel && (sight.nodes.some(({ name }) => name === node) || NODE_FORM.test(node)),
}

/** Beside a service or a workload a label names, a pod of the text counts if it is one of its own. */
function isOneOfNamed({ subject, sight }: Given): boolean {
  const pod = sight.pods.find(({ name, namespace }) => name === subject.pod && isHere(subject, namespace))
  const owner = pod && workloadOf(sight, pod)
  const { workloads } = resolveTarget(withoutText(subject), sight)
  return workloads.some((one) => owner?.kind === one.kind && isSame(owner, one))
}

function isAnyCalled(subject: Subject, sight: ClusterSight, name: string): boolean {
  const isRevision = sight.deployments.some(({ revisions }) => revisions.some((one) => one.name === name))
  return isRevision || placed(subject, sight).some((one) => one.name === name)
}

function placed(subject: Subject, sight: ClusterSight) {
  return allWorkloads(sight).filter(({ namespace }) => isHere(subject, namespace))
}

function isHere({ namespace, fromText }: Subject, place: string): boolean {
  return namespace === undefined || fromText.includes('namespace') || namespace === place
}

/** One alone, or of several the one that is not as it should be. */
function nodeSpokenOf({ text, pod, workload, service }: Subject, nodes: readonly NodeView[]): string | undefined {
  if ([pod, workload, service].some((one) => one !== undefined)) return undefined
  const spoken = nodes.filter(({ name }) => NODE_FORM.test(name) && isSpokenOf(text.toLowerCase(), name))
  const unwell = spoken.filter((node) => node.isUnschedulable || !node.isReady)
  return spoken.length === 1 ? spoken[0]?.name : unwell.length === 1 ? unwell[0]?.name : undefined
}
