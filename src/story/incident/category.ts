/**
 * What kind of thing an incident is about. A first reading, made at intake so that lists can be filtered;
 * the diagnosis, which looks at the systems themselves, may correct it.
 */
export type Category = 'kubernetes' | 'database' | 'middleware' | 'network' | 'application' | 'host' | 'cloud' | 'other'

type Labels = Readonly<Record<string, string>>
type Words = readonly (readonly [Category, RegExp])[]
/** Each label with the category it tells; of several, the one listed first outranks the others. */
type LabelNames = ReadonlyMap<string, { category: Category; rank: number }>

/**
 * Labels first, then text, each from the most to the least telling. The alert's name and the scrape job outrank
 * pod and namespace, because a database watched through an exporter carries the exporter's own.
 */
export function categoryOf({ labels, text }: { labels: Labels; text: string }): Category {
  const { alertname = '', job = '', source = '' } = labels
  return (
    fromName(alertname) ??
    fromLabels(labels, PARTS) ??
    fromName(job) ??
    fromName(source) ??
    fromLabels(labels, WORKLOADS) ??
    fromText(alertname === '' ? text : `${spellOut(alertname)}\n${text}`) ??
    fromLabels(labels, WHEREABOUTS) ??
    'other'
  )
}

/** The same few names come again and again, and to read one takes longer than all else here. */
const NAMES_READ = new Map<string, Category | undefined>()
const NAMES_READ_MAX = 1_000

function fromName(name: string): Category | undefined {
  if (name === '' || NAMES_READ.has(name)) return NAMES_READ.get(name)
  const words = spellOut(name)
  const category =
    firstMentioned(words, NAME_WORDS) ?? firstMentioned(words, THINGS) ?? firstMentioned(words, SERVICE_FAULTS)
  if (NAMES_READ.size >= NAMES_READ_MAX) NAMES_READ.clear()
  if (name.length <= NAME_CHARACTERS_READ_MAX) NAMES_READ.set(name, category)
  return category
}

/** `KubePodNotReady`, `node-exporter` and `mysql_down` as words, so that one list of words reads names and sentences. */
function spellOut(name: string): string {
  return name
    .slice(0, NAME_CHARACTERS_READ_MAX)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
}

const NAME_CHARACTERS_READ_MAX = 200

/** Words that are telling in a name and too common in a sentence. */
const NAME_WORDS: Words = [
  ['kubernetes', /^node not ready|\b(?:deployment|hpa|pvc|etcd)\b/i],
  ['application', /^node ?js\b/i],
  ['host', /^(?:host|node(?! ?js))\b|\bnode exporter\b|\bwindows exporter\b/i],
  ['network', /^(?:blackbox|probe|snmp)\b/i],
  ['application', /\b(?:error tracker|sentry)\b/i],
]

/** Labels that only one kind of system has. */
const PARTS = labelNames([
  ['database', ['datname', 'relname', 'datid', 'usename', 'schemaname', 'database', 'db_instance', 'tablespace']],
  ['middleware', ['topic', 'consumergroup', 'consumer_group', 'vhost', 'queue', 'broker']],
  ['network', ['ingress']],
  ['host', ['mountpoint', 'fstype']],
])

/** Labels that tell where something runs, and so what can be looked at. */
const WORKLOADS = labelNames([
  ['kubernetes', ['pod', 'deployment', 'statefulset', 'daemonset', 'replicaset', 'cronjob', 'job_name', 'container']],
  ['kubernetes', ['node', 'persistentvolumeclaim', 'namespace']],
])

/** Every scraped alert has an instance, and many sites put their region on all of them: true, but hardly telling. */
const WHEREABOUTS = labelNames([
  ['host', ['instance', 'host', 'hostname', 'nodename']],
  ['cloud', ['region', 'availability_zone', 'account_id', 'aws_account_id', 'project_id', 'subscription_id']],
])

function labelNames(listed: readonly (readonly [Category, readonly string[]])[]): LabelNames {
  return new Map(listed.flatMap(([category, names], rank) => names.map((name) => [name, { category, rank }] as const)))
}

