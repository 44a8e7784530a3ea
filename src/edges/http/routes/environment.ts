import type { FastifyInstance } from 'fastify'
import type { EnvironmentContext, EnvironmentStore } from '../../../guidance/environment/environment-context.ts'
import { Envelope } from '../contract/envelope.ts'
import { EnvironmentDocument } from '../contract/environment.ts'
import { answer } from '../envelope.ts'

export function addEnvironmentRoutes(app: FastifyInstance, store: EnvironmentStore): void {
  const tags = ['Environment']
  app.get(
    '/api/environment-context',
    {
      config: { need: 'viewer' },
      schema: { tags, summary: 'What is known of the environment', response: { 200: Envelope(EnvironmentDocument) } },
    },
    async () => answer(await store.current()),
  )
  app.put(
    '/api/environment-context',
    {
      config: { need: 'admin' },
      schema: {
        tags,
        summary: 'Replace the whole document',
        body: EnvironmentDocument,
        response: { 200: Envelope(EnvironmentDocument) },
      },
    },
    async (request) => {
      const document = request.body as EnvironmentContext
      await store.put(document, request.caller.name)
      return answer(document, 'The environment context is in force from the next diagnosis on.')
    },
  )
}
