/** The releases of a workload in the ledger: the newest, and those before it whose change is still in force. */
import { isDeepStrictEqual } from 'node:util'
import type { PodTemplate } from '../../../plugins/kubernetes/kubernetes-objects.ts'
import { templateDifferences } from '../../../plugins/kubernetes/template-difference.ts'
import type { ClusterScene, Difference, WorkloadName } from '../cluster/cluster-scene.ts'
import { record, records, text, time } from '../cluster/reading/loose-fields.ts'
import { type History, historyOf } from '../cluster/releases/revision-history.ts'
import { sayChanges } from '../cluster/saying/say-change.ts'
import { cite, citeField, type Exhibit } from '../evidence.ts'
import { clockTime } from '../signals/points.ts'
import { clipped, type Fact } from './fact.ts'

export type Entry = Omit<Fact, 'lens'>

export function releasesOf(cluster: ClusterScene, workload: WorkloadName, exhibits: readonly Exhibit[]): Entry[] {
  const history = historyOf(cluster, workload)
  const sets = shownObjects(exhibits, /^ReplicaSet$/)
  return history?.previous ? [...newestOf(history, workload, sets), ...earlierOf(history, workload, sets)] : []
}

function newestOf(history: History, workload: WorkloadName, sets: readonly Shown[]): Entry[] {
  const { newest, previous, released, rolledOutAt: at } = history
  if (!at || !previous) return []
  const change = history.change ?? comparedSets(sets, newest.name, previous.name)
  const differences = change?.differences ?? []
  const isRestart = differences.length > 0 && differences.every((one) => /restartedAt/.test(JSON.stringify(one)))
  const quoted = change?.exhibit
    ? cite(change.exhibit, newest.name)
    : citeField(released.exhibit, 'name', workload.name)
  return [
    {
      ...entryOf(workload, { revision: newest.revision, at, differences, quoted }),
      strength: isRestart ? 0.5 : 1,
      ...(!isRestart && { deed: { kind: 'release' as const, workload, differences } }),
    },
  ]
}

/** A harmless one may have followed the one that brought the trouble: then the way back leads further. */
function earlierOf({ newest }: History, workload: WorkloadName, sets: readonly Shown[]): Entry[] {
  const own = sets.flatMap((set) => ownRevision(set, workload)).sort((one, other) => other.revision - one.revision)
  return own.slice(1).flatMap(({ set, revision, at }, index) => {
    const before = own[index + 2]
    // A template that was returned to is older than the step.
    if (!before || before.at >= at) return []
    const [brought, since] = [set.name, newest.name].map((one) => comparedSets(sets, one, before.set.name))
    const differences = (brought?.differences ?? []).filter((one) =>
      since?.differences.some((other) => isDeepStrictEqual(one, other)),
    )
    if (differences.length === 0) return []
    const deed = { kind: 'release' as const, workload, differences, backTo: before.revision }
    return [{ ...entryOf(workload, { revision, at, differences, quoted: cite(set.exhibit, set.name) }), deed }]
  })
}

function ownRevision(set: Shown, { kind, namespace, name }: WorkloadName) {
  const { ownerReferences, annotations, creationTimestamp, namespace: place } = record(set.whole.metadata)
  const revision = Number(record(annotations)['deployment.kubernetes.io/revision'])
  const at = time(creationTimestamp)
  const isOwn = place === namespace && records(ownerReferences).some((one) => one.kind === kind && one.name === name)
  return isOwn && at && revision > 0 ? [{ set, revision, at }] : []
}

type Told = {
  revision: number | string | undefined
  at: Date
  differences: readonly Difference[]
  quoted: Entry['evidence'][number]
}

function entryOf({ kind, name }: WorkloadName, { revision, at, differences, quoted }: Told): Entry {
  const what = differences.length > 0 ? sayChanges(differences) : 'what it changed was not seen'
  return {
    entity: name,
    names: [...new Set(differences.flatMap(wordsOfDifference))],
    at,
    strength: 1,
    text: clipped(`${kind} ${name}: revision ${revision} was rolled out at ${clockTime(at)} (${what})`),
    evidence: [quoted],
  }
}

function wordsOfDifference({ from, to }: Difference): string[] {
  return [from, to]
    .flatMap((value) => (typeof value === 'string' ? (value.match(/[a-z][\w.-]{3,}/gi) ?? []) : []))
    .slice(0, 6)
}

type Shown = { exhibit: Exhibit; whole: Readonly<Record<string, unknown>>; name: string }

export function shownObjects(exhibits: readonly Exhibit[], kind: RegExp): Shown[] {
  return exhibits
    .filter(({ plugin, result }) => plugin === 'llm.orchestrator_action' && result.success)
    .flatMap((exhibit) =>
      records(record(exhibit.result.data).objects).flatMap((whole) => {
        const name = text(record(whole.metadata).name)
        return name !== undefined && kind.test(String(whole.kind)) ? [{ exhibit, whole, name }] : []
      }),
    )
}

function comparedSets(sets: readonly Shown[], newest: string, previous: string) {
  const find = (name: string) => sets.find((one) => one.name === name)
  const [after, before] = [find(newest), find(previous)]
  if (!after || !before) return undefined
  const template = ({ whole }: Shown) => record(record(whole.spec).template) as unknown as PodTemplate
  const all = templateDifferences(template(before), template(after))
  // Every set bears a hash of its own.
  return { differences: all.filter(({ field }) => !/pod-template-hash/.test(field)), exhibit: after.exhibit }
}