function fromLabels(labels: Labels, names: LabelNames): Category | undefined {
  // CloudWatch calls its services namespaces too: `AWS/RDS`.
  if (labels.namespace?.startsWith('AWS/')) return 'cloud'
  let first: { category: Category; rank: number } | undefined
  for (const [name, value] of Object.entries(labels)) {
    const known = value === '' ? undefined : names.get(name)
    if (known && (!first || known.rank < first.rank)) first = known
  }
  return first?.category
}

/** What an alert is about is said at its beginning. */
const TEXT_CHARACTERS_READ_MAX = 4000

function fromText(text: string): Category | undefined {
  const beginning = text.slice(0, TEXT_CHARACTERS_READ_MAX)
  return firstMentioned(beginning, THINGS) ?? firstMentioned(beginning, [...SERVICE_FAULTS, ...MACHINE_FAULTS])
}

/** Things with a name of their own. `node` is not among them: it may be a machine, a cluster's node, or Node.js. */
const THINGS: Words = [
  [
    'kubernetes',
    /\b(?:pods?|kube\w*|k8s|containers?|stateful ?sets?|daemon ?sets?|replica ?sets?|deployments?\/\w|crash ?loop\w*|oom ?killed)\b/i,
  ],
  ['kubernetes', /\bnode\b[^.\n]{0,60}\bnot ?ready\b|\bnamespace\b|容器|集群节点/i],
  [
    'database',
    /\b(?:postgres\w*|pg|pg ?bouncer|my ?sql\w*|maria ?db|mongo\w*|oracle|mssql|sql ?server|ti ?db|click ?house|cassandra|rds|databases?|db)\b/i,
  ],
  [
    'database',
    /\b(?:slow quer(?:y|ies)|dead ?locks?|lock waits?|replication lag|vacuum\w*)\b|数据库|慢查询|死锁|主从延迟|复制延迟/i,
  ],
  [
    'middleware',
    /\b(?:redis\w*|valkey|kafka\w*|rabbit ?mq\w*|rocket ?mq|active ?mq|pulsar|nats|zoo ?keeper|nacos|memcached?|elastic ?search|consul|nginx)\b/i,
  ],
  ['middleware', /\b(?:consumer lag|message queues?)\b|消息队列|消息堆积|消费积压|缓存|中间件/i],
  [
    'network',
    /\b(?:(?:core)?dns|core ?dns|ingress|load ?balancers?|packet loss|vpn|bgp|tls|ssl|certificates?|networks?)\b|latency between/i,
  ],
  ['network', /网络|丢包|域名|负载均衡|专线|带宽|证书/],
  [
    'cloud',
    /\b(?:aws|cloud ?watch|ec2|s3|azure|gcp|google cloud|ali ?yun|alibaba cloud)\b|阿里云|腾讯云|华为云|云服务器|云主机/i,
  ],
]

/** Faults that tell the kind of thing where no thing is named. */
const SERVICE_FAULTS: Words = [
  [
    'application',
    /\b(?:http ?)?5(?:xx|\d\d)(?= ?(?:rate|ratio|errors?|status|responses?))|\bhttp ?5(?:xx|\d\d)\b|\b5xx\b/i,
  ],
  ['application', /\b(?:error (?:rate|ratio|budget)|\w*exceptions?|stack ?trace|apdex|slo|response time|latency)\b/i],
  ['application', /错误率|失败率|异常率|接口|响应时间|报错/],
]

/** In a name these tell nothing: `HighCPU` may be said of a pod, a database or a machine. */
const MACHINE_FAULTS: Words = [
  ['network', /\bconnection (?:refused|reset|timed out|timeout)\b|\bno route to host\b|\bunreachable\b/i],
  ['host', /\b(?:disks?|file ?systems?|inodes?|swap|load average|cpu|memory|hosts?|systemd|raid|clock skew)\b/i],
  ['host', /磁盘|内存|负载|主机|服务器/],
]

/** The subject of an alert is mentioned before its circumstances: "MySQL is slow on pod db-0", "pod mysql-0 restarts". */
function firstMentioned(text: string, words: Words): Category | undefined {
  let first: { category: Category; at: number } | undefined
  for (const [category, pattern] of words) {
    // Nothing is mentioned before the first word.
    if (first?.at === 0) break
    const at = text.search(pattern)
    if (at >= 0 && (!first || at < first.at)) first = { category, at }
  }
  return first?.category
}
