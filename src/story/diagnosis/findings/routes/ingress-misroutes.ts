/** An address of the outside that an Ingress leads astray: to nobody, to a port nobody has, or to somebody else. */

import { findServiceCommand } from '../../cluster/asking/look-at-routes.ts'
import type { ClusterScene, ServiceView } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { record } from '../../cluster/reading/loose-fields.ts'
import { readService } from '../../cluster/reading/read-described-pod.ts'
import {
  type IngressRule,
  ingressesOf,
  isHost,
  lastWriteOf,
  rulesInQuestion,
  rulesOf,
} from '../../cluster/routes/ingress-rules.ts'
import { type Denial, denialsOf, servicesMeant } from '../../cluster/routes/path-owner.ts'
import { citePart, lineOf, sayAgo, sayTime, sayTimes } from '../../cluster/saying/say.ts'
import { type ProbedAddress, probedAddress } from '../../cluster/subject/mentioned-workloads.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault } from '../cluster-fault.ts'
import { CAUSED_BY_LOST_ROUTE } from '../explained-kinds.ts'

const UNTOUCHED = noAction(
  'The pods do as they should; only whoever owns the Ingress can say where it was meant to lead.',
)

export const ingressMisroutes: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  const rules = rulesInQuestion(cluster, scene)
  if (rules.length === 0) return uncoveredPath(scene, cluster)
  return rules.flatMap(
    (rule) =>
      toNobody(scene, cluster, rule) ?? toClosedPort(scene, cluster, rule) ?? toOther(scene, cluster, rule) ?? [],
  )
}

type FindingParts = Pick<Finding, 'confidence' | 'evidence' | 'suggestions'> & { wrong: string }

function findingOf(
  { now, subject }: Scene,
  { ingress, host, path, source }: IngressRule,
  parts: FindingParts,
): Finding {
  const { at, by } = lastWriteOf(ingress)
  const written = at
    ? ` The Ingress was last written at ${sayTime(at)} (${sayAgo(at, now)})${by ? ` with ${by}` : ''}.`
    : ''
  return fault({
    kind: 'ingress_misroutes',
    statement: `Ingress ${ingress.namespace}/${ingress.name} leads ${host ?? probedAddress(subject)?.host ?? ''}${path} ${parts.wrong}.${written}`,
    evidence: [citePart(ingress.exhibit, source), ...parts.evidence],
    confidence: parts.confidence,
    subject: { kind: 'Ingress', namespace: ingress.namespace ?? '', name: ingress.name },
    ...(at && { since: at }),
    explains: [...CAUSED_BY_LOST_ROUTE, 'service_misroutes'],
    ...UNTOUCHED,
    suggestions: parts.suggestions,
  })
}

/** It was asked for by its name, and the server showed none. */
function toNobody(scene: Scene, { exhibits }: ClusterScene, rule: IngressRule): Finding | undefined {
  const { namespace, name } = rule.backend
  const absence = exhibits.find(
    ({ parameters, result }) =>
      parameters.command === findServiceCommand(name, namespace) && result.success && record(result.data).total === 0,
  )
  return (
    absence &&
    findingOf(scene, rule, {
      wrong: `to Service ${name}, which does not exist in namespace ${namespace}`,
      evidence: [citeField(absence, 'total', 0)],
      confidence: 0.9,
      suggestions: [
        `Create Service ${name} in namespace ${namespace}, or lead ${rule.path} to the one that serves it.`,
      ],
    })
  )
}

function toClosedPort(scene: Scene, cluster: ClusterScene, rule: IngressRule): Finding | undefined {
  const service = serviceBehind(cluster, rule)
  const { port } = rule
  if (!service || port === undefined || service.ports.some((one) => one.port === port || one.name === port))
    return undefined
  const open = service.ports.map((one) => `${one.port}${one.name ? ` (${one.name})` : ''}`).join(', ')
  return findingOf(scene, rule, {
    wrong: `to port ${port} of Service ${service.name}, which has only ${open || 'no ports'}`,
    evidence: [cite(service.exhibit, JSON.stringify(service.name))],
    confidence: 0.9,
    suggestions: [`Let the backend of ${rule.path} name a port that Service ${service.name} has: ${open}.`],
  })
}

