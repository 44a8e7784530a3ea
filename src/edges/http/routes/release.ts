import type { FastifyInstance } from 'fastify'
import { Envelope } from '../contract/envelope.ts'
import { Type } from '../contract/schema.ts'
import { answer } from '../envelope.ts'

export type ReleaseParts = { release(by: string): Promise<{ wasHeld: boolean; escalated: readonly string[] }> }

const Released = Type.Object({
  was_held: Type.Boolean({ description: 'False where nothing was held, so that nothing changed.' }),
  escalated: Type.Array(Type.String(), {
    description: 'Incidents whose plan was approved or under way before; people must look at them.',
  }),
})

export function addReleaseRoute(app: FastifyInstance, { release }: ReleaseParts): void {
  app.post(
    '/api/release',
    {
      config: { need: 'admin' },
      schema: {
        tags: ['System'],
        operationId: 'releaseHold',
        summary: 'Let a held service act again, as after a restore of its database',
        response: { 200: Envelope(Released) },
      },
    },
    async (request) => {
      const { wasHeld, escalated } = await release(request.caller.name)
      return answer({ was_held: wasHeld, escalated }, wasHeld ? 'Firebreak acts again.' : 'Nothing was held.')
    },
  )
}
