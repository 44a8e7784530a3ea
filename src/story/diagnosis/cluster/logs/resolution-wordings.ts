/**
 * How programs say that a name could not be looked up, whatever they are written in; and whose fault that is: the name's,
 * which nobody bears, or the resolver's, which gave no answer at all.
 */

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

const SILENT = new RegExp([...NO_ANSWER, ':53\\b.*(?:i/o timeout|timed? ?out|refused)'].join('|'), 'i')
const DENIED = new RegExp(NO_SUCH_NAME.join('|'), 'i')

/** Of a line that tells of a failed lookup: `resolver` where nobody answered, `name` where the answer was "no". */
export function whoseFault(line: string): 'resolver' | 'name' | undefined {
  if (SILENT.test(line)) return 'resolver'
  return DENIED.test(line) ? 'name' : undefined
}
