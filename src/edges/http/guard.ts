/** Who may pass. A route says what it needs; one that says nothing stops the boot. */
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Gatekeeper } from '../../guidance/access/gatekeeper.ts'
import { mayEnter, type Need, type Role } from '../../guidance/access/role.ts'
import { Problem } from '../../problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    need?: Need
    /** Alert tools often know no other way than Basic, with the key as the password. */
    takesBasic?: boolean
    /** Answers while the service starts or drains, and before the store was ever reached. */
    answersAlways?: boolean
  }
  interface FastifyRequest {
    caller: Caller
  }
}

/** In the open mode every caller on this machine is the administrator. */
const LOCAL_CALLER: Caller = { name: 'local', role: 'admin' }
const NOBODY: Caller = { name: 'nobody', role: 'viewer' }

export type GuardParts = { gatekeeper: Gatekeeper; allowedHosts: readonly string[]; isReady: () => boolean }

export function useGuard(app: FastifyInstance, parts: GuardParts): void {
  const undeclared: string[] = []
  app.decorateRequest('caller')
  app.addHook('onRoute', (route) => {
    if (!route.config?.need) undeclared.push(`${String(route.method)} ${route.url}`)
  })
  app.addHook('onReady', async () => {
    if (undeclared.length > 0) throw new Error(`These routes declare no need (config.need): ${undeclared.join(', ')}`)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { need } = request.routeOptions.config
    request.caller = NOBODY
    if (need === undefined || need === 'open' || need === 'signed') return done()
    admit(request, need, parts).then((caller) => {
      request.caller = caller
      done()
    }, done)
  })
}

async function admit(request: FastifyRequest, need: Role, parts: GuardParts): Promise<Caller> {
  const { takesBasic, answersAlways } = request.routeOptions.config
  // Which keys were issued cannot be known yet; the one of the environment can.
  if (answersAlways && !parts.isReady() && !parts.gatekeeper.hasEnvironmentKey) return NOBODY
  const door = await parts.gatekeeper.admit(readKey(request.headers.authorization, takesBasic === true))
  if (door.isOpen) {
    refuseForeignPages(request, parts.allowedHosts)
    return LOCAL_CALLER
  }
  if (!mayEnter(door.caller.role, need)) {
    throw new Problem('FORBIDDEN', `This needs the role ${need}; your key has the role ${door.caller.role}.`)
  }
  return door.caller
}

function readKey(authorization: string | undefined, takesBasic: boolean): string | undefined {
  const [, scheme, value] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(authorization ?? '') ?? []
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() !== 'basic' || !takesBasic || value === undefined) return undefined
  return Buffer.from(value, 'base64').toString('utf8').split(':').slice(1).join(':')
}

/**
 * Without keys, the browser of the person at this machine is the only way in for a stranger: by a page that calls
 * localhost (its Origin is foreign) or by a name that resolves to loopback (its Host is foreign).
 */
function refuseForeignPages(request: FastifyRequest, allowedHosts: readonly string[]): void {
  const host = hostNameOf(`http://${request.headers.host ?? ''}`)
  if (!isLocalName(host, allowedHosts)) {
    throw new Problem(
      'FORBIDDEN',
      'Without keys the API answers to localhost only; the Host header names another host.',
    )
  }
  const { origin } = request.headers
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && origin !== undefined && !isLocalName(hostNameOf(origin), allowedHosts)) {
    throw new Problem('FORBIDDEN', 'Without keys the API takes no requests from pages of other origins.')
  }
}

function hostNameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : ''
}

function isLocalName(name: string, allowedHosts: readonly string[]): boolean {
  const address = name.replace(/^\[|\]$/g, '')
  const isLoopback = (isIP(address) === 4 && address.startsWith('127.')) || address === '::1'
  return (
    name === 'localhost' ||
    isLoopback ||
    allowedHosts.includes(name) ||
    (allowedHosts.includes('*') && isIP(address) !== 0)
  )
}
