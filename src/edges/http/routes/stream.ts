import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from '../contract/schema.ts'
import type { StreamHub } from '../stream/stream-hub.ts'
import { Welcome } from '../stream/welcome.ts'

const DESCRIPTION = `Server-sent events, for as long as the client stays. Names and data:
\`incident_created\` {id, title, severity}, \`diagnosis_completed\` {incident_id, conclusion, confidence}, \`proposal_created\` {incident_id, risk_level},
\`execution_completed\` {incident_id, success, duration}, \`incident_resolved\` {incident_id, resolution}, and for everything else on a timeline
\`incident_updated\` {incident_id, status, kind}. Each message has an id; give the last one back (Last-Event-ID) to miss nothing.`

type StreamParts = { hub: StreamHub; keys: ConstructorParameters<typeof Welcome>[0]['keys'] }

export function addStreamRoute(app: FastifyInstance, parts: StreamParts): void {
  let welcome: Welcome | undefined
  app.addHook('onClose', () => welcome?.stop())
  app.get(
    '/api/events',
    {
      config: { need: 'viewer', isStream: true },
      exposeHeadRoute: false,
      schema: {
        tags: ['Incidents'],
        operationId: 'followEvents',
        summary: 'What happens to incidents, live',
        description: DESCRIPTION,
        querystring: Type.Object({
          last_event_id: Type.Optional(
            Type.String({ description: 'For clients that cannot set the Last-Event-ID header.' }),
          ),
        }),
        response: { 200: { description: 'OK', content: { 'text/event-stream': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const { hub, keys } = parts
      welcome ??= new Welcome({ keys })
      const watching = welcome
      await hub.join(reply.raw, readLastEventId(request), () => {
        reply.hijack()
        watching.watch(reply.raw, () => app.admitAgain(request))
      })
    },
  )
}

/** What is not a number was not given by us; such a reader begins now. */
function readLastEventId(request: FastifyRequest): bigint | undefined {
  const given = request.headers['last-event-id'] ?? (request.query as { last_event_id?: unknown }).last_event_id
  return typeof given === 'string' && /^\d{1,18}$/.test(given) ? BigInt(given) : undefined
}
