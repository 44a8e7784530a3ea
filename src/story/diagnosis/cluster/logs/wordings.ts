/**
 * How programs word that a name is not resolved, that a certificate is not trusted, and what a server answered them.
 */

// How programs say that a name could not be looked up, whatever they are written in; and whose fault that is: the name's,
// which nobody bears, or the resolver's, which gave no answer at all.

/** NXDOMAIN: somebody was asked and said that there is none. */
const NO_SUCH_NAME = [
  'NXDOMAIN',
  'no such host',
  'ENOTFOUND',
  'name or service not known',
  'nodename nor servname',
  'name does not resolve',
  'host not found in upstream',
  'could not be resolved \\(3: Host not found\\)',
  'non-?existing domain',
  'no address associated with hostname',
  'unknown (?:\\w+ )?(?:server )?host\\b',
]

/** SERVFAIL, no answer, or none in time: nothing is said about the name. */
const NO_ANSWER = [
  'SERVFAIL',
  'EAI_AGAIN',
  'temporary failure in name resolution',
  'temporary failure resolving',
  'temporary (?:dns )?error in name resolution',
  'server misbehaving',
  'lookup \\S+(?: on \\S+)?:[^\\n]*(?:i/o timeout|timed? ?out|connection refused)',
  '(?:dns|name resolution|resolving|resolver|queryA{1,4})[^\\n]{0,40}(?:timed? ?out|timeout|ETIMEOUT|ESERVFAIL|ECONNREFUSED)',
  'could not be resolved \\((?:2: Server failure|110: Operation timed out)\\)',
  'DnsNameResolverTimeoutException',
  'no servers could be reached',
  // Of .NET: its own number for "try again", and the system's for EAGAIN.
  'SocketException \\((?:00000001, 11|11002)\\)',
  '(?:getaddrinfo|address information|resolv\\w*)[^\\n]{0,60}\\btry again\\b',
  'Resource temporarily unavailable',
]

/** That it could not be looked up, without a word on why. */
const UNREPORTED = [
  'UnknownHostException',
  'could not translate host name',
  'error in name resolution',
  'could not resolve host',
  'cannot resolve',
  'failed to resolve',
  'failed to lookup address information',
  'name ?resolution ?(?:error|failed|failure)',
  'getaddrinfo (?:failed|error)',
  'getaddrinfo: ',
  'dns resolution failed',
  'bad address',
  'SocketException \\((?:00000005, |11001\\))',
]

/** Says nothing by itself: many a read answers so too. Only beside the name of what looks names up it means a lookup. */
const ONLY_BESIDE_DNS = 'Resource temporarily unavailable'

export const UNRESOLVED = new RegExp(
  [...NO_SUCH_NAME, ...NO_ANSWER, ...UNREPORTED].filter((one) => one !== ONLY_BESIDE_DNS).join('|'),
  'i',
)
const BESIDE_DNS = new RegExp(ONLY_BESIDE_DNS, 'i')
const DNS_FRAME = /\bDns\.|NameResolution|getaddrinfo|GetHost(?:Entry|Addresses|ByName)|\bresolver\b|InetAddress/

/** The word alone, with a frame of its trace that looks names up. */
export function isUnresolvedBeside(line: string, around: readonly string[]): boolean {
  return BESIDE_DNS.test(line) && [line, ...around].some((one) => DNS_FRAME.test(one))
}

/** The port of an address or a name: the fifty-third minute or second of a clock is none. */
const SILENT = new RegExp(
  [...NO_ANSWER, '(?:\\.\\d{1,3}|[a-z\\]]):53\\b(?!:\\d).*(?:i/o timeout|timed? ?out|refused)'].join('|'),
  'i',
)
const DENIED = new RegExp(NO_SUCH_NAME.join('|'), 'i')

/** Of a line that tells of a failed lookup: `resolver` where nobody answered, `name` where the answer was "no". */
export function whoseFault(line: string): 'resolver' | 'name' | undefined {
  if (SILENT.test(line)) return 'resolver'
  return DENIED.test(line) ? 'name' : undefined
}

