/**
 * The cookie of a session. Over https its name begins with `__Host-`, which makes browsers refuse it from anyone but this
 * very host; plain http has no such name.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

const SECURE_NAME = '__Host-sid'
const PLAIN_NAME = 'sid'
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'strict' } as const

export function sessionTokenOf({ headers, server }: FastifyRequest): string | undefined {
  if (headers.cookie === undefined) return undefined
  const cookies = server.parseCookie(headers.cookie)
  return cookies[SECURE_NAME] ?? cookies[PLAIN_NAME]
}

/** Without an age: it goes with the browser, or earlier with the session. */
export function setSessionCookie(reply: FastifyReply, token: string, isSecure: boolean): void {
  void reply.setCookie(isSecure ? SECURE_NAME : PLAIN_NAME, token, { ...ATTRIBUTES, secure: isSecure })
}

export function clearSessionCookies(reply: FastifyReply): void {
  void reply.clearCookie(SECURE_NAME, { ...ATTRIBUTES, secure: true })
  void reply.clearCookie(PLAIN_NAME, ATTRIBUTES)
}
