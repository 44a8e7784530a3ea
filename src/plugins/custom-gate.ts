/**
 * The gate of a customer's remediation. We cannot look inside it, so a person has to ask for it by name; where its manifest
 * says for which alerts it is meant and which of its parameters name what it touches, a rule or a model may want it too, for
 * those alerts and for what is tied to them.
 */
import type { Gate, StepObject } from './gate.ts'

/** As a manifest writes it. */
export type ManifestGate = {
  /** Names of alerts it is meant for; `*` stands for any characters. None given: any alert. */
  alerts?: readonly string[]
  /** Parameters that name what it touches; each must name something tied to the alert. At least one. */
  ties: readonly string[]
}

export function customGate(name: string, manifest: ManifestGate | undefined): Gate {
  return {
    touches: (parameters, { personSaid }) =>
      manifest && !isAskedFor(name, personSaid) ? manifest.ties.flatMap((field) => objectsIn(parameters, field)) : [],
    whyNot(parameters, { personSaid, alertName }) {
      if (isAskedFor(name, personSaid)) return undefined
      if (!manifest) return `${name} brings no gate, so it is proposed only where a person asks for it by its name.`
      const missing = manifest.ties.find((field) => objectsIn(parameters, field).length === 0)
      if (missing !== undefined) return `${missing} must say what ${name} would touch.`
      const { alerts } = manifest
      return alerts === undefined || alerts.some((pattern) => isLike(alertName, pattern))
        ? undefined
        : `${name} is meant for ${alerts.join(', ')} and not for ${alertName}.`
    },
  }
}

/** As a word of its own, so that no longer name is taken for it. */
function isAskedFor(name: string, personSaid: string): boolean {
  return personSaid.split(/[\s,;:'"`()<>]+/).some((word) => word.replace(/[.!?]+$/, '') === name)
}

function objectsIn(parameters: Readonly<Record<string, unknown>>, field: string): StepObject[] {
  const namespace = typeof parameters.namespace === 'string' ? { namespace: parameters.namespace } : {}
  return [parameters[field]]
    .flat()
    .filter((value) => typeof value === 'string' && value !== '')
    .map((value) => ({ kind: kindOf(field), ...(field !== 'namespace' && namespace), name: String(value) }))
}

/** `pod_name` names a Pod; where the field is no kind we know, any object of that name is meant. */
const KINDS: Readonly<Record<string, string>> = {
  pod: 'Pod',
  pod_name: 'Pod',
  deployment: 'Deployment',
  statefulset: 'StatefulSet',
  daemonset: 'DaemonSet',
  node: 'Node',
  namespace: 'Namespace',
  database: 'Database',
}

function kindOf(field: string): string {
  return KINDS[field] ?? ANY_KIND
}

export const ANY_KIND = 'Object'

function isLike(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(name)
}

/** What is wrong with a gate as a manifest writes it. */
export function manifestGateProblem(gate: unknown, properties: Readonly<Record<string, unknown>>): string | undefined {
  if (gate === undefined) return undefined
  const { ties, alerts } = (gate ?? {}) as Partial<Record<keyof ManifestGate, unknown>>
  if (!isNames(ties) || ties.length === 0) return 'gate.ties must list the parameters that name what it touches'
  const unknown = ties.find((field) => !Object.hasOwn(properties, field))
  if (unknown !== undefined) return `gate.ties names ${unknown}, which is no parameter`
  return alerts === undefined || isNames(alerts) ? undefined : 'gate.alerts must list names of alerts'
}

function isNames(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length <= 50 && value.every((one) => typeof one === 'string' && one.length <= 200)
  )
}
