import type { FastifyInstance } from 'fastify'
import type { EnvironmentStore } from '../../../guidance/environment/environment-context.ts'
import { Envelope } from '../contract/envelope.ts'
import { EnvironmentDocument } from '../contract/environment.ts'
import { answer } from '../envelope.ts'
import { parseExact } from '../exact-json.ts'

export function addEnvironmentRoutes(app: FastifyInstance, store: EnvironmentStore): void {
  const tags = ['Environment']
  app.get(
    '/api/environment-context',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'getEnvironment',
        summary: 'What is known of the environment',
        response: { 200: Envelope(EnvironmentDocument) },
      },
    },
    async () => answer(parseExact(await store.current())),
  )
  app.put(
    '/api/environment-context',
    {
      config: { need: 'admin', keepsText: true },
      schema: {
        tags,
        operationId: 'replaceEnvironment',
        summary: 'Replace the whole document',
        body: EnvironmentDocument,
        response: { 200: Envelope(EnvironmentDocument) },
      },
    },
    async (request) => {
      const document = parseExact(request.bodyText)
      await store.put(JSON.stringify(document), request.caller.name)
      return answer(document, 'The environment context is in force from the next diagnosis on.')
    },
  )
}