// How programs say that a certificate was not accepted, whatever they are written in; and why, where they say that.

/** As OpenSSL, BoringSSL and Envoy, Go, Java, Node, Python, .NET and rustls put it, at either end of the handshake. */
export const CERTIFICATE_REFUSED = new RegExp(
  [
    'x509: ([^"\\n]{5,120})',
    'certificate (?:has )?expired|expired certificate|certificate is not yet valid',
    'CERT(?:IFICATE)?_(?:HAS_)?EXPIRED|CertificateExpired(?:Exception)?|CertificateNotYetValid',
    'NotAfter: (?:\\w{3} \\w{3} \\d|\\d{4})',
    'CERTIFICATE_VERIFY_FAILED|certificate[_ ]verify[_ ]failed',
    'PKIX path|No subject alternative|trustAnchors',
    'UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT\\w*)|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\\w*|ERR_TLS_CERT_ALTNAME_INVALID',
    'unable to (?:get local issuer|verify the first) certificate|self[- ]signed certificate',
    'RemoteCertificate(?:NameMismatch|ChainErrors|NotAvailable)|remote certificate (?:is|was) (?:invalid|rejected)',
    'invalid peer certificate|UnknownIssuer|NotValidForName|BadCertificate',
    'tls: (?:bad|unknown|revoked) certificate|tlsv1 alert (?:unknown ca|bad certificate|certificate expired)|unknown[_ ]ca\\b',
    '(?:hostname|host name|IP address)\\W[^\\n]{0,60}(?:does not|doesn.t) match[^\\n]{0,40}(?:certificate|altname)|certificate (?:is )?(?:not |in)valid for',
    'certificate signed by unknown authority|certificate (?:chain )?is not trusted',
  ].join('|'),
  'i',
)

type Reason = 'expired' | 'not_yet_valid' | 'untrusted' | 'wrong_name'

/** Go says "has expired or is not yet valid" of both, and then which. */
const REASONS: readonly (readonly [Reason, RegExp])[] = [
  ['not_yet_valid', /is before \d{4}-|NotYetValid|(?<!or is )not yet valid/i],
  ['expired', /expired|CERT_HAS_EXPIRED|is after \d{4}-|NotAfter: /i],
  [
    'wrong_name',
    /NameMismatch|ALTNAME_INVALID|NotValidForName|No subject alternative|(?:does not|doesn.t) match|is valid for .{1,200}, not|(?:not |in)valid for|cannot validate certificate for|IP SANs/i,
  ],
  [
    'untrusted',
    /unknown authority|UnknownIssuer|PKIX path building|trustAnchors|local issuer|SELF_SIGNED|self[- ]signed|VERIFY_LEAF|GET_ISSUER|first certificate|unknown[_ ]ca\b|ChainErrors|not trusted/i,
  ],
]

/** Undefined where a line says only that it was refused. */
export function reasonIn(line: string): Reason | undefined {
  return REASONS.find(([, pattern]) => pattern.test(line))?.[0]
}

export function sayReason(reason: Reason | undefined): string {
  switch (reason) {
    case 'expired':
      return 'has expired'
    case 'not_yet_valid':
      return 'is not valid yet'
    case 'wrong_name':
      return 'is refused, for it was made out to another name'
    case 'untrusted':
      return 'is refused, for whoever signed it is not trusted'
    default:
      return 'is refused'
  }
}

const END =
  /is after (\d{4}-\d\d-\d\dT[\d:]+Z)|notAfter[=:]\s*"?(\d{4}-\d\d-\d\d[T ][\d:]+Z?)|NotAfter: (\w{3} \w{3} \d+ [\d:]+ \w+ \d{4})/i

/** Until when it was valid, as the line says. */
export function endIn(line: string): string | undefined {
  return END.exec(line)
    ?.slice(1)
    .find((one) => one !== undefined)
}

