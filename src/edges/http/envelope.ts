/** The only place where a Problem becomes an answer. */
import type { FastifyReply } from 'fastify'
import { type Problem, STATUS_BY_CODE } from '../../problem.ts'

/** What a client should wait before it asks again, in seconds. */
const RETRY_AFTER_SECONDS = 2

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Whatever a route has said of its answer: a file that is missing now may be there after the next build. */
const UNKEPT = { 'cache-control': 'no-store' }

export function answer<Data>(data: Data, message?: string): { success: true; data: Data; message?: string } {
  return message === undefined ? { success: true, data } : { success: true, data, message }
}

export function errorBody({ code, message, details }: Problem) {
  const error = details.length > 0 ? { code, message, details } : { code, message }
  return { success: false, error }
}

function errorHeaders({ code }: Problem): Record<string, string> {
  if (code === 'SERVICE_UNAVAILABLE') return { ...UNKEPT, 'retry-after': String(RETRY_AFTER_SECONDS) }
  if (code === 'UNAUTHORIZED') return { ...UNKEPT, 'www-authenticate': 'Bearer realm="firebreak"' }
  return UNKEPT
}

export async function sendProblem(reply: FastifyReply, problem: Problem): Promise<void> {
  const { status, headers, body } = problemAnswer(problem)
  await reply.code(status).headers(headers).send(body)
}

/** Whatever a half-prepared answer was, the error is always JSON. */
export function problemAnswer(problem: Problem) {
  const headers = { ...errorHeaders(problem), 'content-type': JSON_TYPE }
  return { status: STATUS_BY_CODE[problem.code], headers, body: JSON.stringify(errorBody(problem)) }
}
