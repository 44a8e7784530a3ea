/**
 * A Kubernetes API server over real HTTP on loopback, loaded from real objects and held to recorded answers
 * (test/contracts/cluster-simulator.test.ts). What controllers and kubelets do is simple but true.
 */
import { jsonAnswer, parsedBody, type WireAnswer, type WireRequest } from '../wire/exchange.ts'
import { Faults } from '../wire/faults.ts'
import { openLoopbackServer } from '../wire/loopback-server.ts'
import { Recorder } from '../wire/recorder.ts'
import { Access, type Account, type Denial } from './access.ts'
import { answerReview, isReview } from './access-review.ts'
import { type ApiRequest, readApiRequest } from './api-request.ts'
import type { ControlRoom } from './controllers/control-room.ts'
import { Controllers } from './controllers/controllers.ts'
import { answerDiscovery } from './discovery.ts'
import type { GivenObject, Json, KubeObject } from './kube-object.ts'
import { kubeconfigFor } from './kubeconfig.ts'
import { ObjectStore } from './object-store.ts'
import { answerLog, type PodLog } from './pod-log.ts'
import { answerMetrics, METRICS_GROUP, type MetricsServer, PAGE_NOT_FOUND, withoutServer } from './pod-metrics.ts'
import { answerGet, answerList, answerWatch, getObject } from './reading.ts'
import { faultRefusal, methodNotAllowed, Refusal } from './refusal.ts'
import type { Resource } from './resources.ts'
import { isScalable, scaleOf } from './scale.ts'
import { answerWrite, asksForDryRun, checkDryRun } from './writing.ts'

/**
 * When the controllers work: right after each write; one round before each read, so that whoever polls sees the
 * cluster move; one round after each read, so that whoever reads right after a write sees the new generation under the
 * status of the old one, as a real controller that is some milliseconds behind shows it; or only when the test calls `step()` or `settle()`.
 */
export type Pace = 'at once' | 'by request' | 'behind reads' | 'by hand'

export type ClusterOptions = {
  /** The items of a v1 List, or the List itself. */
  objects: readonly GivenObject[] | { items: readonly GivenObject[] }
  podLogs?: readonly PodLog[]
  /** A PodMetricsList or its items; without it no metrics server is installed. */
  podMetrics?: readonly Json[] | { items: readonly Json[] }
  now?: () => Date
  token?: string
  /** The service account that the token stands for. */
  user?: string
  denials?: readonly Denial[]
  /** Others beside it, each with a token and rights of his own. */
  accounts?: readonly Account[]
  pace?: Pace
  /** What becomes of a new pod; undefined leaves it to how its siblings fare. */
  foretell?: (pod: KubeObject) => 'ready' | 'unready' | undefined
  /** One of several simulators' own. */
  recorder?: Recorder
}

export type ClusterSimulator = {
  url: string
  token: string
  /** Text for a file named by KUBECONFIG. */
  kubeconfig: string
  recorder: Recorder
  faults: Faults
  store: ObjectStore
  access: Access
  /** May be changed at any time. */
  metrics: { server: MetricsServer }
  /** One round of the controllers; true while there is more to do. */
  step(): boolean
  settle(): void
  close(): Promise<void>
}

export async function startClusterSimulator(options: ClusterOptions): Promise<ClusterSimulator> {
  const cluster = openCluster(options)
  const faults = new Faults()
  const server = await openLoopbackServer({
    system: 'kubernetes',
    recorder: cluster.recorder,
    faults,
    now: cluster.now,
    answer: (request) => answer(cluster, request),
    refuse: (status, message) => faultRefusal(status, message).answer(),
  })
  const { recorder, store, access, metrics, controllers } = cluster
  return {
    url: server.url,
    token: access.token,
    kubeconfig: kubeconfigFor(server.url, access.token),
    recorder,
    faults,
    store,
    access,
    metrics,
    step: () => controllers.step(),
    settle: () => controllers.settle(),
    close: server.close,
  }
}

type Cluster = {
  store: ObjectStore
  logs: PodLog[]
  samples: readonly Json[]
  metrics: { server: MetricsServer }
  access: Access
  recorder: Recorder
  controllers: Controllers
  pace: Pace
  now: () => Date
}

