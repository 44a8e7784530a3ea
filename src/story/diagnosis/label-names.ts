/** What labels and tags are called, and which names are plausible. */

/**
 * Labels under the names we know. Tools spell them differently: OpenTelemetry says `k8s.pod.name`, and a Prometheus that
 * scrapes an exporter keeps the exporter's own `pod` and calls the one the metric speaks of `exported_pod`.
 */
type Labels = Readonly<Record<string, string>>

/** What Prometheus says of the exporter it scraped. */
const OF_THE_EXPORTER = [
  ...['namespace', 'pod', 'container', 'service', 'node', 'endpoint', 'deployment'],
  ...['statefulset', 'daemonset', 'replicaset', 'workload', 'app', 'component'],
]

export function plainLabels(labels: Labels): Labels {
  const all = underKnownNames(labels)
  const exported = exportedOf(all)
  const own = isAboutAnother(exported)
    ? Object.entries(all).filter(([name]) => !OF_THE_EXPORTER.includes(name))
    : Object.entries(all)
  return Object.fromEntries([...own, ...exported])
}

/** Names of the exporter alone: where the alert is about another, none of them is its subject, wherever it stands. */
export function exporterNames(labels: Labels): ReadonlySet<string> {
  const all = underKnownNames(labels)
  const exported = exportedOf(all)
  if (!isAboutAnother(exported)) return new Set()
  const others = new Set(exported.map(([, value]) => value))
  return new Set(OF_THE_EXPORTER.flatMap((name) => all[name] ?? []).filter((value) => !others.has(value)))
}

function isAboutAnother(exported: readonly (readonly [name: string, value: string])[]): boolean {
  return exported.some(([name]) => OF_THE_EXPORTER.includes(name))
}

function exportedOf(all: Labels): (readonly [name: string, value: string])[] {
  return Object.entries(all).flatMap(([name, value]) =>
    name.startsWith('exported_') && value.trim() !== '' ? [[name.slice('exported_'.length), value] as const] : [],
  )
}

/** As they stand they count before what was made of another spelling. */
function underKnownNames(labels: Labels): Labels {
  return { ...Object.fromEntries(Object.entries(labels).map(([name, value]) => [plainName(name), value])), ...labels }
}

/** `k8s.pod.name`, `k8s_pod_name` and `kubernetes_pod_name` are `pod`. */
function plainName(name: string): string {
  const word = name.toLowerCase().replaceAll(/[./-]/g, '_')
  const bare = /^(?:k8s|kube|kubernetes)_(\w+?)(?:_name)?$/.exec(word)?.[1]
  // A job of the cluster; the plain word is Prometheus's and means what it scrapes.
  return bare === 'job' ? 'job_name' : (bare ?? word)
}

// Labels that a sender puts into one text: Datadog's `kube_namespace:shop,pod_name:cart-7`, a list of `key=value`, and
// `{kube_namespace:shop}` in a message.

/** Under these names lists of labels stand; another value with a colon is an address or a sentence. */
const LIST = /(?:^|[._-])(?:(?:alert|monitor|event)_?)?(?:tags?|labels|dimensions|attributes|scope)$/i
const PAIR = /(?<![\w./:=-])([A-Za-z][\w./-]{0,199})["']?\s*[:=]\s*["']?([A-Za-z0-9][^\s"',;{}()[\]]{0,252})/g

/** What stands as a label of its own counts before what stands in a list. */
export function withTags(labels: Labels): Labels {
  const tags = Object.entries(labels).flatMap(([name, value]) => (LIST.test(name) ? pairsIn(value) : []))
  return { ...Object.fromEntries(tags), ...labels }
}

