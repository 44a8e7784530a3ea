/** Who may pass. A route says what it needs; one that says nothing stops the boot. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashSecret, isSameSecret } from '../../guidance/access/api-key.ts'
import { FailedKeys } from '../../guidance/access/failed-keys.ts'
import type { Caller, Gatekeeper } from '../../guidance/access/gatekeeper.ts'
import { mayEnter, type Need, type Role } from '../../guidance/access/role.ts'
import type { SessionTicket } from '../../guidance/access/session.ts'
import type { OpenSession, SessionDesk } from '../../guidance/access/session-desk.ts'
import { Problem } from '../../problem.ts'
import type { HeldPlaces } from './key-limits.ts'
import { type Asked, isFromForeignPage, isFromOwnPage, tellsOfPage } from './own-page.ts'
import { sessionTicketsOf } from './session-cookie.ts'
import { readKey, type ShownKeys } from './shown-keys.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    need?: Need
    /** Alert tools often know no other way than Basic, with the key as the password. */
    takesBasic?: boolean
    /** It lasts for as long as its reader stays. */
    isStream?: boolean
    /** Answers while the service starts or drains, and before the store was ever reached. */
    answersAlways?: boolean
  }
  interface FastifyRequest {
    caller: Caller
    /** Where the caller came by cookie and not by key. */
    session: OpenSession | undefined
  }
  interface FastifyInstance {
    /** Whether a request would still be let in; throws where not. */
    admitAgain(request: FastifyRequest): Promise<void>
  }
}

/** In the open mode every caller on this machine is the administrator. */
export const LOCAL_CALLER: Caller = { name: 'local', role: 'admin' }
const NOBODY: Caller = { name: 'nobody', role: 'viewer' }

export type GuardParts = {
  gatekeeper: Gatekeeper
  sessions: SessionDesk
  publicUrl(): Promise<string | undefined>
  allowedHosts: readonly string[]
  places: HeldPlaces
  isReady: () => boolean
}

type Admitted = { caller: Caller; session?: OpenSession; isOpen?: true }

type Guarding = GuardParts & { failedKeys: FailedKeys }

export function useGuard(app: FastifyInstance, given: GuardParts): void {
  const parts = { ...given, failedKeys: new FailedKeys() }
  const undeclared: string[] = []
  app.decorateRequest('caller')
  app.decorateRequest('session')
  app.decorate('admitAgain', async (request) => {
    const { need } = request.routeOptions.config
    if (isRole(need)) await admit(request, need, parts, { isUse: false })
  })
  app.addHook('onRoute', (route) => {
    if (!route.config?.need) undeclared.push(`${String(route.method)} ${route.url}`)
  })
  app.addHook('onReady', async () => {
    if (undeclared.length > 0) throw new Error(`These routes declare no need (config.need): ${undeclared.join(', ')}`)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { need, isStream } = request.routeOptions.config
    request.caller = NOBODY
    if (!isRole(need)) return done()
    const enter = ({ caller, session, isOpen }: Admitted) => {
      request.caller = caller
      request.session = session
      if (!isOpen) given.places.take(isStream ? 'STREAMS_PER_KEY_MAX' : 'REQUESTS_PER_KEY_MAX', caller.name, reply.raw)
    }
    admit(request, need, parts, { isUse: true })
      .then(enter)
      .then(() => done(), done)
  })
}

/**
 * For a program: who shows a key, or needs none and speaks of no page. False, or an error, where the hook above has to tell
 * what is wrong with it, or knows another way in.
 */
export async function letInProgram(
  request: IncomingMessage,
  need: Role,
  { shownKeys, places, allowedHosts }: Pick<GuardParts, 'places' | 'allowedHosts'> & { shownKeys: ShownKeys },
  answer: ServerResponse,
): Promise<boolean> {
  const { headers } = request
  const door = await shownKeys.admit(request)
  if (door.isOpen) return !tellsOfPage({ headers }) && isAskedLocally({ headers }, allowedHosts)
  if (!mayEnter(door.caller.role, need)) return false
  places.take('REQUESTS_PER_KEY_MAX', door.caller.name, answer)
  return true
}

function isRole(need: Need | undefined): need is Role {
  return need !== undefined && need !== 'open' && need !== 'signed'
}

