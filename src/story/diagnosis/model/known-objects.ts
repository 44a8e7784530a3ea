/**
 * Names and numbers a step may aim at: from the alert's labels, from what people told us of their environment, and from
 * fields of live listings. Words of logs, messages and queries are not among them, whatever they name.
 */
import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import type { Exhibit } from '../evidence.ts'
import type { GivesOrders } from '../instructions/gives-orders.ts'
import type { Subject } from '../subject.ts'

export type KnownObjects = {
  hasName(name: string): boolean
  /** `field` is the parameter's name, such as pid. */
  hasNumber(field: string, value: number): boolean
}

type Sources = {
  subject: Subject
  environment: EnvironmentMap
  exhibits: readonly Exhibit[]
  givesOrders: GivesOrders
}

/** Fields in which a listing names an object; a label or an annotation of one may say anything. */
const NAMING =
  /^(name|namespace|pod|pod_name|node|nodename|deployment|owner|object|database|datname|relname|relation|schemaname)$/i
const WRITTEN_BY_ANYBODY = /^(labels|annotations|env|args|command|tags|frames|lines|query|message)$/i
const NUMBERING: Readonly<Record<string, RegExp>> = {
  pid: /^(pid|leader_pid)$/,
  revision: /^revision$/,
  replicas: /^replicas$/,
}

export function knownObjects({ subject, environment, exhibits, givesOrders }: Sources): KnownObjects {
  const names = new Set<string>()
  const numbers = new Set<string>()
  const addName = (name: string) => {
    if (!givesOrders(name)) for (const form of formsOf(name)) names.add(form)
  }
  for (const value of Object.values(subject.labels)) addName(value)
  for (const { name, namespace, dependencies } of environment.services)
    [name, namespace, ...dependencies].forEach(addName)
  for (const { name, databases } of environment.databases) [name, ...databases].forEach(addName)
  for (const { result } of exhibits)
    if (result.success)
      for (const { field, value } of fieldsIn(result.data))
        if (typeof value === 'number') for (const kind of numberKinds(field)) numbers.add(`${kind} ${value}`)
        else if (NAMING.test(field)) addName(value)
  const labelledPid = Number(subject.labels.pid)
  if (Number.isInteger(labelledPid)) numbers.add(`pid ${labelledPid}`)
  return {
    hasName: (name) => names.has(name) || (name.includes('.') && name.split('.').every((part) => names.has(part))),
    hasNumber: (field, value) => numbers.has(`${field} ${value}`),
  }
}

/** `Deployment/checkout` names checkout, and `public.orders` names orders. */
function formsOf(name: string): string[] {
  const bare = name.replace(/^[A-Za-z]+\//, '')
  return [name, bare, bare.replace(/^[A-Za-z_]\w*\./, '')]
}

function numberKinds(field: string): string[] {
  return Object.entries(NUMBERING).flatMap(([kind, form]) => (form.test(field) ? [kind] : []))
}

function* fieldsIn(value: unknown, field = ''): Generator<{ field: string; value: string | number }> {
  if (typeof value === 'string' || typeof value === 'number') yield { field, value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    if (Array.isArray(value)) yield* fieldsIn(part, field)
    else if (!WRITTEN_BY_ANYBODY.test(name)) yield* fieldsIn(part, name)
}
