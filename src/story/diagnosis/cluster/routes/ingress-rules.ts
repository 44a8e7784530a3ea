/** Which rule of which Ingress answers an address, and to whom it sends it. */
import type { Subject } from '../../subject.ts'
import type { ClusterScene, Fields, ObjectKey, PlainObject, Shown } from '../cluster-scene.ts'
import { number, record, records, text } from '../reading/loose-fields.ts'
import { type ProbedAddress, probedAddress } from '../subject/mentioned-workloads.ts'

export type IngressRule = {
  ingress: Shown<PlainObject>
  host: string | undefined
  path: string
  isExact: boolean
  /** The Service, in the namespace of the Ingress. */
  backend: ObjectKey
  /** By number or by name. */
  port: number | string | undefined
  source: Fields
}

/** The newest sight of each: one asked for by name tells when it was written. */
export function ingressesOf({ objects }: Pick<ClusterScene, 'objects'>): Shown<PlainObject>[] {
  const all = objects.filter(({ kind }) => kind === 'Ingress')
  return [...new Map(all.map((one) => [`${one.namespace}/${one.name}`, one])).values()]
}

export function rulesOf(ingress: Shown<PlainObject>): IngressRule[] {
  const { rules, defaultBackend } = record(ingress.whole.spec)
  const written = records(rules).flatMap(({ host, http }) =>
    records(record(http).paths).flatMap((source) => asRule(ingress, text(host), source) ?? []),
  )
  const rest = asRule(ingress, undefined, { path: '/', backend: defaultBackend })
  return rest ? [...written, rest] : written
}

function asRule(ingress: Shown<PlainObject>, host: string | undefined, source: Fields): IngressRule | undefined {
  const service = record(record(source.backend).service)
  const name = text(service.name)
  if (name === undefined) return undefined
  const port = record(service.port)
  return {
    ingress,
    host,
    path: text(source.path) ?? '/',
    isExact: source.pathType === 'Exact',
    backend: { namespace: ingress.namespace ?? '', name },
    port: number(port.number) ?? text(port.name),
    source,
  }
}

/** A host by its own name before one by a pattern, then the longest path, and of two alike the exact one. */
function ruleFor(rules: readonly IngressRule[], { host, path = '/' }: ProbedAddress): IngressRule | undefined {
  const fitting = rules.filter((rule) => isHost(rule.host, host) && isPath(rule, path))
  return fitting.sort((one, other) => weightOf(other) - weightOf(one))[0]
}

function weightOf({ host, path, isExact }: IngressRule): number {
  return (host === undefined ? 0 : host.startsWith('*') ? 1 : 2) * 10_000 + path.length * 2 + (isExact ? 1 : 0)
}

export function isHost(rule: string | undefined, host: string): boolean {
  if (rule === undefined || rule === host) return true
  return rule.startsWith('*.') && host.endsWith(rule.slice(1)) && !host.slice(0, -rule.length + 1).includes('.')
}

function isPath({ path, isExact }: IngressRule, wanted: string): boolean {
  if (isExact) return wanted === path
  // Of a pattern only what stands before it can be compared.
  const [plain = ''] = path.split(/[(*[$^|?]/)
  const start = plain.replace(/\/$/, '')
  return wanted === start || wanted.startsWith(plain === path ? `${start}/` : start)
}

/** The rule that answers what the alert speaks of; undefined where it names no address. */
export function ruleOfAddress(cluster: Pick<ClusterScene, 'objects'>, subject: Subject): IngressRule | undefined {
  const address = probedAddress(subject)
  return address && ruleFor(ingressesOf(cluster).flatMap(rulesOf), address)
}

/** Those the alert is about: the one that answers its address, or all of the Ingress it names. */
export function rulesInQuestion(cluster: Pick<ClusterScene, 'objects'>, subject: Subject): IngressRule[] {
  const rule = ruleOfAddress(cluster, subject)
  if (rule) return [rule]
  const { ingress } = subject.labels
  return ingressesOf(cluster)
    .filter(({ name }) => name === ingress)
    .flatMap(rulesOf)
}