// Whether a line quotes the answer of a server, and how a quoted line reads.

// What a client quotes from its server. Such a line stands in the client's log, but its words are the server's: who has no
// space left there is the server, not the one who wrote it down.

/** A program of which drivers speak, and the words by which they and its addresses are known. */
type Technology = { drivers: RegExp; names: RegExp }

const TECHNOLOGIES: readonly Technology[] = [
  {
    drivers:
      /\bRedis(?:Client)?::\w*Error|redis\.exceptions\.|\bReplyError\b|\bRedis\w*(?:Exception|Error)\b|\bJedis\w+|\bLettuce|\bRedix\.|\bPredis\\|\bredis: |MISCONF Redis|OOM command not allowed/,
    names: /redis|valkey|keydb|dragonfly/i,
  },
  {
    drivers:
      /\bPG::\w+|\bpq: |\bpgx?\.\w*Err|psycopg\d?\.|\basyncpg\.|\bPSQLException|\bNpgsql|\bPostgresException|\bPostgrex\.|\bPostgresError\b|\(SQLSTATE [0-9A-Z]{5}\)|SQLSTATE\[|\btokio_postgres|error returned from database:/,
    names: /postgres|pgbouncer|\bpg\b|\bpg[-_]|timescale|(?:^|[-_])(?:db|database)(?:[-_]|$)/i,
  },
  {
    drivers:
      /\bMysql2::|\bpymysql\.|\bMySQLdb\.|\bMySql\w*Exception|com\.mysql\.|\bER_[A-Z_]{4,}|\bError \d{4} \([0-9A-Z]{5}\)/,
    names: /mysql|maria|percona|(?:^|[-_])(?:db|database)(?:[-_]|$)/i,
  },
  {
    drivers: /\bMongo\w*(?:Error|Exception)\b|\bMongo::Error|pymongo\.errors|\bmongo: /,
    names: /mongo|documentdb/i,
  },
  {
    drivers:
      /\bElastic\w*(?:Error|Exception)\b|\bOpenSearch\w*(?:Error|Exception)\b|elasticsearch\.\w+|opensearchpy\.|cluster_block_exception|\bTransportError\b/,
    names: /elastic|opensearch|(?:^|[-_])(?:search|es)(?:[-_]|$)/i,
  },
  {
    drivers:
      /\bBunny::|\bpika\.exceptions|\bAMQP\w*(?:Error|Exception)\b|\bAmqp\w*Exception|\bamqp: |PRECONDITION_FAILED/,
    names: /rabbit|amqp/i,
  },
  {
    drivers: /\bKafka(?:JS)?\w*(?:Error|Exception)\b|org\.apache\.kafka\.|\bkafka server: |\bconfluent_kafka\./,
    names: /kafka|redpanda|bootstrap/i,
  },
]

/** Of whom no driver is known: the line itself says that another answered. */
const ANSWERED =
  /\brpc error: code = |\b(?:server|upstream|backend|remote|broker|peer) (?:said|replied|returned|responded|answered|reported)\b|\b(?:response|reply|answer) from \S/i

/** The words are another's. `speaker` is what the one who said it is called: a server's own errors bear the same classes. */
export function quotesServer(said: string, speaker: string): boolean {
  const technology = technologyOf(said)
  return technology ? !technology.names.test(speaker) : ANSWERED.test(said)
}

/** By which a configured address or a workload is known as the server meant; undefined where no driver speaks. */
export function serverWords(said: string): RegExp | undefined {
  return technologyOf(said)?.names
}

function technologyOf(said: string): Technology | undefined {
  return TECHNOLOGIES.find(({ drivers }) => drivers.test(said))
}

/** A message within a field of a line bears its quotes escaped (klog's `err="…"`, JSON in JSON); the words are the same. */
export function unescaped(line: string): string {
  return line.includes('\\') ? line.replaceAll(/\\+(["'/])/g, '$1') : line
}
