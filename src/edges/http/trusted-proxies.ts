/**
 * TRUST_PROXY: the networks whose X-Forwarded-* headers are believed. From anywhere else these headers are a caller's own
 * words; whoever believed them would let a stranger choose his address.
 */
import { isIP } from 'node:net'
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
  return bits !== undefined && Number(bits) === 0 ? `has the entry "${network}", which trusts everybody` : undefined
}
