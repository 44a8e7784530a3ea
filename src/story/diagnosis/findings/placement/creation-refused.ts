/** Pods the API server refuses to create, and a namespace that is being deleted, in which nothing new can be made. */
import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type {
  ClusterScene,
  ConditionView,
  Fields,
  PlainObject,
  PodView,
  Shown,
  UsageView,
  WorkloadName,
} from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { type RefusedCreation, refusedCreations, sayStanding } from '../../cluster/placement/refused-creations.ts'
import { findPod, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { record, records, text, texts, time } from '../../cluster/reading/loose-fields.ts'
import { readConditions } from '../../cluster/reading/read-listed.ts'
import { readWebhookFailure, type WebhookBackend } from '../../cluster/routes/empty-services.ts'
import { amountOf, minutesBetween, sayAgo, sayAmount, sayMany, sayTime } from '../../cluster/saying/say.ts'
import { cite, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault, type ObjectName } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { aside, CAUSED_BY_MISSING_PODS, FOLLOWS } from '../cluster-fault.ts'

/** How the server says it, what it means, and what helps. */
type Refusal = {
  kind: string
  words: RegExp
  why: (found: RegExpExecArray, workload: WorkloadName) => string
  advice: (found: RegExpExecArray, workload: WorkloadName) => string
}

/** The first that fits. */
const REFUSALS: readonly Refusal[] = [
  {
    kind: 'quota_exceeded',
    words: /exceeded quota: ([^,\s]+), requested: (.+), used: (.+), limited: ([^\n"]+)/,
    why: ([, quota], { namespace }) => `quota ${quota} of namespace ${namespace} is used up.`,
    advice: ([, quota], { name, namespace }) =>
      `Raise quota ${quota}, lower the requests of ${name}, or run fewer pods in namespace ${namespace}.`,
  },
  {
    kind: 'quota_exceeded',
    words: /failed quota: ([^:\s]+): must specify ([^\n"]+)/,
    why: ([, quota, what], { namespace }) =>
      `quota ${quota} of namespace ${namespace} demands that pods specify ${what}.`,
    advice: ([, , what], { name }) => `Give the containers of ${name} ${what}.`,
  },
  {
    kind: 'admission_webhook_down',
    words: /failed calling webhook "([^"]+)"/,
    why: ({ input, 1: webhook }) =>
      `admission webhook ${webhook}${sayBackend(input)} cannot be asked${sayFailure(input)}, and so no pod is admitted.`,
    advice: ({ input }) =>
      `Bring the webhook's backend${sayBackend(input)} back; until then its failurePolicy decides whether pods are admitted without it.`,
  },
  {
    kind: 'admission_denied',
    words: /admission webhook "([^"]+)" denied the request/,
    why: ([, webhook]) => `admission webhook ${webhook} denies its pods.`,
    advice: () => 'Change the pod template to what the policy asks for, or ask its owners for an exception.',
  },
  {
    kind: 'pod_security',
    words: /violates PodSecurity "([^"]+)"/,
    why: ([, level]) => `its pods break the namespace's PodSecurity level ${level}.`,
    advice: () =>
      'Set the securityContext the message asks for, or move the workload to a namespace with another level.',
  },
  {
    kind: 'limit_range',
    words:
      /(maximum|minimum) \S+ (usage|limit|request)[^\n]*per (Container|Pod|PersistentVolumeClaim)|limit to request ratio/i,
    why: () => 'its pods are outside the LimitRange of the namespace.',
    advice: () => 'Bring requests and limits within the LimitRange, or change the LimitRange.',
  },
  {
    kind: 'service_account_missing',
    words: /serviceaccount "([^"]+)" not found/i,
    why: ([, account]) => `its service account ${account} does not exist.`,
    advice: ([, account]) => `Create service account ${account}, or correct its name in the pod template.`,
  },
  {
    kind: 'creation_refused',
    words: /forbidden|is invalid|denied|refused/i,
    why: () => 'the API server refuses to create its pods.',
    advice: () => 'Correct what the message names.',
  },
]

