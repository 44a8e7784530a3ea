/** Requests from outside that an Ingress leads astray: to nobody, to a Service that is not there, or to the wrong one. */
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { noAction } from '../cluster/gates.ts'
import {
  type IngressRoute,
  ingressesIn,
  routeFor,
  routesOfIngress,
  type WebAddress,
} from '../cluster/ingress-routes.ts'
import { addressOf } from '../cluster/look-at-ingress.ts'
import { number, record, records, text, time } from '../cluster/loose-fields.ts'
import { workloadCalled } from '../cluster/neighbours.ts'
import { lineOf } from '../cluster/quote.ts'
import { podsOf } from '../cluster/workload-pods.ts'
import { cite, type Exhibit } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'
import { fault } from './cluster-fault.ts'
import { FOR_WANT_OF_A_WAY } from './explained-kinds.ts'

export const ingressMisroutes: Analyzer = ({ cluster, subject }) => {
  const address = addressOf(subject)
  const ingresses = cluster ? ingressesIn(cluster) : []
  const [first] = ingresses
  if (!cluster || !address || !first) return []
  const routes = ingresses.flatMap(routesOfIngress)
  const route = routeFor(routes, address)
  if (!route)
    return routes.some(({ host }) => host === address.host) ? [leadsNowhere(address, first.exhibit, routes)] : []
  return noSuchBackend(route, address, cluster) ?? wrongBackend(route, address, cluster) ?? []
}

type Told = { statement: string; confidence: number; exhibit: Exhibit; quote: string; more?: Finding['evidence'] }

function told(
  name: string,
  namespace: string | undefined,
  { statement, confidence, exhibit, quote, more = [] }: Told,
): Finding {
  return fault({
    kind: 'ingress_misroutes',
    statement,
    evidence: [cite(exhibit, quote), ...more],
    confidence,
    subject: { kind: 'Ingress', name, ...(namespace !== undefined && { namespace }) },
    explains: FOR_WANT_OF_A_WAY,
    ...noAction(
      'The pods on both ways are as they should be; an Ingress is not changed automatically, and no restart or rollback changes where it leads.',
    ),
    suggestions: [`Correct the rules of Ingress ${name}.`],
  })
}

function say({ host, path }: WebAddress): string {
  return `https://${host}${path}`
}

function leadsNowhere(address: WebAddress, exhibit: Exhibit, routes: readonly IngressRoute[]): Finding {
  const own = routes.filter(({ host }) => host === address.host)
  const [first] = own
  const paths = own.map(({ path, service }) => `${path} to ${service}`)
  return told(first?.ingress.name ?? '', first?.ingress.namespace, {
    statement: `No rule of Ingress ${first?.ingress.name} leads ${say(address)} anywhere: for ${address.host} it has ${paths.join(', ')}.`,
    confidence: 0.8,
    exhibit,
    quote: JSON.stringify(address.host),
  })
}

/** `undefined` where the Services could not be seen. */
function noSuchBackend(route: IngressRoute, address: WebAddress, { objects }: ClusterScene): Finding[] | undefined {
  const { ingress, path, service, port } = route
  const services = objects.filter((one) => one.kind === 'Service' && one.namespace === ingress.namespace)
  const found = services.find(({ name }) => name === service)
  if (services.length === 0) return undefined
  const quote = JSON.stringify(service)
  if (!found) {
    const statement = `Ingress ${ingress.name} leads ${say(address)} (path ${path}) to Service ${service}, which does not exist; there are ${services.map(({ name }) => name).join(', ')}.`
    return [told(ingress.name, ingress.namespace, { statement, confidence: 0.9, exhibit: ingress.exhibit, quote })]
  }
  const ports = records(record(found.whole.spec).ports)
  if (port === undefined || ports.some((one) => number(one.port) === port || text(one.name) === port)) return undefined
  const statement = `Ingress ${ingress.name} leads ${say(address)} (path ${path}) to port ${port} of Service ${service}, which has only ${ports.map((one) => one.port).join(', ')}.`
  return [told(ingress.name, ingress.namespace, { statement, confidence: 0.9, exhibit: ingress.exhibit, quote })]
}

/** The path speaks of one Service, the rule leads to another, and that one says that it knows no such path. */
function wrongBackend(route: IngressRoute, address: WebAddress, cluster: ClusterScene): Finding[] | undefined {
  const { ingress, path, service } = route
  const services = cluster.objects.filter((one) => one.kind === 'Service' && one.namespace === ingress.namespace)
  const meant = services.find(({ name }) => name !== service && speaksOf(address.path, name))
  if (!meant || speaksOf(address.path, service)) return undefined
  const refusal = refusalOf(route, address, cluster)
  const since = time(records(record(ingress.whole.metadata).managedFields).at(-1)?.time)
  const statement = `Ingress ${ingress.name} leads ${say(address)} (path ${path}) to Service ${service}, while the path speaks of Service ${meant.name}: the requests for ${meant.name} arrive at ${service}${refusal ? `, which does not know them: "${refusal.text}"` : ''}.${since ? ` The Ingress was last written at ${since.toISOString()}.` : ''}`
  const more = refusal ? [cite(refusal.exhibit, refusal.quote)] : []
  const quote = JSON.stringify(service)
  return [
    told(ingress.name, ingress.namespace, {
      statement,
      confidence: refusal ? 0.9 : 0.6,
      exhibit: ingress.exhibit,
      quote,
      more,
    }),
  ]
}

/** A part of the path is the name of the Service, or what its name begins with. */
function speaksOf(path: string, service: string): boolean {
  const [first = ''] = service.split('-')
  return path
    .split('/')
    .some((part) => part !== '' && (part === service || (first.length > 2 && part.startsWith(first))))
}

const UNKNOWN_PATH = /no route|not found|\b404\b|cannot (?:get|post)|unknown (?:path|route)|routing ?error/i

function refusalOf({ ingress, service }: IngressRoute, { path }: WebAddress, cluster: ClusterScene) {
  const workload = workloadCalled({ namespace: ingress.namespace ?? '', name: service }, cluster)
  const pods = workload ? podsOf(cluster, workload).map(({ name }) => name) : []
  for (const log of cluster.logs.filter(({ name }) => pods.includes(name))) {
    const line = log.lines.findLast(({ text: said }) => said.includes(path) && UNKNOWN_PATH.test(said))
    if (line) return { text: lineOf({ line }), quote: line.text, exhibit: log.exhibit }
  }
  return undefined
}
