/** Whether the newest revision took away what a Service asks of its pods: a port by name or number, or a label. */
import type { Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import type { Difference, PodView } from '../cluster-scene.ts'
import { type Gated, rollbackGate } from '../gates.ts'
import { workloadOf } from '../pods/workload-pods.ts'
import { record, records } from '../reading/loose-fields.ts'
import { sayReleased } from '../releases/released-workload.ts'
import { citeDifference, type History, historyOf } from '../releases/revision-history.ts'
import { sayChanges } from '../saying/say-change.ts'
import { sayAgo } from '../saying/say-time.ts'

export type RouteChange = { sentence: string; evidence: Finding['evidence']; gate: Gated }

type Asked = { pod: PodView; since: Date | undefined; why: string; took: (difference: Difference) => boolean }

/** Undefined where the newest revision is not to blame, or nobody can tell. */
export function changeBehindRoute({ cluster, now }: Scene, { pod, since, why, took }: Asked): RouteChange | undefined {
  const workload = cluster && workloadOf(cluster, pod)
  const history = cluster && historyOf(cluster, workload)
  const guilty = (history?.change?.differences ?? []).filter(took)
  if (!cluster || !history || guilty.length === 0) return undefined
  return {
    sentence: sentence(history, guilty, now),
    evidence: guilty.slice(0, 2).flatMap((one) => citeDifference(history, one)),
    gate: rollbackGate({ cluster, now }, { why, workload, since, guilty }),
  }
}

function sentence(history: History, guilty: readonly Difference[], now: Date): string {
  const { released, newest, rolledOutAt } = history
  const others = (history.change?.differences ?? []).filter((one) => isAdded(one) && isBesideOf(one, guilty))
  return ` It came with revision ${newest.revision} of ${sayReleased(released)} (rolled out ${sayAgo(rolledOutAt, now)}): ${sayChanges([...guilty, ...others])}.`
}

function isAdded({ from }: Difference): boolean {
  return from === null
}

/** What stands in its place now: a port of another name in the same list. */
function isBesideOf({ field }: Difference, guilty: readonly Difference[]): boolean {
  const listOf = (path: string) => path.replace(/(\.ports)\[.*$/, '$1')
  return field.includes('.ports[') && guilty.some((one) => one.field !== field && listOf(one.field) === listOf(field))
}

/** The revision before had the port, and this one has it no longer. */
export function tookPort(target: string | number | undefined): (difference: Difference) => boolean {
  return ({ field, from, to }) => {
    if (!/\.ports(\[|$)/.test(field)) return false
    const had = holdsPort(from, target) || (from !== null && from === target)
    return had && !holdsPort(to, target) && to !== target
  }
}

function holdsPort(value: unknown, target: string | number | undefined): boolean {
  const ports = Array.isArray(value) ? records(value) : [record(value)]
  return target !== undefined && ports.some(({ name, containerPort }) => name === target || containerPort === target)
}

/** One of the pairs a selector asks for. */
export function tookLabel(selector: Readonly<Record<string, string>>): (difference: Difference) => boolean {
  return ({ field, from, to }) =>
    Object.entries(selector).some(
      ([key, value]) => field === `metadata.labels.${key}` && from === value && to !== value,
    )
}
