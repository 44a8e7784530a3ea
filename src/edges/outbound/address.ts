/**
 * Which addresses we never call, whoever asks. Behind them stand the credentials of the machine itself (a cloud's
 * metadata service) or the unrouted local link. Loopback and private networks are allowed: local models live there.
 */
import { BlockList, isIP } from 'node:net'
import { Problem } from '../../problem.ts'

type Range = [network: string, prefix: number]

const LINK_LOCAL: Range = ['169.254.0.0', 16]

const METADATA_V4: Range[] = [
  ['100.100.100.200', 32], // Alibaba Cloud
  ['168.63.129.16', 32], // Azure's wire server
  ['192.0.0.192', 32], // Oracle Cloud
]

const METADATA_V6: Range[] = [
  ['fd00:ec2::', 32], // Amazon
  ['fd20:ce::254', 128], // Google
  ['fd00:42::42', 128], // Scaleway
]

const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
])

// Each holds an IPv4 address behind its prefix: NAT64 (two prefixes), 6to4, IPv4-translated, IPv4-compatible.
// The mapped form, ::ffff:a.b.c.d, is understood by BlockList itself.
const WRAPPERS: ((v4: string, prefix: number) => Range)[] = [
  (v4, prefix) => [`64:ff9b::${v4}`, 96 + prefix],
  (v4, prefix) => [`64:ff9b:1::${v4}`, 96 + prefix],
  (v4, prefix) => [`2002:${hexadecimal(v4)}::`, 16 + prefix],
  (v4, prefix) => [`::ffff:0:${v4}`, 96 + prefix],
  (v4, prefix) => [`::${v4}`, 96 + prefix],
]

const REFUSED: readonly [why: string, list: BlockList][] = [
  [
    'is link-local',
    blockList(
      [LINK_LOCAL],
      [
        ['fe80::', 10],
        ['64:ff9b:1:a9fe::', 64], // NAT64 again: behind a prefix of 48 bits the IPv4 address follows at once
      ],
    ),
  ],
  ["is a cloud's metadata service", blockList(METADATA_V4, METADATA_V6)],
  // Teredo hides its IPv4 address by inversion, and nothing of ours is reached that way.
  ['is a tunnel', blockList([], [['2001::', 32]])],
  ['is no machine in particular', blockList([['0.0.0.0', 8]], [['::', 128]], [])],
]

/** Parses once, so that every spelling of an address (decimal, hexadecimal, fullwidth digits) is judged as one. */
export function readAddress(text: string | URL): URL {
  if (!URL.canParse(String(text))) throw new Problem('VALIDATION_ERROR', 'The address to call is not a URL.')
  const url = new URL(text)
  const why = refusalOfUrl(url)
  if (why !== undefined) throw refused(url.hostname, why)
  return url
}

export function refused(host: string, why: string): Problem {
  return new Problem('FORBIDDEN', `${host || 'The address'} is not called: ${why}.`)
}

function refusalOfUrl(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `only http and https are spoken, not ${url.protocol}`
  if (url.username !== '' || url.password !== '')
    return 'its URL holds a user name or password; give these apart from it'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return refusalOfIp(host)
  return METADATA_NAMES.has(host.replace(/\.+$/, '')) ? "it is a cloud's metadata service" : undefined
}

export function refusalOfIp(address: string): string | undefined {
  const ip = address.replace(/%.*$/, '')
  const family = isIP(ip)
  if (family === 0) return `"${ip}" is not an IP address`
  const found = REFUSED.find(([, list]) => list.check(ip, family === 4 ? 'ipv4' : 'ipv6'))
  return found && `its address ${ip} ${found[0]}`
}

function blockList(v4: Range[], v6: Range[], wrappers = WRAPPERS): BlockList {
  const list = new BlockList()
  const wrapped = v4.flatMap(([network, prefix]) => wrappers.map((wrap) => wrap(network, prefix)))
  for (const [network, prefix] of v4) list.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of [...v6, ...wrapped]) list.addSubnet(network, prefix, 'ipv6')
  return list
}

/** 169.254.0.0 as a9fe:0000. */
function hexadecimal(v4: string): string {
  const bytes = v4.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'))
  return `${bytes.slice(0, 2).join('')}:${bytes.slice(2).join('')}`
}
