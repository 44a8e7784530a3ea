/**
 * The cookie of a session. Over https its name begins with `__Host-`, which makes browsers refuse it from anyone but this
 * very host; plain http has no such name. A session counts under the name it was given by only: a neighbour of our name
 * can set a cookie `sid` for us, but never one that begins with `__Host-`.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionTicket } from '../../guidance/access/session.ts'
import { isSurelyHttps } from './own-page.ts'

const SECURE_NAME = '__Host-sid'
const PLAIN_NAME = 'sid'
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'strict' } as const

/** The plain one never where the browser is known to have come by https. */
export function sessionTicketsOf(request: FastifyRequest, publicUrl: string | undefined): SessionTicket[] {
  const { headers, server } = request
  if (headers.cookie === undefined) return []
  const cookies = server.parseCookie(headers.cookie)
  const isHttps = isSurelyHttps(request, publicUrl)
  const tickets = [
    { token: cookies[SECURE_NAME] ?? '', isSecure: true },
    { token: cookies[PLAIN_NAME] ?? '', isSecure: false },
  ]
  return tickets.filter(({ token, isSecure }) => token !== '' && (isSecure || !isHttps))
}

/** Without an age: it goes with the browser, or earlier with the session. */
export function setSessionCookie(reply: FastifyReply, { token, isSecure }: SessionTicket): void {
  void reply.setCookie(isSecure ? SECURE_NAME : PLAIN_NAME, token, { ...ATTRIBUTES, secure: isSecure })
}

export function clearSessionCookies(reply: FastifyReply): void {
  void reply.clearCookie(SECURE_NAME, { ...ATTRIBUTES, secure: true })
  void reply.clearCookie(PLAIN_NAME, ATTRIBUTES)
}
