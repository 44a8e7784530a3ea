/** Whom a question means: names that stand in the evidence or in the environment context, and what people call such things ("the cache"). */
import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import { isAkin, ownerName, plainName } from '../lenses/entity-of.ts'
import { relativesOf } from '../lenses/relatives.ts'
import { COMMON } from '../lenses/whom-to-ask.ts'

/** Words by which people ask, and which name nobody. */
const ASKING =
  /^(why|who|whom|whose|how|the|not|and|but|for|are|was|did|has|had|any|all|its|it's|out|off|see|tell|show|know|mean|cause|caused|causes|change|changed|changes|happen|happened|happening|restart|restarted|roll|back|rollback|scale|plan|fix|incident|diagnosis|evidence|proof|node|nodes|pod|pods|host|hosts|server|servers|service|services|deployment|deployments|container|containers|namespace|cluster|database|databases|table|tables|log|logs|metric|metrics|figure|figures)$/i
const INCIDENT = /\bINC-\d{8}-\d{3,9}\b/gi
const WORD = /[a-z0-9][a-z0-9._:/-]{1,80}/gi
const NAMES_MAX = 12

type Knowing = { inFacts: readonly string[]; environment: EnvironmentMap }

/** One of those meant; `inContext` where the environment context knows it. */
export type Named = Thing & { inContext: boolean }

export function namedInQuestion(question: string, { inFacts, environment }: Knowing): Named[] {
  const text = question.replaceAll(INCIDENT, ' ')
  const said = (text.match(WORD) ?? [])
    .map((word) => plainName(word.replace(/[.:/-]+$/, '')))
    .filter((word) => word.length >= 3 && !COMMON.test(word) && !ASKING.test(word))
  const things = thingsIn(text)
  const called = [...said, ...things.flatMap(({ names }) => names)]
  const seen = inFacts.filter((name) => isAnyAkin([name], [...called, ...relativesOf(text)]))
  const context = contextNames(environment).filter(({ alike }) => isAnyAkin(alike, called))
  const met = [...seen, ...context.flatMap(({ alike }) => alike)]
  const names = [
    ...[...seen.map(ownerName), ...context.map(({ name }) => name)].map((name) => thingCalled(name, things)),
    ...things.filter((thing) => !isAnyAkin(thing.names, met)),
    ...said.filter(isPlainlyName).map((name) => thingCalled(name, things)),
  ]
  const once = new Map(names.toReversed().map((thing) => [thing.called.toLowerCase(), thing]))
  return [...once.values()]
    .toReversed()
    .slice(0, NAMES_MAX)
    .map((thing) => ({ ...thing, inContext: context.some(({ name }) => isAnyAkin([name], thing.names)) }))
}

function thingCalled(name: string, things: readonly Thing[]): Thing {
  const sight = things.find(({ names }) => isAnyAkin(names, [name]))?.sight ?? SIGHT_BY_NAME
  return { called: name, names: [name], sight }
}

/** What the environment context names, and by what else it may be meant: "redis" is the middleware of that type. */
function contextNames({ services, databases, middleware }: EnvironmentMap): { name: string; alike: string[] }[] {
  return [
    ...services.flatMap(({ name, dependencies }) =>
      [name, ...dependencies].map((one) => ({ name: one, alike: [one] })),
    ),
    ...databases.map(({ name, type, databases: all }) => ({ name, alike: [name, type, ...all] })),
    ...middleware.map(({ name, type }) => ({ name, alike: [name, type] })),
  ]
    .map(({ name, alike }) => ({ name, alike: alike.filter((one) => one !== '') }))
    .filter(({ name }) => name !== '')
}

function isAnyAkin(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.some((other) => isAkin(one, other) || isPartOf(one, other) || isPartOf(other, one)))
}

/** Of two letters too: `orders-db` is a db. */
function isPartOf(word: string, name: string): boolean {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .includes(word.toLowerCase())
}

/** One of these names stands in the text, whole. */
export function speaksOf(text: string, names: readonly string[]): boolean {
  return names.some((name) => (text.length >= name.length && isAkin(text, name)) || isPartOf(name, text))
}

/** Nobody writes `orders-db-0` or `10.0.0.7` unless he means it. */
function isPlainlyName(word: string): boolean {
  return /[a-z].*[-_.\d]|\d\.\d/i.test(word) && !/^\d+(st|nd|rd|th|s|m|h|d|%)?$/i.test(word)
}

// What people call the things behind a service. A product means itself, the everyday word all of its kind; for each kind it
// is said what Firebreak would need to see one.

/** Whom a question means: what the person called it, and under which names it may be known. */
type Thing = { called: string; names: readonly string[]; sight: string }

type Kind = { words: RegExp; names: readonly string[]; products: readonly (readonly string[])[]; sight: string }

const DATABASES = 'TARGET_DATABASES names the databases Firebreak can look into.'
const STORES =
  'TARGET_KV_STORES names the Redis servers Firebreak keeps an eye on; its metrics and logs are found by name.'
const SIGHT_BY_NAME = 'Its metrics and logs (METRICS_URL, LOGS_URL) are found by its name.'

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

function thingsIn(question: string): Thing[] {
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
