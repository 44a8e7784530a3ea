/** Where people look at metrics and logs themselves. */
import type { FastifyInstance } from 'fastify'
import type { WebLinks as Links } from '../../../guidance/settings/web-links.ts'
import { Envelope } from '../contract/envelope.ts'
import { WebLinks } from '../contract/web-links.ts'
import { answer } from '../envelope.ts'

export function addWebLinkRoutes(app: FastifyInstance, webLinks: () => Promise<Links>): void {
  app.get(
    '/api/web-links',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        operationId: 'getWebLinks',
        summary: 'Where people open metrics and logs in their browser',
        response: { 200: Envelope(WebLinks) },
      },
    },
    async () => {
      const { metricsSource, logsSource, ...addresses } = await webLinks()
      return answer({ ...addresses, metrics_source: metricsSource, logs_source: logsSource })
    },
  )
}
