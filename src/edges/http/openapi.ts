/** The OpenAPI document, made from the very schemas the routes are checked with. */
import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { type ProblemCode, STATUS_BY_CODE } from '../../problem.ts'
import { ERROR_ANSWERS, errorAnswers } from './contract/envelope.ts'
import { nameSchemas } from './name-schemas.ts'
import { LICENCE, VERSION } from './version.ts'

const DESCRIPTION = `Firebreak turns alerts into incidents, diagnoses them, proposes a remediation, and runs it once a person has confirmed it.

Every JSON answer is \`{success, data, message?}\`; every error is \`{success: false, error: {code, message, details?}}\` with one of seven codes.
Answers may hold more fields than are listed here; fields are never renamed or dropped. Times are ISO 8601 in UTC, durations are seconds.
Unknown query parameters and body fields are ignored; nothing in a body is converted from one type to another.`

const TAGS = {
  System: 'Whether the service can work, and what it measures.',
  Alerts: 'The door for everything that knows of trouble.',
  Silences: 'What nobody wants to hear of for a while, and what was held back.',
  Incidents: 'What became of alerts: diagnosis, plan, decision, outcome, and the live stream of it.',
  Runs: 'What Firebreak does about incidents, step by step, and what it gave up.',
  Chat: 'Callbacks of the chat platform, guarded by their signature.',
  Plugins: 'The hands: how Firebreak sees and acts.',
  Knowledge: 'Runbooks and what else people wrote down.',
  Environment: 'What people told about their systems.',
  Configuration: 'Settings, in force at their next use.',
  Access: 'Keys, sessions and the audit trail.',
}

const CODES = Object.keys(STATUS_BY_CODE) as ProblemCode[]

/** Before any route: it collects them as they are added. */
export async function useOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Firebreak',
        version: VERSION,
        description: DESCRIPTION,
        license: { name: LICENCE, identifier: LICENCE },
      },
      servers: [{ url: '/', description: 'The service that hands out this document.' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key issued by an admin, of the role named or a larger.',
          },
        },
        responses: Object.fromEntries(CODES.map((code) => [code, sharedAnswer(code)])),
      },
    },
    transform: ({ schema, url, route }) => ({ url, schema: withCommonAnswers(schema, route) }),
    transformObject: (made) =>
      nameSchemas(shortenAnswers((made as unknown as { openapiObject: OpenApiDocument }).openapiObject)),
  })
}

export function addOpenApiRoute(app: FastifyInstance): void {
  app.get(
    '/api/openapi.json',
    { config: { need: 'open', answersAlways: true }, schema: { hide: true } },
    async (_request, reply) => reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  )
}

/** What the frame asks of every caller and answers on every route follows from the route's declaration. */
function withCommonAnswers(schema: FastifySchema, { config, method }: RouteOptions) {
  const need = config?.need
  const isGuarded = need !== undefined && need !== 'open' && need !== 'signed'
  const codes: ProblemCode[] = ['INTERNAL_ERROR']
  if (method !== 'GET' || schema.querystring !== undefined) codes.push('VALIDATION_ERROR')
  if (isGuarded) codes.push('UNAUTHORIZED', 'FORBIDDEN')
  if (!config?.answersAlways) codes.push('SERVICE_UNAVAILABLE')
  return {
    ...schema,
    security: isGuarded ? [{ key: [need] }] : [],
    response: { ...errorAnswers(...codes), ...(schema.response as object | undefined) },
  }
}

function sharedAnswer(code: ProblemCode) {
  const { description, ...schema } = ERROR_ANSWERS[code]
  return { description, content: { 'application/json': { schema } } }
}

type Answer = { description?: string; content?: unknown; $ref?: string }
type Operation = { responses?: Record<string, Answer> }
type OpenApiDocument = { paths: Record<string, Record<string, Operation>> }

/** An error answer is the same on every route, so it is written once and referred to. */
function shortenAnswers(document: OpenApiDocument): OpenApiDocument {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  for (const { responses = {} } of operations) {
    for (const [status, answer] of Object.entries(responses)) responses[status] = shortened(status, answer)
  }
  return document
}

function shortened(status: string, answer: Answer): Answer {
  const code = CODES.find((one) => answer.description === ERROR_ANSWERS[one].description)
  if (code) return { $ref: `#/components/responses/${code}` }
  return answer.description === 'Default Response' ? { ...answer, description: STATUS_CODES[status] ?? '' } : answer
}