async function admit(request: FastifyRequest, need: Role, parts: Guarding, how: { isUse: boolean }): Promise<Admitted> {
  // Which keys were issued cannot be known yet; the one of the environment can.
  const { answersAlways } = request.routeOptions.config
  if (answersAlways && !parts.isReady() && !parts.gatekeeper.hasEnvironmentKey) return { caller: NOBODY, isOpen: true }
  const admitted = (await admitByCookie(request, parts, how)) ?? (await admitByKey(request, parts))
  const { role } = admitted.caller
  if (!mayEnter(role, need)) {
    throw new Problem('FORBIDDEN', `This needs the role ${need}; your key has the role ${role}.`)
  }
  return admitted
}

async function admitByKey(request: FastifyRequest, parts: Guarding): Promise<Admitted> {
  const { takesBasic } = request.routeOptions.config
  const key = readKey(request.headers.authorization, takesBasic === true)
  const door = await parts.gatekeeper.admit(key).catch(async (error) => {
    if (key !== undefined && error instanceof Problem && error.code === 'UNAUTHORIZED')
      await parts.failedKeys.slowDown(request.ip)
    throw error
  })
  if (!door.isOpen) return { caller: door.caller }
  refuseForeignName(request, parts.allowedHosts)
  if (!isRead(request)) await refuseForeignPage(request, parts)
  return { caller: LOCAL_CALLER, isOpen: true }
}

/** Who shows a key is judged by the key alone, whatever cookie a browser adds. */
async function admitByCookie(request: FastifyRequest, parts: GuardParts, how: { isUse: boolean }) {
  if (request.headers.authorization !== undefined || request.headers.cookie === undefined) return undefined
  const session = await recogniseAny(sessionTicketsOf(request, await parts.publicUrl()), parts, how)
  if (!session) return undefined
  if (!isRead(request)) await refuseForgery(request, session, parts)
  return { caller: session.caller, session }
}

async function recogniseAny(tickets: readonly SessionTicket[], { sessions }: GuardParts, how: { isUse: boolean }) {
  for (const ticket of tickets) {
    const session = await sessions.recognise(ticket, how)
    if (session) return session
  }
  return undefined
}

/**
 * A browser adds the cookie whoever made it ask. What changes something must therefore show that a page of ours asked:
 * by a token only our pages are told, and by what the browser says of the page.
 */
async function refuseForgery(request: FastifyRequest, { csrfToken }: OpenSession, parts: GuardParts): Promise<void> {
  const given = request.headers['x-csrf-token']
  if (typeof given !== 'string' || !isSameSecret(given, hashSecret(csrfToken))) {
    throw new Problem(
      'FORBIDDEN',
      'A change by cookie needs the X-CSRF-Token of its session: GET /api/session tells it.',
    )
  }
  if (!isFromOwnPage(request, await parts.publicUrl())) {
    const cure = 'Behind a proxy, set PUBLIC_URL to its address.'
    throw new Problem('FORBIDDEN', `A change by cookie must come from a page of this service. ${cure}`)
  }
}

/** For the pages, which are open to all: where the API is open too, they answer to no foreign name. */
export async function refuseForeignHost(
  request: FastifyRequest,
  { gatekeeper, allowedHosts }: Pick<GuardParts, 'gatekeeper' | 'allowedHosts'>,
): Promise<void> {
  // A page says nothing by itself; while nobody knows whether keys exist it may be shown.
  const isOpen = await gatekeeper.isOpen().catch(() => false)
  if (isOpen) refuseForeignName(request, allowedHosts)
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Without keys, the browser of the person at this machine is the only way in for a stranger: by a page that calls
 * localhost (its Origin is foreign, if only by the port) or by a name that resolves to loopback (its Host is foreign).
 */
function refuseForeignName(request: FastifyRequest, allowedHosts: readonly string[]): void {
  if (!isAskedLocally(request, allowedHosts)) {
    throw new Problem(
      'FORBIDDEN',
      'Without keys the API answers to localhost only; the Host header names another host.',
    )
  }
}

function isAskedLocally({ headers }: Asked, allowedHosts: readonly string[]): boolean {
  return isLocalName(hostNameOf(`http://${headers.host ?? ''}`), allowedHosts)
}

/** A program says nothing of pages. A name in ALLOWED_HOSTS may be that of a proxy, whose port only it knows. */
async function refuseForeignPage(request: FastifyRequest, { allowedHosts, publicUrl }: GuardParts): Promise<void> {
  const { origin, 'sec-fetch-site': site } = request.headers
  const name = hostNameOf(origin ?? '')
  const isNamed = site === undefined && allowedHosts.includes(name)
  const isForeign = !isNamed && isFromForeignPage(request, await publicUrl())
  if (isForeign || (origin !== undefined && !isLocalName(name, allowedHosts))) {
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
