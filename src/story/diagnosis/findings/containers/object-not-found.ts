/** The object the alert speaks of is not there. What bears a similar name is said, and never acted upon. */

import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { ClusterScene, Target } from '../../cluster/cluster-scene.ts'
import { type Removal, removalOf } from '../../cluster/pods/removal.ts'
import { record, words } from '../../cluster/reading/loose-fields.ts'
import { sayTime } from '../../cluster/saying/say.ts'
import { allWorkloads } from '../../cluster/subject/resolve-target.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault, type ObjectName } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { lastOf, linesOfPod } from '../../signals/log-question.ts'
import { wordsOf } from '../../signals/said-lines.ts'

type Absent = Target['absent'][number]
type Near = { name: string; evidence: EvidenceReference }

const NEAR_MAX = 5

export const objectNotFound: Analyzer = (scene) => {
  const { cluster, now } = scene
  const absent = cluster?.target.absent[0]
  if (!cluster || !absent) return []
  const near = nearTo(cluster, absent)
  const removal = removalOf(cluster, absent, now)
  if (removal && isSurvived(cluster, absent, removal)) return [goneAsMeant(absent, removal)]
  if (absent.kind !== 'Pod' && !removal && isHeard(scene, absent.name)) return []
  const where = absent.namespace === undefined ? 'in any namespace that was seen' : `in namespace ${absent.namespace}`
  const names = near.map(({ name }) => name).join(', ')
  const alike = names
    ? ` What comes near: ${names}; it may be another object, so nothing is done to it.`
    : ' Nothing of a similar name was seen either.'
  const heard = absent.kind === 'Pod' ? lastOf(linesOfPod(scene, absent)) : undefined
  const said = heard ? ` The central log still has of it, at ${sayTime(heard.at)}: "${wordsOf(heard)}".` : ''
  return [
    fault({
      kind: 'object_not_found',
      statement: `${absent.kind} ${absent.name} was not found ${where}: ${removal ? `${removal.sentence}.` : 'it does not exist (any more), or the alert names it wrongly.'}${said}${alike}`,
      evidence: [
        removal?.evidence,
        heard && cite(heard.exhibit, heard.text),
        refusalQuotes(cluster, absent),
        near.slice(0, 2).map(({ evidence }) => evidence),
      ],
      confidence: 0.6,
      situation: 'not_found',
      subject: nameOf(absent),
      noActionReason: 'The object of the alert is not there, and what merely bears a similar name must not be touched.',
      suggestions: ['Check the labels of the alert, and whether it outlived what it was about.'],
    }),
  ]
}

/** What was taken away a moment ago has left lines and samples too. */
const JUST_NOW = 10 * 60_000

/** What is not in the cluster and yet was heard of just now runs somewhere else: it is not missing. */
function isHeard({ signals, now }: Scene, name: string): boolean {
  const heard = [
    ...(signals?.lines ?? []).map(({ labels, at }) => ({ labels, at: at.getTime() })),
    ...(signals?.figures ?? []).map(({ labels, points }) => ({ labels, at: points.at(-1)?.at ?? 0 })),
  ]
  return heard.some(
    ({ labels, at }) =>
      labels.pod === undefined && now.getTime() - at < JUST_NOW && Object.values(labels).includes(name),
  )
}

/** Its owner is well without it; otherwise that it is gone is part of the trouble. */
function isSurvived({ deployments, statefulSets }: ClusterScene, absent: Absent, { isMeant }: Removal): boolean {
  if (absent.kind !== 'Pod') return isMeant
  const owners = [...deployments, ...statefulSets].filter(
    ({ namespace, name }) => namespace === absent.namespace && absent.name.startsWith(`${name}-`),
  )
  return isMeant && owners.length > 0 && owners.every(({ replicas, readyReplicas }) => readyReplicas >= replicas)
}

function goneAsMeant({ kind, namespace, name }: Absent, { sentence, confidence, evidence, at }: Removal): Finding {
  return fault({
    kind: 'object_removed',
    statement: `${kind} ${name} is gone: ${sentence}.${kind === 'Pod' ? ' What it belonged to has all its pods ready.' : ''} The alert outlived it.`,
    evidence,
    confidence,
    situation: 'works_as_designed',
    subject: nameOf({ kind, namespace, name }),
    since: at,
    noActionReason: 'It was taken away by whoever keeps it, and nothing lacks it.',
    suggestions: ['The alert ends by itself when the series of what it was about do.'],
  })
}

function nameOf({ kind, namespace, name }: Absent): ObjectName {
  return { kind, ...(namespace !== undefined && { namespace }), name }
}

function nearTo(cluster: ClusterScene, absent: Absent): Near[] {
  const answered = refusals(cluster, absent).flatMap((exhibit) =>
    words(record(exhibit.result.data).near_names).map((name) => ({ name, evidence: cite(exhibit, name) })),
  )
  const alike = allWorkloads(cluster).filter(({ name }) => absent.kind !== 'Pod' && isAlike(name, absent.name))
  const listed = alike.flatMap(({ namespace, name, kind }) => {
    const key = `"name":${JSON.stringify(name)},"namespace":${JSON.stringify(namespace)}`
    const exhibit = cluster.exhibits.find(
      ({ plugin, result }) => plugin === 'list_pods' && JSON.stringify(result.data ?? {}).includes(key),
    )
    return exhibit ? [{ name: `${kind} ${namespace}/${name}`, evidence: citeField(exhibit, 'name', name) }] : []
  })
  return [...new Map([...answered, ...listed].map((one) => [one.name, one])).values()].slice(0, NEAR_MAX)
}

function refusals({ exhibits }: ClusterScene, { name }: Absent): Exhibit[] {
  return exhibits.filter(
    ({ plugin, parameters, result }) => plugin === 'describe_pod' && parameters.pod_name === name && !result.success,
  )
}

/** The refusal where there was one, else the list in which it is missing. */
function refusalQuotes(cluster: ClusterScene, absent: Absent): EvidenceReference[] {
  const refused = refusals(cluster, absent).flatMap((one) => (one.result.error ? cite(one, one.result.error) : []))
  if (refused.length > 0) return refused
  const list = cluster.exhibits.find(({ plugin, result }) => plugin === 'list_pods' && result.success)
  return list ? [citeField(list, 'total', Number(record(list.result.data).total ?? 0))] : []
}

/** The same name elsewhere, a name it begins or ends with, or one letter off. */
function isAlike(name: string, wanted: string): boolean {
  if (name === wanted || name.startsWith(wanted) || wanted.startsWith(name)) return true
  return Math.abs(name.length - wanted.length) <= 2 && distance(name, wanted) <= 2
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [place, against] of [...other].entries()) {
      const swap = (row[place] ?? 0) + (letter === against ? 0 : 1)
      next.push(Math.min(swap, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
