import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Gatekeeper } from '../../../guidance/access/gatekeeper.ts'
import type { OpenSession, SessionDesk } from '../../../guidance/access/session-desk.ts'
import type { SignInFailures } from '../../../guidance/access/sign-in-failures.ts'
import { Problem } from '../../../problem.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { Type } from '../contract/schema.ts'
import { Session, SignIn } from '../contract/session.ts'
import { answer } from '../envelope.ts'
import { LOCAL_CALLER } from '../guard.ts'
import { isByHttps, isFromForeignPage } from '../own-page.ts'
import { clearSessionCookies, sessionTicketsOf, setSessionCookie } from '../session-cookie.ts'

export type SessionParts = {
  gatekeeper: Gatekeeper
  sessions: SessionDesk
  failures: SignInFailures
  publicUrl(): Promise<string | undefined>
}

const WAIT_SECONDS = 60

export function addSessionRoutes(app: FastifyInstance, parts: SessionParts): void {
  app.post(
    '/api/session',
    {
      config: { need: 'open' },
      schema: {
        tags: ['Access'],
        operationId: 'signIn',
        summary: 'Sign in with a key',
        description: 'Sets the cookie of a session, for browsers. More than ten wrong keys a minute are FORBIDDEN.',
        body: SignIn,
        response: { 200: Envelope(Session), ...errorAnswers('UNAUTHORIZED', 'FORBIDDEN') },
      },
    },
    (request, reply) => signIn(request, reply, parts),
  )
  app.get(
    '/api/session',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Access'],
        operationId: 'getSession',
        summary: 'Who you are',
        response: { 200: Envelope(Session) },
      },
    },
    async ({ session, caller }) =>
      answer(await withAdministrators(session ? shownSession(session) : shownCaller(caller), parts)),
  )
  app.delete(
    '/api/session',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Access'],
        operationId: 'signOut',
        summary: 'Sign out',
        response: { 200: Envelope(Type.Object({})) },
      },
    },
    async (request, reply) => {
      if (request.session) await endSessions(request, request.caller.name, parts)
      clearSessionCookies(reply)
      return answer({}, 'You are signed out.')
    },
  )
}

async function signIn(request: FastifyRequest, reply: FastifyReply, parts: SessionParts) {
  const publicUrl = await parts.publicUrl()
  if (isFromForeignPage(request, publicUrl)) {
    throw new Problem('FORBIDDEN', 'Sign in from the console itself. Behind a proxy, set PUBLIC_URL to its address.')
  }
  const { key } = request.body as Static<typeof SignIn>
  const door = await parts.gatekeeper.admit(key).catch((error) => explainFailure(error, request, reply, parts))
  if (door.isOpen) return answer(shownCaller(LOCAL_CALLER), 'No key exists: nobody needs to sign in.')
  if (door.caller.role === 'sender') {
    throw new Problem('FORBIDDEN', 'A key of the role sender may only hand in alerts; sign in with another key.')
  }
  // The browser forgets the value it had before, so nobody should be able to use it any more.
  await endSessions(request, door.caller.name, parts)
  const isSecure = isByHttps(request, publicUrl)
  const session = await parts.sessions.open(door, { address: request.ip, isSecure })
  setSessionCookie(reply, session)
  return answer(await withAdministrators(shownSession(session), parts))
}

async function endSessions(request: FastifyRequest, by: string, { sessions, publicUrl }: SessionParts): Promise<void> {
  for (const ticket of sessionTicketsOf(request, await publicUrl())) await sessions.end(ticket, by)
}

function explainFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { failures }: SessionParts,
): never {
  const isWrongKey = error instanceof Problem && error.code === 'UNAUTHORIZED'
  if (!isWrongKey) throw error
  if (!failures.isTooOften(request.ip)) throw new Problem('UNAUTHORIZED', 'This key is not valid.')
  reply.header('retry-after', String(WAIT_SECONDS))
  throw new Problem('FORBIDDEN', 'Too many wrong keys came from this address; wait a minute.')
}

async function withAdministrators(shown: Session, { gatekeeper }: SessionParts): Promise<Session> {
  return shown.role === 'admin' ? shown : { ...shown, administrators: await gatekeeper.administrators() }
}

function shownSession({ caller, csrfToken, expiresAt }: OpenSession): Session {
  return { ...caller, is_open: false, csrf_token: csrfToken, expires_at: expiresAt.toISOString() }
}

function shownCaller(caller: FastifyRequest['caller']): Session {
  return { ...caller, is_open: caller === LOCAL_CALLER, csrf_token: '' }
}