function serviceBehind({ objects }: ClusterScene, { backend }: IngressRule) {
  const found = objects.find(
    ({ kind, name, namespace }) => kind === 'Service' && name === backend.name && namespace === backend.namespace,
  )
  if (!found) return undefined
  const service: ServiceView = readService({ ...record(found.whole.spec), name: found.name })
  return { ...service, exhibit: found.exhibit }
}

/** Its name speaks of another, or it says itself that it knows no such path; both together leave no doubt. */
function toOther(scene: Scene, cluster: ClusterScene, rule: IngressRule): Finding | undefined {
  const path = probedAddress(scene.subject)?.path ?? rule.path
  const [meant] = servicesMeant(cluster, rule, path)
  const denials = denialsOf(cluster, rule, path)
  const [first] = denials
  if (!meant && !first) return undefined
  const isSudden = isShortlyBefore(lastWriteOf(rule.ingress).at, scene)
  return findingOf(scene, rule, {
    wrong: `to Service ${rule.backend.name}${meant ? ` instead of ${meant.name}, after which the path is called` : ''}${first ? sayDenials(first, denials.length, path) : ''}`,
    evidence: [
      ...(meant ? [cite(meant.exhibit, JSON.stringify(meant.name))] : []),
      ...(first ? [cite(first.exhibit, first.line.text)] : []),
    ],
    confidence: meant && first ? 0.9 : isSudden ? 0.75 : first ? 0.65 : 0.5,
    suggestions: [
      `Lead ${rule.path} of Ingress ${rule.ingress.name} to ${meant ? `Service ${meant.name}` : 'the Service that serves it'} again.`,
    ],
  })
}

function sayDenials(first: Denial, count: number, path: string): string {
  return `; ${first.pod} knows no ${path}: "${lineOf(first)}" (${sayTimes(count)})`
}

const BEFORE_MINUTES = 60

function isShortlyBefore(written: Date | undefined, { subject: { startedAt }, now }: Scene): boolean {
  const minutes = written ? ((startedAt ?? now).getTime() - written.getTime()) / 60_000 : -1
  return minutes >= 0 && minutes <= BEFORE_MINUTES
}

/** The host is served, but no rule speaks of this path: the controller answers "not found" by itself. */
function uncoveredPath({ subject, now }: Scene, cluster: ClusterScene): Finding[] {
  const address = probedAddress(subject)
  if (!address) return []
  const ingress = ingressesOf(cluster).find((one) => pathsFor(one, address).length > 0)
  if (!ingress) return []
  const { at } = lastWriteOf(ingress)
  const paths = pathsFor(ingress, address)
  return [
    fault({
      kind: 'ingress_misroutes',
      statement: `No rule of Ingress ${ingress.namespace}/${ingress.name} covers ${address.host}${address.path}: for that host it knows only ${paths.join(', ')}, so the ingress controller answers by itself that there is nothing (404).${at ? ` It was last written at ${sayTime(at)} (${sayAgo(at, now)}).` : ''}`,
      evidence: [cite(ingress.exhibit, JSON.stringify(ingress.name)), cite(ingress.exhibit, JSON.stringify(paths[0]))],
      confidence: 0.8,
      subject: { kind: 'Ingress', namespace: ingress.namespace ?? '', name: ingress.name },
      explains: CAUSED_BY_LOST_ROUTE,
      ...UNTOUCHED,
      suggestions: [
        `Add a rule for ${address.path} to Ingress ${ingress.name}, or correct the address that is probed.`,
      ],
    }),
  ]
}

function pathsFor(ingress: Parameters<typeof rulesOf>[0], { host }: ProbedAddress): string[] {
  const own = rulesOf(ingress).filter((rule) => rule.host !== undefined && isHost(rule.host, host))
  return own.map(({ path }) => path)
}