function openCluster(options: ClusterOptions): Cluster {
  const now = options.now ?? (() => new Date())
  const store = new ObjectStore(itemsOf(options.objects), now)
  const logs = [...(options.podLogs ?? [])]
  const room: ControlRoom = {
    store,
    logs,
    now,
    foretell: options.foretell ?? (() => undefined),
    fates: new Map(),
    lost: new Map(),
    serial: { next: 0 },
  }
  const { token = 'simulated-token', user = 'system:serviceaccount:firebreak:firebreak', denials = [] } = options
  return {
    store,
    logs,
    samples: itemsOf(options.podMetrics ?? []),
    metrics: { server: options.podMetrics === undefined ? 'absent' : 'installed' },
    access: new Access({ token, user, denials, accounts: options.accounts ?? [] }),
    recorder: options.recorder ?? new Recorder(),
    controllers: new Controllers(room),
    pace: options.pace ?? 'at once',
    now,
  }
}

function itemsOf<Item>(given: readonly Item[] | { items: readonly Item[] }): readonly Item[] {
  return 'items' in given ? given.items : given
}

function answer(cluster: Cluster, request: WireRequest): WireAnswer {
  try {
    const account = cluster.access.authenticate(request.headers)
    if (isReview(request)) return answerReview(request, account)
    const asked = readApiRequest(request)
    if (asked === undefined) return answerDiscovery(request.url.pathname, cluster.metrics.server)
    if (cluster.pace === 'by request' && request.method === 'GET') cluster.controllers.step()
    const admitted = { ...cluster, account }
    if (isWrite(asked)) return answerRecorded(admitted, asked, request)
    const answered = answerRead(admitted, asked, request)
    if (cluster.pace === 'behind reads') cluster.controllers.step()
    return answered
  } catch (error) {
    if (error instanceof Refusal) return error.answer()
    throw error
  }
}

function isWrite({ verb }: ApiRequest): boolean {
  return verb !== 'get' && verb !== 'list' && verb !== 'watch'
}

type Admitted = Cluster & { account: Account }

function answerRead(cluster: Admitted, asked: ApiRequest, request: WireRequest): WireAnswer {
  const served = admit(cluster, asked, request)
  if ('status' in served) return served
  const { store, logs, now } = cluster
  const { verb, resource, subresource } = served
  if (verb === 'list') return answerList(store, served, request)
  if (verb === 'watch') return answerWatch(store, served, request)
  if (subresource === undefined || subresource === 'status') return answerGet(store, served, request)
  const object = getObject(store, served)
  if (subresource === 'log') return answerLog(store, logs, object, request.url.searchParams, now())
  if (subresource === 'scale' && isScalable(object)) return jsonAnswer(200, scaleOf(object))
  throw methodNotAllowed(resource)
}

type Served = ApiRequest & { resource: Resource }

/** The account's rights come first: what may not be seen is forbidden, whether or not anybody serves it. */
function admit(
  { access, account, metrics, samples }: Admitted,
  asked: ApiRequest,
  request: WireRequest,
): Served | WireAnswer {
  access.authorize(asked, account)
  if (asked.group === METRICS_GROUP) return withoutServer(metrics.server) ?? answerMetrics(samples, asked, request)
  const { resource, subresource } = asked
  if (resource === undefined) return PAGE_NOT_FOUND
  if (subresource !== undefined && !resource.subresources.includes(subresource)) return PAGE_NOT_FOUND
  return { ...asked, resource }
}

function answerRecorded(cluster: Admitted, asked: ApiRequest, request: WireRequest): WireAnswer {
  const answered = attempt(() => answerChange(cluster, asked, request))
  const { verb, resource, plural, namespace, name, subresource } = asked
  cluster.recorder.effects.push({
    system: 'kubernetes',
    verb,
    kind: resource?.kind ?? plural,
    ...(namespace && { namespace }),
    name: name ?? '',
    ...(subresource && { subresource }),
    body: parsedBody(request),
    isDryRun: asksForDryRun(request),
    at: cluster.now(),
    status: answered.status,
  })
  return answered
}

function attempt(act: () => WireAnswer): WireAnswer {
  try {
    return act()
  } catch (error) {
    if (error instanceof Refusal) return error.answer()
    throw error
  }
}

function answerChange(cluster: Admitted, asked: ApiRequest, request: WireRequest): WireAnswer {
  const served = admit(cluster, asked, request)
  if ('status' in served) return served
  checkDryRun(request)
  const write = { asked: served, request, isDryRun: asksForDryRun(request), now: cluster.now() }
  const answered = answerWrite(cluster.store, write)
  if (cluster.pace === 'at once') cluster.controllers.settle()
  return answered
}
