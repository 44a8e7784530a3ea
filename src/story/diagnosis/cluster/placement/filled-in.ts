/** A limit or request that stands in the pod and not in its template: who filled it in, and since when. */
import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import type { DescribedPod, Difference, Fields, Shown } from '../cluster-scene.ts'
import { record, records, text, texts, time } from '../reading/loose-fields.ts'
import { sayAgo, sayTime } from '../saying/say.ts'

export type FilledIn = { sentence: string; advice: string; evidence: EvidenceReference[] }

type Amount = { container: string; part: 'limits' | 'requests'; resource: string }

/** Undefined where the template says it itself, or nothing tells who did. */
export function filledIn(described: Shown<DescribedPod> | undefined, amount: Amount, now: Date): FilledIn | undefined {
  if (!described || !isAdded(described, amount)) return undefined
  return byLimitRange(described, amount, now)
}

/** Whether a difference is only what a LimitRange, or the API itself, fills in where the template leaves it open. */
export function isDefaulted({ field, from, to }: Difference, described: DescribedPod): boolean {
  const container = /^spec\.containers\[([^\]]+)\]\.resources/.exec(field)?.[1]
  if (from !== null || container === undefined) return false
  const held = valuesOf(field, to)
  return held.every((one) => rangeOf(described, { container, ...one }) || isLimitItself(described, container, one))
}

/** The API takes a limit for the request where no request is given. */
function isLimitItself({ containers }: DescribedPod, container: string, { part, resource, value }: Held): boolean {
  const limit = containers.find(({ name }) => name === container)?.limits[resource]
  return part === 'requests' && limit !== undefined && isEqual(limit, value)
}

type Held = { part: Amount['part']; resource: string; value: string }

function valuesOf(field: string, to: unknown): Held[] {
  const [, part, resource] = /\.resources(?:\.(limits|requests)(?:\.(.+))?)?$/.exec(field) ?? []
  const ofPart = (name: string, amounts: unknown): Held[] =>
    Object.entries(texts(amounts)).map(([key, value]) => ({ part: name as Amount['part'], resource: key, value }))
  if (part !== undefined && resource !== undefined)
    return [{ part: part as Amount['part'], resource, value: String(to) }]
  if (part !== undefined) return ofPart(part, to)
  return Object.entries(record(to)).flatMap(([name, amounts]) => ofPart(name, amounts))
}

/** It stands in the pod, and no template says it. */
export function isAdded({ rewritten }: DescribedPod, { container, part, resource }: Amount): boolean {
  return rewritten.some(
    ({ field, from, to }) =>
      from === null &&
      field.startsWith(`spec.containers[${container}].resources`) &&
      valuesOf(field, to).some((one) => one.part === part && one.resource === resource),
  )
}

function byLimitRange(described: Shown<DescribedPod>, amount: Amount, now: Date): FilledIn | undefined {
  const { container, part, resource } = amount
  const value = described.containers.find(({ name }) => name === container)?.[part][resource]
  const range = value === undefined ? undefined : rangeOf(described, { container, part, resource, value })
  const note = texts(record(described.whole.pod).annotations)['kubernetes.io/limit-ranger']
  const [name, at] = [text(range?.name) ?? '', time(range?.last_write)]
  const { createdAt } = described.pod
  // It acts on pods as they are made: a younger one gave this pod nothing, unless the pod itself says so.
  const isYounger = note === undefined && at !== undefined && createdAt !== undefined && at > createdAt
  if (!range || isYounger) return undefined
  const since = at ? `, last written at ${sayTime(at)} (${sayAgo(at, now)}),` : ''
  return {
    sentence: ` The template sets no ${resource} ${part.replace(/s$/, '')}: LimitRange ${name}${since} gives ${value} to every new container of the namespace that has none.`,
    advice: `Set resources.${part}.${resource} of container ${container} in the template of ${ownerOf(described)} to what it needs, or change the default in LimitRange ${name}.`,
    evidence: [
      cite(described.exhibit, `"name":${JSON.stringify(name)}`),
      ...(note === undefined ? [] : [cite(described.exhibit, note)]),
    ],
  }
}

/** One whose default for containers is the very amount. */
function rangeOf(
  { limitRanges }: DescribedPod,
  { part, resource, value }: Held & { container: string },
): Fields | undefined {
  return limitRanges.find(({ limits }) =>
    records(limits).some(({ type, default: limit, defaultRequest, max, min }) => {
      const all = part === 'limits' ? [limit, max] : [defaultRequest, limit, min, max]
      const given = all.flatMap((amounts) => texts(amounts)[resource] ?? [])
      return type === 'Container' && given.some((one) => isEqual(one, value))
    }),
  )
}

function isEqual(one: string, other: string): boolean {
  return one === other || readQuantity(one) === readQuantity(other)
}

function ownerOf({ owners, pod }: DescribedPod): string {
  const owner = owners.at(-1)
  return owner ? `${owner.kind} ${owner.name}` : `pod ${pod.name}`
}
