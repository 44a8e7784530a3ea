/**
 * `/mcp`: the Model Context Protocol over streamable HTTP, without sessions: each request stands for itself, so any
 * instance answers it and nothing is kept for an agent that vanished. What a tool asks goes through this very API again,
 * with the caller's own key.
 */
import type { FastifyInstance } from 'fastify'
import { createClient } from '../../client/client.ts'
import { VERSION } from '../version.ts'

const INSIDE = 'http://localhost'

export function addMcpRoute(app: FastifyInstance): void {
  app.post('/mcp', { config: { need: 'viewer' }, schema: { hide: true } }, async (request, reply) => {
    const { authorization } = request.headers
    const client = createClient({ address: INSIDE, fetch: (asked) => askInside(app, asked, authorization) })
    // Loaded by the first who asks: most services never meet an agent, and all of them want to start quickly.
    const { answerRequest } = await import('../../mcp/answer-request.ts')
    reply.hijack()
    const exchange = { request: request.raw, response: reply.raw, body: request.body }
    await answerRequest({ client, version: VERSION }, exchange)
  })
  // The protocol asks for 405 of a server that keeps neither streams nor sessions; clients go on without them.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    config: { need: 'viewer' },
    schema: { hide: true },
    handler: async (_request, reply) => {
      const error = { code: -32000, message: 'Method not allowed: POST only; there are no sessions and no streams.' }
      await reply.code(405).header('allow', 'POST').send({ jsonrpc: '2.0', id: null, error })
    },
  })
}

/** As if it had come by the door: the guard and every limit apply. */
async function askInside(app: FastifyInstance, asked: Request, authorization: string | undefined): Promise<Response> {
  const { pathname, search } = new URL(asked.url)
  const payload = await asked.text()
  const answer = await app.inject({
    method: asked.method as 'GET' | 'POST',
    url: `${pathname}${search}`,
    headers: {
      host: 'localhost',
      ...(authorization !== undefined && { authorization }),
      ...(payload !== '' && { 'content-type': 'application/json' }),
    },
    ...(payload !== '' && { payload }),
  })
  return new Response(answer.payload, {
    status: answer.statusCode,
    headers: { 'content-type': String(answer.headers['content-type']) },
  })
}