const IN_BRACES = /\{([^{}\n]{3,500})\}/g
/** No person writes like this; `pod:` and `service:` are read as people write them. */
const PREFIXED = /(?<![\w./-])(?:k8s|kube|kubernetes)[._][\w.]{2,60}[:=]["']?[^\s"',;{}()[\]]{1,253}/g

/** Tags as a text quotes them. */
export function tagsInText(text: string): Labels {
  const braced = [...text.matchAll(IN_BRACES)].flatMap(([, inside = '']) => pairsIn(inside))
  const bare = (text.match(PREFIXED) ?? []).flatMap(pairsIn)
  return Object.fromEntries([...bare, ...braced])
}

function pairsIn(list: string): (readonly [name: string, value: string])[] {
  return [...list.matchAll(PAIR)].map(([, name = '', value = '']) => [name, value] as const)
}

// Whether a word of a text can be a name at all. Whether somebody bears it is for a listing to say.

/** What follows "pod", "service" or "database" in a sentence without being a name, by what kind of word it is. */
const NO_NAMES: readonly RegExp[] = [
  // Articles, pronouns, prepositions, conjunctions, adverbs.
  /^(the|an?|this|that|these|those|which|what|who|it|its|we|you|they|our|your|their|there|here|in|on|of|to|for|with|without|from|at|by|as|per|via|into|over|about|between|during|before|after|since|until|under|above|below|and|or|but|nor|if|so|than|then|when|while|where|because|due|not|no|now|again|still|also|very|too|just|only|ago|yet|ever|already|almost|both|all|any|some|every|each|other|another|more|most|less|same|whole|today|yesterday|tonight)$/i,
  // What something does, may do, or is.
  /^(is|are|was|were|be|been|being|has|have|had|having|does|did|do|doing|can|cannot|can't|could|may|might|must|shall|should|will|won't|would|keeps?|kept|gets?|got|goes|going|gone|went|becomes?|became|looks?|seems?|appears?|needs?|wants?|says?|shows?|tells?|reports?|reported|reporting|takes?|took|runs?|ran|starts?|started|stops?|stopped|returns?|returned|returning|responds?|responding|serves?|serving|suffers?|suffering|remains?|recovered|recovering|exceeds?|exceeded|crosses|crossed|reaches|reached|rises?|rising|drops?|dropped|falls?|fell|restarts?|restarted|restarting|crash\w*|error\w*|fail\w*|hangs?|hanging|slow\w*|bloat\w*|locks?|locked|locking|growing|growth|grows|refus\w*|waits?|waiting|wait|swaps?|swapped|drains?|drained|draining|evict\w*|behaves?|misbehav\w*|degrad\w*|flap\w*|answers?|answering|times?|timed)$/i,
  // How it is, or what of it is meant.
  /^(down|up|high|low|ready|notready|pending|unhealthy|healthy|unavailable|available|unreachable|full|stuck|new|old|production|staging|primary|replica|main|status|state|alert|alerts|latency|rate|rates|requests?|connections?|cpu|memory|disk|load|usage|utili[sz]ation|queries|query|names?|lag|server|servers|process|pool|pools|table|database|db|node|nodes|pod|pods|container|cluster|timeouts?|exporter|groups?|port|ports|host|hosts|count|quota|limits?|discovery|mesh|health|availability|selector|spec|replicas|controller|scheduler|eviction|pressure|capacity|migration|backup|backups|schema|size|storage|space|tier|side|layer)$/i,
]
/** 2, 2.31.0, v1.4, 2024-05-01, 14:02 */
const NUMBER = /^v?\d[\d.,:_-]*(?:-?(?:rc|alpha|beta|snapshot|build|hotfix)[.\d-]*)?$/i
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/
/** What a version control calls a change. */
const COMMIT = /^(?=.*\d)[0-9a-f]{7,40}$/

export function isPlausibleName(name: string, field: keyof Named): boolean {
  // Some clusters call a node by its address.
  if (NUMBER.test(name)) return field === 'node' && ADDRESS.test(name)
  if (field === 'workload' && COMMIT.test(name)) return false
  // Names of the cluster are lower case; a database may be called as its makers like.
  if (OF_CLUSTER.has(field) && /[A-Z]/.test(name)) return false
  return !NO_NAMES.some((words) => words.test(name))
}

const OF_CLUSTER: ReadonlySet<keyof Named> = new Set([
  ...(['namespace', 'pod', 'container', 'workload', 'node', 'claim'] as const),
])

/** The names by which an alert may say whom it is about. */
export type WorkloadKind = 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'ReplicaSet' | 'Job' | 'CronJob'

export type Named = {
  namespace?: string
  pod?: string
  container?: string
  workload?: { kind: WorkloadKind; name: string }
  service?: string
  node?: string
  claim?: string
  autoscaler?: string
  quota?: string
  database?: string
  table?: string
  /** As the monitoring calls the server, where it names one. */
  instance?: string
  pid?: number
  issueId?: string
}