export const creationRefused: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  const refused = refusedCreations(cluster).flatMap((one) => {
    const found = refusedBy(one, cluster)
    return found ? [one.isSubject ? found : aside(found)] : []
  })
  return refused.some(({ kind }) => kind === 'quota_exceeded') ? refused : [...refused, ...fullQuotas(cluster, scene)]
}

function refusedBy(refusal: RefusedCreation, cluster: ClusterScene): Finding | undefined {
  const { message, workload, evidence, since } = refusal
  const row = REFUSALS.find(({ words }) => words.test(message))
  const found = row?.words.exec(message)
  if (!row || !found) return undefined
  const backend = readWebhookFailure(message)
  const behind = backend ? backendFacts(backend, cluster) : []
  const quota = row.kind === 'quota_exceeded' ? quotaNamed(cluster, workload.namespace, found[1]) : undefined
  const told = behind.map((fact) => ` ${fact.text}`).join('')
  return fault({
    kind: row.kind,
    statement: `${sayStanding(refusal)}: ${row.why(found, workload)} The API server says: "${message.replace(/^Error creating: /, '').slice(0, 400)}"${told}`,
    facts: [...behind, ...(quota ? [...usageFact(quota), ...consumerFact(cluster, workload.namespace, found[2])] : [])],
    evidence: [evidence, behind.flatMap((fact) => fact.evidence)],
    confidence: behind.length > 0 || quota ? 0.9 : 0.8,
    subject: workload,
    restsOn: backend ? behindWebhook(backend, cluster) : [],
    since,
    explains: CAUSED_BY_MISSING_PODS,
    ...noAction(
      `What refuses the pods refuses every revision of them, so neither a restart, a rollback nor more replicas of ${workload.name} would help.`,
    ),
    suggestions: [row.advice(found, workload)],
  })
}

// A webhook that cannot be asked, and how the one behind it fares itself.

function sayBackend(message: string): string {
  const { service, namespace } = readWebhookFailure(message) ?? {}
  return service === undefined ? '' : ` (service ${namespace === undefined ? '' : `${namespace}/`}${service})`
}

const FAILURES: readonly (readonly [RegExp, string])[] = [
  [/connection refused/i, 'the connection is refused'],
  [/no endpoints available/i, 'its service has no endpoints'],
  [/x509/i, 'its certificate is not accepted (x509)'],
  [/deadline exceeded|timeout|timed out/i, 'it does not answer in time'],
  [/not found/i, 'its service is not found'],
]

function sayFailure(message: string): string {
  const found = FAILURES.find(([pattern]) => pattern.test(message))
  return found ? `: ${found[1]}` : ''
}

function troubledIn(namespace: string | undefined, { pods }: ClusterScene): Shown<PodView>[] {
  return pods.filter((pod) => pod.namespace === namespace && !pod.isReady && pod.phase !== 'Succeeded')
}

