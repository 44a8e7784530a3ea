/**
 * TRUST_PROXY: the networks whose X-Forwarded-* headers are believed. From anywhere else these headers are a caller's own
 * words; whoever believed them would let a stranger choose his address.
 */
import { BlockList, isIP } from 'node:net'
import type { Environment } from '../../guidance/settings/environment.ts'
import { StartRefused } from '../../problem.ts'

const EXPLAINED = 'give the addresses or networks of your proxies, as in 10.0.0.5,192.168.7.0/24'

export function readTrustedProxies({ TRUST_PROXY = '' }: Environment): readonly string[] {
  const networks = TRUST_PROXY.split(',').map((network) => network.trim())
  if (networks.length === 1 && networks[0] === '') return []
  for (const network of networks) {
    const problem = problemOf(network)
    if (problem !== undefined) throw new StartRefused(`TRUST_PROXY ${problem}; ${EXPLAINED}.`)
  }
  return networks
}

function problemOf(network: string): string | undefined {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? []
  const version = isIP(address)
  const isNetwork = version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128))
  if (!isNetwork || address.includes('%'))
    return `has the entry "${network}", which is neither an address nor a network`
  return bits !== undefined && isTooWide(address, Number(bits))
    ? `has the entry "${network}", which trusts far more than proxies`
    : undefined
}

/** Two halves of the world are the whole of it. */
function isTooWide(address: string, bits: number): boolean {
  if (isIP(address) === 4) return bits < 8
  if (isWithin('::ffff:0:0', { address, bits }) || isWithin(address, MAPPED)) return bits < MAPPED.bits + 8
  return bits < (isWithin(address, PRIVATE) ? PRIVATE.bits : 16)
}

type Network = { address: string; bits: number }

/** All of IPv4, as IPv6 writes it. */
const MAPPED: Network = { address: '::ffff:0:0', bits: 96 }
/** Nobody of the public internet is in there. */
const PRIVATE: Network = { address: 'fc00::', bits: 7 }

function isWithin(address: string, network: Network): boolean {
  const list = new BlockList()
  list.addSubnet(network.address, network.bits, 'ipv6')
  return list.check(address, 'ipv6')
}
