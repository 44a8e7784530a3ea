import type { Environment } from '../../guidance/settings/environment.ts'
import { readSwitch } from '../../guidance/settings/switch.ts'
import { StartRefused } from '../../problem.ts'
import { readTrustedProxies } from './trusted-proxies.ts'

export type ListenOptions = {
  host: string
  port: number
  isLoopback: boolean
  /** Listen beyond loopback although no key exists. */
  mayBeOpen: boolean
  /** Names under which the open mode may be reached; `*` stands for any literal address. */
  allowedHosts: readonly string[]
  trustedProxies: readonly string[]
}

export function readListenOptions(environment: Environment): ListenOptions {
  const host = environment.HOST?.trim() || '127.0.0.1'
  const mayBeOpen = readSwitch(environment, 'ALLOW_OPEN_API')
  const named = (environment.ALLOWED_HOSTS ?? '').split(',').map((name) => name.trim().toLowerCase())
  return {
    host,
    port: readPort(environment.PORT?.trim() || '8080'),
    isLoopback: isLoopback(host),
    mayBeOpen,
    allowedHosts: [...named.filter((name) => name !== ''), ...(mayBeOpen ? ['*'] : [])],
    trustedProxies: readTrustedProxies(environment),
  }
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new StartRefused(`PORT must be a number from 0 to 65535, not "${text}".`)
  }
  return Number(text)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