/** Its pods that are not well, and whose they are. */
function behindWebhook({ namespace }: WebhookBackend, cluster: ClusterScene): ObjectName[] {
  return troubledIn(namespace, cluster).flatMap((pod) => [
    { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    ...[workloadOf(cluster, pod)].flatMap((one) => one ?? []),
  ])
}

function backendFacts({ service, namespace }: WebhookBackend, cluster: ClusterScene): Finding['facts'] {
  const empty = cluster.objects.filter(
    ({ kind, name, whole, ...one }) =>
      kind === 'Endpoints' &&
      name === service &&
      one.namespace === namespace &&
      records(whole.subsets).every((subset) => records(subset.addresses).length === 0),
  )
  return [
    ...empty.slice(0, 1).map(({ name, exhibit }) => ({
      text: `Service ${namespace}/${service} has no ready endpoints.`,
      evidence: [cite(exhibit, JSON.stringify(name))],
    })),
    ...troubledIn(namespace, cluster)
      .slice(0, 1)
      .map((pod) => ({
        text: `Pod ${namespace}/${pod.name} is not ready: ${sayState(pod)}.`,
        evidence: [cite(pod.exhibit, JSON.stringify(pod.name))],
      })),
  ]
}

function sayState({ containers, phase, reason }: Shown<PodView>): string {
  const states = containers.flatMap(({ name, waiting, terminated, last, restartCount }) => {
    const why = waiting?.reason ?? terminated?.reason
    if (why === undefined) return []
    const before = last ? `, before that ${last.reason ?? 'it ended'} with exit code ${last.exitCode}` : ''
    return [`container ${name} ${why}${before}, ${restartCount} restarts`]
  })
  return states.join('; ') || (reason ?? phase)
}

// A quota: how far it is used, and by whom.

type SeenQuota = { name: string; used: Record<string, string>; hard: Record<string, string>; exhibit: Exhibit }

/** As an object read by its name, or as the surroundings of a pod. */
function quotaNamed({ objects, described }: ClusterScene, namespace: string, name = ''): SeenQuota | undefined {
  const read = objects
    .filter((one) => one.kind === 'ResourceQuota' && one.namespace === namespace)
    .map((one: Shown<PlainObject>) => seen(one.name, record(one.whole.status), one.exhibit))
  const around = described
    .filter(({ pod }) => pod.namespace === namespace)
    .flatMap(({ quotas, exhibit }) => quotas.map((quota) => seen(text(quota.name) ?? '', quota, exhibit)))
  return [...read, ...around].find((one) => one.name === name)
}

function seen(name: string, { used, hard }: Fields, exhibit: Exhibit): SeenQuota {
  return { name, used: texts(used), hard: texts(hard), exhibit }
}

function fullResources({ used, hard }: SeenQuota): string[] {
  return Object.keys(hard).filter((resource) => {
    const most = amountOf(hard, resource)
    const now = amountOf(used, resource)
    return most !== undefined && now !== undefined && most > 0 && now >= most
  })
}

function sayUse({ used, hard }: SeenQuota, full: readonly string[]): string {
  return full.map((one) => `${one} ${used[one]} of ${hard[one]}`).join(', ')
}

function usageFact(quota: SeenQuota): Finding['facts'] {
  const full = fullResources(quota)
  if (full.length === 0) return []
  const evidence = full.slice(0, 2).map((one) => cite(quota.exhibit, `"${one}":${JSON.stringify(quota.used[one])}`))
  return [{ text: `Quota ${quota.name} stands at ${sayUse(quota, full)}.`, evidence }]
}

const CONSUMERS_SHOWN = 3

/** Who asks for most of what is short, all pods of a workload taken together, where the samples of use tell requests too. */
function consumerFact(cluster: ClusterScene, namespace: string, requested = ''): Finding['facts'] {
  const resource = /cpu|memory/.exec(requested)?.[0] as 'cpu' | 'memory' | undefined
  if (!resource) return []
  const requestOf = ({ containers }: UsageView) =>
    containers.reduce((sum, one) => sum + (readQuantity(one[resource]?.request) ?? 0), 0)
  const asking = cluster.usage.filter((one) => one.namespace === namespace && requestOf(one) > 0)
  const consumers = [...Map.groupBy(asking, (one) => ownerWord(cluster, one))]
    .map(([owner, pods]) => ({ owner, pods, sum: pods.reduce((sum, one) => sum + requestOf(one), 0) }))
    .sort((one, other) => other.sum - one.sum)
    .slice(0, CONSUMERS_SHOWN)
  const told = consumers.map(
    ({ owner, pods, sum }) => `${owner} (${sayAmount(resource, sum)} by ${sayMany(pods.length, 'pod')})`,
  )
  const evidence = asking.slice(0, 1).map(({ exhibit, name }) => cite(exhibit, JSON.stringify(name)))
  if (told.length === 0) return []
  return [{ text: `Most ${resource} in namespace ${namespace} is requested by ${told.join(', ')}.`, evidence }]
}

function ownerWord(cluster: ClusterScene, key: UsageView): string {
  const pod = findPod(cluster, key)
  const owner = pod && workloadOf(cluster, pod)
  return owner ? `${owner.kind} ${owner.name}` : `pod ${key.name}`
}

/** The alert is about a quota, and nobody was refused yet. */
function fullQuotas(cluster: ClusterScene, { subject }: Scene): Finding[] {
  const { namespace = '' } = cluster.target
  const quota = subject.quota === undefined ? undefined : quotaNamed(cluster, namespace, subject.quota)
  const [usage] = quota ? usageFact(quota) : []
  if (!quota || !usage) return []
  return [
    fault({
      kind: 'quota_full',
      statement: `Quota ${quota.name} of namespace ${namespace} is fully used: ${sayUse(quota, fullResources(quota))}. Nothing was refused because of it so far, but the next pod will be.`,
      evidence: usage.evidence,
      confidence: 0.8,
      subject: { kind: 'ResourceQuota', namespace, name: quota.name },
      ...noAction('Everything that was asked for runs; the quota belongs to whoever shares out the cluster.'),
      suggestions: [`Raise quota ${quota.name}, or lower the requests of what runs in namespace ${namespace}.`],
    }),
  ]
}

// A namespace that is being deleted: nothing new can be made in it, and what holds it up is told by its own
// conditions.

/** Until then it is merely on its way. */
const STUCK_MINUTES = 15

/** In the order in which they tell why; the later ones only say that there is something left. */
const TELLING = [
  'NamespaceFinalizersRemaining',
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
  'NamespaceContentRemaining',
]

export const namespaceLeaving: Analyzer = (scene) =>
  (scene.cluster?.objects ?? []).flatMap((one) => {
    if (one.kind !== 'Namespace' || one.name !== scene.cluster?.target.namespace) return []
    const deletedAt = time(record(one.whole.metadata).deletionTimestamp)
    return deletedAt ? [leavingSince(scene, one, deletedAt)] : []
  })

function leavingSince({ now }: Scene, namespace: Shown<PlainObject>, deletedAt: Date): Finding {
  const { name, whole, exhibit } = namespace
  const conditions = readConditions(record(whole.status).conditions).filter(({ status }) => status === 'True')
  // The two most telling; the rest repeats them.
  const obstacles = TELLING.flatMap((type) => conditions.filter((one) => one.type === type)).slice(0, 2)
  const isStuck = minutesBetween(deletedAt, now) > STUCK_MINUTES && obstacles.length > 0
  const why = obstacles.map(({ message }) => `"${message}"`).join('; ')
  return fault({
    kind: 'namespace_leaving',
    statement: `Namespace ${name} is being deleted since ${sayTime(deletedAt)} (${sayAgo(deletedAt, now)}): its pods are taken away, and nothing new can be made in it.${isStuck ? ` It does not go: ${why}.` : ''}`,
    evidence: [
      cite(exhibit, String(record(whole.metadata).deletionTimestamp)),
      obstacles.flatMap(({ message }) => (message ? cite(exhibit, message) : [])),
    ],
    confidence: 0.9,
    subject: { kind: 'Namespace', name },
    since: deletedAt,
    explains: [...CAUSED_BY_MISSING_PODS, ...FOLLOWS, ...['creation_refused', 'object_not_found', 'stuck_terminating']],
    ...noAction(
      'A deletion cannot be taken back, and taking finalizers away by force leaves behind what they stand for; a person must decide.',
    ),
    suggestions: [
      isStuck
        ? `See why what the conditions name is not cleared (${sayObstacle(obstacles)}); do not force the namespace itself.`
        : `If namespace ${name} was not meant to go, prepare to create it anew: what was in it is being removed.`,
    ],
  })
}

function sayObstacle([first]: readonly ConditionView[]): string {
  return first?.type === 'NamespaceDeletionDiscoveryFailure'
    ? 'an API service that does not answer keeps the server from knowing what is left'
    : 'the controller that set the finalizers must be running to clear them'
}
