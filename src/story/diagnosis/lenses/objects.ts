/**
 * Who differs from his siblings in what he is rather than in what is measured of him, and what stands in listings that no
 * condition complains of: a host unlike the others, a process older than what it reads, a Service that means two, a run that
 * does not end.
 */

import { markThatForbids } from '../../../plugins/kubernetes/put-away.ts'
import type { ClusterScene, NodeView } from '../cluster/cluster-scene.ts'
import { podsOf, workloadOf } from '../cluster/pods/workload-pods.ts'
import { sayDuration } from '../cluster/saying/say.ts'
import { citeField } from '../evidence.ts'
import { clockTime } from '../signals/points.ts'
import { ownerName } from './entity-of.ts'
import { clipped, type Fact } from './fact.ts'
import { isNewcomer } from './steps/strange-host.ts'

const HOUR = 3_600_000
const SIBLINGS_LEAST = 2

export function objectFacts(cluster: ClusterScene, now: Date): Fact[] {
  return [
    ...oddHosts(cluster),
    ...newHosts(cluster, now),
    ...oldReaders(cluster, now),
    ...sharedServices(cluster),
    ...longRuns(cluster, now),
    ...reserved(cluster),
  ]
}

/** What somebody wrote on it who wants it left alone. */
function reserved({ deployments, statefulSets, daemonSets }: ClusterScene): Fact[] {
  return [...deployments, ...statefulSets, ...daemonSets].flatMap((one) => {
    const mark = markThatForbids(one.marks)
    if (mark === undefined) return []
    const text = clipped(`On ${one.name} is written "${mark}"`)
    const evidence = [citeField(one.exhibit, 'name', one.name)]
    return [{ ...bare, lens: 'state', entity: one.name, strength: 0.7, text, evidence }]
  })
}

/** Every host bears its own name; what only it bears otherwise, while the others share theirs, tells it apart. */
function oddHosts({ nodes }: ClusterScene): Fact[] {
  if (nodes.length <= SIBLINGS_LEAST) return []
  const marks = nodes.map(marksOf)
  const keys = [...new Set(marks.flatMap((one) => Object.keys(one)))]
  return nodes.flatMap((node, at) => {
    const own = keys.flatMap((key) => {
      const others = marks.filter((_, other) => other !== at).map((one) => one[key] ?? 'none')
      const value = marks[at]?.[key] ?? 'none'
      const isAlone = !others.includes(value) && others.every((one) => others.indexOf(one) !== others.lastIndexOf(one))
      return isAlone ? [`${key} ${value} (the others: ${[...new Set(others)].slice(0, 3).join(', ')})`] : []
    })
    if (own.length === 0) return []
    const text = `Node ${node.name} alone has ${own.slice(0, MARKS_SHOWN).join('; ')}`
    return [{ ...bare, lens: 'differs', entity: node.name, strength: 0.6, text, evidence: [nameOf(node)] }]
  })
}

function newHosts({ nodes }: ClusterScene, now: Date): Fact[] {
  return nodes.flatMap((node) => {
    const at = node.createdAt
    if (!at || !isNewcomer(node, nodes, now)) return []
    const text = `Node ${node.name} came ${sayDuration(now.getTime() - at.getTime())} ago, long after all others`
    const evidence = [citeField(node.exhibit, 'creationTimestamp', String(node.source.creationTimestamp))]
    return [{ ...bare, lens: 'differs', entity: node.name, strength: 0.6, text, evidence }]
  })
}

const MARKS_SHOWN = 3
const bare = { names: [], at: undefined } as const

function marksOf({ labels, taints, built }: NodeView): Record<string, string> {
  const told = Object.entries(labels).filter(([key]) => !key.endsWith('/hostname'))
  const shut = taints.map(({ key, value }) => [`taint ${key}`, value || 'set'])
  return { ...built, ...Object.fromEntries([...told, ...shut]) }
}

const RECENT_MS = 24 * HOUR

/** Some began before what they read was written and some after it: only those know what it says now. */
function oldReaders(cluster: ClusterScene, now: Date): Fact[] {
  const facts = cluster.described.flatMap(({ references, pod }) => {
    const workload = workloadOf(cluster, pod)
    const pods = workload ? podsOf(cluster, workload) : []
    return references.flatMap(({ kind, name, lastWrite: at }) => {
      if (!at || now.getTime() - at.getTime() > RECENT_MS) return []
      const old = pods.filter(({ createdAt }) => createdAt && createdAt < at)
      const young = pods.length - old.length
      return young === 0 ? [] : old.map((one) => oldReader(one, `${kind} ${name}`, at, young))
    })
  })
  return [...new Map(facts.map((one) => [one.text, one])).values()]
}

function oldReader(pod: ClusterScene['pods'][number], read: string, at: Date, young: number): Fact {
  const text = `Pod ${pod.name} started before ${read}, which it reads, was written at ${clockTime(at)}; ${young} of its siblings started after that`
  const names = [ownerName(pod.name)]
  return { lens: 'differs', entity: pod.name, names, at, strength: 0.85, text, evidence: [nameOf(pod)] }
}

/** Whose pods a Service means is said by labels alone: it may mean more than one workload. */
function sharedServices({ described, deployments, statefulSets }: ClusterScene): Fact[] {
  const workloads = [...deployments, ...statefulSets]
  const facts = described.flatMap(({ services, pod, exhibit }) =>
    services.flatMap(({ name, selector }) => {
      const asked = Object.entries(selector)
      const meant = workloads.filter(
        ({ namespace, podLabels, replicas }) =>
          namespace === pod.namespace && replicas > 0 && asked.every(([key, value]) => podLabels[key] === value),
      )
      if (asked.length === 0 || meant.length < 2) return []
      const names = meant.map((one) => one.name)
      const text = `Service ${name} sends to the pods of ${names.join(' and ')}: its selector (${asked.map((pair) => pair.join('=')).join(', ')}) matches the labels of each`
      const evidence = [citeField(exhibit, 'name', name)]
      return names.map((entity) => ({ ...bare, lens: 'state' as const, entity, names, strength: 0.55, text, evidence }))
    }),
  )
  return [...new Map(facts.map((one) => [`${one.entity} ${one.text}`, one])).values()]
}

/** A run of a schedule that goes on for longer than an hour holds up the next ones, or is in nobody's way. */
function longRuns({ jobs, cronJobs }: ClusterScene, now: Date): Fact[] {
  return jobs.flatMap((job) => {
    const { name, namespace, startedAt, active, owner } = job
    const lasts = startedAt ? now.getTime() - startedAt.getTime() : 0
    if (active === 0 || lasts < HOUR || owner?.kind !== 'CronJob') return []
    const schedule = cronJobs.find((one) => one.name === owner.name && one.namespace === namespace)
    const last = schedule?.lastSucceededAt
      ? `, which last succeeded ${sayDuration(now.getTime() - schedule.lastSucceededAt.getTime())} ago`
      : ''
    const text = clipped(
      `Job ${name} of CronJob ${owner.name}${schedule ? ` (schedule ${schedule.schedule})` : ''} is still running after ${sayDuration(lasts)}${last}`,
    )
    const names = [owner.name, namespace]
    return [{ lens: 'state', entity: owner.name, names, at: startedAt, strength: 0.6, text, evidence: [nameOf(job)] }]
  })
}

function nameOf({ exhibit, name }: { exhibit: Parameters<typeof citeField>[0]; name: string }) {
  return citeField(exhibit, 'name', name)
}
