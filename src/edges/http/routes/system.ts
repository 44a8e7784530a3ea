import type { FastifyInstance } from 'fastify'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { Type } from '../contract/schema.ts'
import { Health, Status } from '../contract/system.ts'
import { answer } from '../envelope.ts'

export type SystemParts = {
  health(): Health
  status(): Promise<Status>
  metrics: { contentType: string; expose(): Promise<string> }
}

export function addSystemRoutes(app: FastifyInstance, { health, status, metrics }: SystemParts): void {
  app.get(
    '/healthz',
    {
      config: { need: 'open', answersAlways: true },
      schema: {
        tags: ['System'],
        operationId: 'getHealth',
        summary: 'Whether the service can work',
        response: { 200: Health, 503: Health, ...errorAnswers('VALIDATION_ERROR') },
      },
    },
    async (_request, reply) => {
      const state = health()
      reply.code(state.status === 'unhealthy' ? 503 : 200)
      return state
    },
  )
  app.get(
    '/metrics',
    {
      config: { need: 'open', answersAlways: true },
      schema: {
        tags: ['System'],
        operationId: 'getMetrics',
        summary: 'Figures in the Prometheus text format',
        response: {
          200: { description: 'OK', content: { 'text/plain': { schema: Type.String() } } },
          ...errorAnswers('VALIDATION_ERROR'),
        },
      },
    },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.expose()),
  )
  app.get(
    '/api/status',
    {
      config: { need: 'viewer', answersAlways: true },
      schema: {
        tags: ['System'],
        operationId: 'getStatus',
        summary: 'The service and what it depends on',
        response: { 200: Envelope(Status) },
      },
    },
    async () => answer(await status()),
  )
}
