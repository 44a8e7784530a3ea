/** The OpenAPI document, made from the very schemas the routes are checked with. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { LICENCE, VERSION } from './version.ts'

const DESCRIPTION = `Firebreak turns alerts into incidents, diagnoses them, proposes a remediation, and runs it once a person has confirmed it.

Every JSON answer is \`{success, data, message?}\`; every error is \`{success: false, error: {code, message, details?}}\` with one of seven codes.
Answers may hold more fields than are listed here; fields are never renamed or dropped. Times are ISO 8601 in UTC, durations are seconds.
Unknown query parameters and body fields are ignored; nothing in a body is converted from one type to another.`

/** Before any route: it collects them as they are added. */
export async function useOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Firebreak',
        version: VERSION,
        description: DESCRIPTION,
        license: { name: LICENCE, identifier: LICENCE },
      },
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key issued by an admin.' } },
      },
    },
    transform: ({ schema, url, route }) => {
      const isOpen = route.config?.need === 'open' || route.config?.need === 'signed'
      return { url, schema: { ...schema, ...(isOpen ? {} : { security: [{ key: [] }] }) } }
    },
  })
}

export function addOpenApiRoute(app: FastifyInstance): void {
  app.get(
    '/api/openapi.json',
    { config: { need: 'open', answersAlways: true }, schema: { hide: true } },
    async (_request, reply) => reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  )
}
