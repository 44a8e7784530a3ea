/**
 * From the names an alert uses to objects that were seen. What only a text says is enough to look, and is dropped where it
 * is not found; what a label says and is not there is said to be absent.
 */
import type { Subject } from '../../subject.ts'
import { podOf } from '../asking/look-at-containers.ts'
import { spelled } from '../asking/look-at-logs.ts'
import type { ObjectKey, Target, WorkloadName } from '../cluster-scene.ts'
import { type ClusterSight, hasWaitingTrouble, isEnded, workloadOf } from '../pods/workload-pods.ts'
import { record, records } from '../reading/loose-fields.ts'
import { ruleOfAddress } from '../routes/ingress-rules.ts'
import { labelledWorkloads } from './labelled-workloads.ts'
import { mentionedWorkloads, spelledOut } from './mentioned-workloads.ts'
import { isAboutNodeOnly, isMeasuredElsewhere, isNameless, isStated, serviceOf } from './subject-of-alert.ts'

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
  const backend = ruleOfAddress(sight, { subject })?.backend
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
    ({ kind, name, ...key }) => key.namespace === found.namespace && `${kind}/${name}` === found.target,
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
  return workloadsOfPods(
    sight,
    sight.pods.filter((pod) => listed.has(`${pod.namespace}/${pod.name}`)),
  )
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
      named(
        kind,
        sight.objects.filter((one) => one.kind === kind).map(({ namespace = '', name }) => ({ namespace, name })),
      ),
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
