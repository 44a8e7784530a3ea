/**
 * What a text says is settled by what is there: a name nobody bears is no subject, and none pushes aside whom a label names.
 * The full name of a node in a text makes the node the subject, where nobody else is.
 */

import type { Named } from '../../label-names.ts'
import type { Subject } from '../../subject.ts'
import type { NodeView } from '../cluster-scene.ts'
import { type ClusterSight, workloadOf } from '../pods/workload-pods.ts'
import { isSpokenOf, mentionedWorkloads } from './mentioned-workloads.ts'
import { allWorkloads, resolveTarget } from './resolve-target.ts'
import { isMeasuredElsewhere, isStated } from './subject-of-alert.ts'

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
    given.isFoundByLabel ? isOneOfNamed(given) : isPodThere(given) || POD_FORM.test(given.subject.pod ?? ''),
  workload: ({ subject, sight, isFoundByLabel }) => {
    const { name = '' } = subject.workload ?? {}
    if (isFoundByLabel) return false
    return isAnyCalled(subject, sight, name) || (isCut(subject, sight) && COMPOUND.test(name))
  },
  service: ({ subject, sight, isFoundByLabel }) => {
    const { service = '' } = subject
    if (isFoundByLabel) return false
    return COMPOUND.test(service) || mentionedWorkloads(service.toLowerCase(), placed(subject, sight)).length > 0
  },
  node: ({ subject: { node = '' }, sight, isFoundByLabel }) =>
    !isFoundByLabel && (sight.nodes.some(({ name }) => name === node) || NODE_FORM.test(node)),
}

function isPodThere({ subject, sight }: Given): boolean {
  return sight.pods.some(({ name }) => name === subject.pod)
}

/** Beside a service or a workload a label names, a pod of the text counts if it is one of its own. */
function isOneOfNamed({ subject, sight }: Given): boolean {
  const pod = sight.pods.find(({ name, namespace }) => name === subject.pod && isHere(subject, namespace))
  const owner = pod && workloadOf(sight, pod)
  const { workloads } = resolveTarget(withoutText(subject), sight)
  return workloads.some(({ kind, namespace, name }) => {
    return owner?.kind === kind && owner.namespace === namespace && owner.name === name
  })
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

function isCut({ namespace = '*' }: Subject, { listedWhole }: ClusterSight): boolean {
  return !listedWhole.includes('*') && !listedWhole.includes(namespace)
}

/** One alone, or of several the one that is not as it should be. */
function nodeSpokenOf({ text, pod, workload, service }: Subject, nodes: readonly NodeView[]): string | undefined {
  if ([pod, workload, service].some((one) => one !== undefined)) return undefined
  const spoken = nodes.filter(({ name }) => NODE_FORM.test(name) && isSpokenOf(text.toLowerCase(), name))
  const unwell = spoken.filter((node) => node.isUnschedulable || !node.isReady)
  return spoken.length === 1 ? spoken[0]?.name : unwell.length === 1 ? unwell[0]?.name : undefined
}
