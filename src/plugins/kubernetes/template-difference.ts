/** What differs between two pod templates, field by field. Lists of named things are compared by name, not by place. */
import { MASK } from '../../guidance/secrecy/mask.ts'
import { isSecretName } from '../../guidance/secrecy/secret-names.ts'
import type { Container, PodSpec, PodTemplate } from './kubernetes-objects.ts'

/** `null` where the field is absent on that side. */
type Difference = { field: string; from: unknown; to: unknown }

const DIFFERENCES_MAX = 60
const TEXT_MAX = 300
/** What an admission webhook or a LimitRange may have rewritten; mounts and volumes differ in every pod. */
const REWRITABLE = [
  'image',
  'command',
  'args',
  'env',
  'envFrom',
  'resources',
  'livenessProbe',
  'readinessProbe',
] as const

export function templateDifferences(from: PodTemplate, to: PodTemplate): Difference[] {
  const labels = walk('metadata.labels', from.metadata?.labels, to.metadata?.labels)
  const annotations = walk('metadata.annotations', from.metadata?.annotations, to.metadata?.annotations)
  return [...labels, ...annotations, ...walk('spec', from.spec, to.spec)].slice(0, DIFFERENCES_MAX)
}

/** Where the pod is not what its owner's template says: somebody changed it on the way in. */
export function rewrittenFields(template: PodSpec, pod: PodSpec): Difference[] {
  const intended = new Map(template.containers.map((container) => [container.name, container]))
  return pod.containers
    .flatMap((container) => {
      const field = `spec.containers[${container.name}]`
      const original = intended.get(container.name)
      if (!original) return [{ field, from: null, to: { image: container.image ?? null } }]
      return walk(field, rewritable(original), rewritable(container))
    })
    .slice(0, DIFFERENCES_MAX)
}

function rewritable(container: Container): Record<string, unknown> {
  return Object.fromEntries(REWRITABLE.map((field) => [field, container[field]]))
}

function walk(field: string, from: unknown, to: unknown): Difference[] {
  if (isSame(from, to)) return []
  if (Array.isArray(from) && Array.isArray(to)) return walkLists(field, from, to)
  if (isRecord(from) && isRecord(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return names.flatMap((name) => walk(`${field}.${name}`, from[name], to[name]))
  }
  const [before, after] = bothWhereTheyDiffer(from, to)
  return [{ field, from: shown(field, before), to: shown(field, after) }]
}

const BEFORE_DIFFERENCE = 40

/** Of two long texts, the part where they part: what is alike before it says nothing. */
function bothWhereTheyDiffer(from: unknown, to: unknown): readonly [unknown, unknown] {
  if (typeof from !== 'string' || typeof to !== 'string') return [from, to]
  if (from.length <= TEXT_MAX && to.length <= TEXT_MAX) return [from, to]
  const at = [...from].findIndex((letter, place) => letter !== to[place])
  const start = Math.max(0, (at === -1 ? from.length : at) - BEFORE_DIFFERENCE)
  return start === 0 ? [from, to] : [`… ${from.slice(start)}`, `… ${to.slice(start)}`]
}

function walkLists(field: string, from: unknown[], to: unknown[]): Difference[] {
  const inForce = field.endsWith('.env') ? variablesInForce(field, from, to) : []
  if (inForce.length > 0) return inForce
  const [one, other] = [byName(from), byName(to)]
  if (!one || !other) return [{ field, from: shown(field, from), to: shown(field, to) }]
  const names = [...new Set([...one.keys(), ...other.keys()])]
  return names.flatMap((name) => walk(`${field}[${name}]`, one.get(name), other.get(name)))
}

/** A variable may be given several times, and the last word counts: that is what the process sees. */
function variablesInForce(field: string, from: unknown[], to: unknown[]): Difference[] {
  const [one, other] = [lastOfEach(from), lastOfEach(to)]
  if (!one || !other) return []
  const names = [...new Set([...one.keys(), ...other.keys()])]
  return names.flatMap((name) => walk(`${field}[${name}]`, one.get(name), other.get(name)))
}

function lastOfEach(list: unknown[]): Map<string, unknown> | undefined {
  const entries = list.map((item) => [isRecord(item) ? item.name : undefined, item] as const)
  return entries.every((entry): entry is readonly [string, unknown] => typeof entry[0] === 'string')
    ? new Map(entries)
    : undefined
}

function byName(list: unknown[]): Map<string, unknown> | undefined {
  const map = lastOfEach(list)
  return map?.size === list.length ? map : undefined
}

/** Shown on cards too, where nobody looks at names any more; and here the name of a variable may stand in the field alone. */
function shown(field: string, value: unknown): unknown {
  const variable = /\.env\[([^\]]+)\]\.value$/.exec(field)?.[1]
  if (variable !== undefined && isSecretName(variable)) return value === undefined ? null : MASK
  return value === undefined ? null : maskVariables(value)
}

function maskVariables(value: unknown): unknown {
  if (typeof value === 'string' && value.length > TEXT_MAX) return `${value.slice(0, TEXT_MAX)} …`
  if (Array.isArray(value)) return value.map(maskVariables)
  if (!isRecord(value)) return value
  const isSecret = typeof value.name === 'string' && isSecretName(value.name) && value.value !== undefined
  const entries = Object.entries(value).map(([name, held]) => [name, maskVariables(held)])
  return { ...Object.fromEntries(entries), ...(isSecret && { value: MASK }) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Equal whatever the order of the fields. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(one[name], other[name]))
}
