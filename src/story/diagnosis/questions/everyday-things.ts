/**
 * What people call the things behind a service. A product means itself, the everyday word all of its kind; for each kind it
 * is said what Firebreak would need to see one.
 */
import { plainName } from '../lenses/entity-of.ts'
import { COMMON } from '../lenses/whom-to-ask.ts'

/** Whom a question means: what the person called it, and under which names it may be known. */
export type Thing = { called: string; names: readonly string[]; sight: string }

type Kind = { words: RegExp; names: readonly string[]; products: readonly (readonly string[])[]; sight: string }

const DATABASES = 'TARGET_DATABASES names the databases Firebreak can look into.'
const STORES =
  'TARGET_KV_STORES names the Redis servers Firebreak keeps an eye on; its metrics and logs are found by name.'
export const SIGHT_BY_NAME = 'Its metrics and logs (METRICS_URL, LOGS_URL) are found by its name.'

const KINDS: readonly Kind[] = [
  {
    words: /\bcach(?:e|es|ing)\b|缓存/i,
    names: ['cache'],
    products: [['redis'], ['valkey'], ['memcached', 'memcache'], ['varnish']],
    sight: STORES,
  },
  {
    words: /\bdatabases?\b|\bdbs?\b|数据库/i,
    names: ['database', 'db'],
    products: [
      ['postgres', 'postgresql', 'pg'],
      ...[['mysql'], ['mariadb'], ['mongo', 'mongodb'], ['cassandra'], ['oracle']],
    ],
    sight: DATABASES,
  },
  {
    words: /\b(?:message |job )?queues?\b|\bbrokers?\b|队列/i,
    names: ['queue', 'broker'],
    products: [['kafka'], ['rabbitmq'], ['nats'], ['pulsar'], ['sqs'], ['celery'], ['sidekiq']],
    sight: SIGHT_BY_NAME,
  },
  { words: /\bdns\b|域名解析/i, names: ['dns'], products: [['coredns'], ['unbound']], sight: SIGHT_BY_NAME },
  {
    words: /\b(?:load ?balancers?|gateways?|prox(?:y|ies)|ingress(?:es)?)\b|网关|负载均衡/i,
    names: ['gateway', 'proxy', 'ingress', 'lb', 'loadbalancer', 'load-balancer'],
    products: [['nginx'], ['haproxy'], ['envoy'], ['traefik'], ['istio'], ['kong']],
    sight: SIGHT_BY_NAME,
  },
  {
    words: /\b(?:disks?|storage|volumes?)\b|磁盘|存储/i,
    names: ['disk', 'storage', 'volume'],
    products: [['nfs'], ['ceph'], ['minio']],
    sight: SIGHT_BY_NAME,
  },
  { words: /\b(?:networks?|firewalls?)\b|网络/i, names: ['network', 'firewall'], products: [], sight: SIGHT_BY_NAME },
  {
    words: /\bsearch (?:index|engine|cluster)\b/i,
    names: ['search'],
    products: [['elasticsearch', 'elastic'], ['opensearch'], ['solr']],
    sight: SIGHT_BY_NAME,
  },
]

export function thingsIn(question: string): Thing[] {
  // What is written like `orders-db-0` is a name of its own and speaks of no kind.
  const words = question.replace(/[a-z0-9]+(?:[-_.][a-z0-9]+)+/gi, ' ')
  const ofKinds = KINDS.flatMap((kind) => [...productsIn(words, kind), ...kindIn(words, kind)])
  const outright = askedOutright(question).filter(
    (word) => !ofKinds.some(({ called, names }) => called === word || names.includes(word)),
  )
  return [...ofKinds, ...outright.map((called) => ({ called, names: [called], sight: SIGHT_BY_NAME }))]
}

function productsIn(question: string, { products, sight }: Kind): Thing[] {
  const words = new Set(question.toLowerCase().match(/[a-z][a-z0-9]*/g) ?? [])
  return products.flatMap((names) => {
    const called = names.find((name) => words.has(name))
    return called === undefined ? [] : [{ called, names, sight }]
  })
}

function kindIn(question: string, { words, names, products, sight }: Kind): Thing[] {
  const called = words.exec(question)?.[0].toLowerCase()
  return called === undefined ? [] : [{ called, names: [...names, ...products.flat()], sight }]
}

const WHOM = String.raw`(?:(?:the|our|its|that|this) +([a-z][\w.-]*)|([a-z][\w.-]*)(?= *(?:$|[?.!,;]| (?:instead|either|then|too|though)\b)))`
/** Ways to ask about a thing, whatever it is called. */
const OUTRIGHT: readonly RegExp[] = [
  new RegExp(String.raw`\bwhy(?: is it| isn't it| was it| wasn't it)? not ${WHOM}`, 'gi'),
  new RegExp(String.raw`\b(?:what|how) (?:about|of) ${WHOM}`, 'gi'),
  new RegExp(String.raw`\b(?:is|was|isn't|wasn't|could|can|may|might) it(?: not)?(?: be| have been)? ${WHOM}`, 'gi'),
  new RegExp(String.raw`\b(?:look(?:ed)? (?:at|into)|check(?:ed)?|rul(?:e|ed) out|excluded?|suspect) ${WHOM}`, 'gi'),
  /\b(?:is|are|was|were) (?:the |our )?([a-z][\w.-]*) (?:ok|okay|fine|healthy|well|up|down|slow|broken|involved|affected|innocent|guilty|to blame|at fault)\b/gi,
  /(?:不是|会不会是|看过|检查过)\s*([a-z][\w.-]*)/gi,
  /([a-z][\w.-]*)\s*(?:呢|有问题|正常)/gi,
]
/** They stand where a thing would, and are none. */
const NO_THING =
  /^(it|that|this|them|these|those|they|there|he|she|you|we|anything|something|everything|nothing|cause|causes|reason|restart|rollback|roll|scale|plan|plans|fix|step|wait|run|act|confirm|problem|issue|alert|incident|diagnosis|evidence|other|others|rest|same|one|ones|really|now|so|what|who|not|service|services|server|servers|system|systems|deployment|deployments|container|containers|logs?|metrics?|timeline)$/i

function askedOutright(question: string): string[] {
  const found = OUTRIGHT.flatMap((pattern) => [...question.matchAll(pattern)]).flatMap(
    ([, one, other]) => one ?? other ?? [],
  )
  const words = found.map((word) => plainName(word.toLowerCase().replace(/[._-]+$/, '')))
  return [...new Set(words)].filter((word) => word.length >= 3 && !NO_THING.test(word) && !COMMON.test(word))
}
