/** A browser that has signed in to the console, as far as the service can tell. */
import assert from 'node:assert/strict'
import type { Answer, Asked, TestService } from './service.ts'

export type Browser = {
  csrfToken: string
  cookie: string
  /** As a page of the console asks. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>
  /** The same from another instance, or with other headers. */
  askAt(service: TestService, method: string, path: string, asked?: Asked): Promise<Answer>
}

export async function signIn(service: TestService, key: string): Promise<Browser> {
  const answer = await service.ask('POST', '/api/session', { body: { key } })
  assert.equal(answer.status, 200, answer.text)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const csrfToken: string = answer.body.data.csrf_token
  const own = { cookie, 'x-csrf-token': csrfToken, 'sec-fetch-site': 'same-origin' }
  const askAt: Browser['askAt'] = (at, method, path, asked = {}) =>
    at.ask(method, path, { ...asked, headers: { ...own, ...asked.headers } })
  return { csrfToken, cookie, askAt, ask: (method, path, body) => askAt(service, method, path, { body }) }
}
