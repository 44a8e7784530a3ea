/** Incidents of one cause, gathered and set free by hand. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { invalid, Problem } from '../../../problem.ts'
import { wellFormed } from '../../../story/alert/stored-text.ts'
import type { GatheringDesk } from '../../../story/incident/gathering.ts'
import { INCIDENT_ID_FORM } from '../../../story/incident/incident.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { AttachRequest, Moved, ResolveRequest } from '../contract/incident.ts'
import { Type } from '../contract/schema.ts'
import { answer } from '../envelope.ts'
import { IdPath, noSuchIncident, readId } from './incident-path.ts'

export function addGatheringRoutes(app: FastifyInstance, { gathering }: { gathering: GatheringDesk }): void {
  app.post(
    '/api/incidents/:id/attach',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'attachIncident',
        summary: 'Make an incident part of another; what it leads comes along',
        params: IdPath,
        body: AttachRequest,
        response: { 200: Envelope(Moved), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const { part_of: leaderId, comment = '' } = request.body as Static<typeof AttachRequest>
      const incidentId = readId(request.params)
      if (!INCIDENT_ID_FORM.test(leaderId)) throw invalid('part_of', 'must be the id of an incident')
      const wanted = { incidentId, leaderId, by: request.caller.name, comment: wellFormed(comment) }
      return settled(await gathering.attach(wanted), incidentId, `It is part of ${leaderId} now.`)
    },
  )
  app.post(
    '/api/incidents/:id/detach',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'detachIncident',
        summary: 'Set a part free; it gets a diagnosis of its own and is not gathered again by itself',
        params: IdPath,
        body: Type.Optional(ResolveRequest),
        response: { 200: Envelope(Moved), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const { comment = '' } = (request.body ?? {}) as Static<typeof ResolveRequest>
      const incidentId = readId(request.params)
      const wanted = { incidentId, by: request.caller.name, comment: wellFormed(comment) }
      return settled(await gathering.setFree(wanted), incidentId, 'It stands alone now.')
    },
  )
}

function settled(outcome: Awaited<ReturnType<GatheringDesk['attach']>>, id: string, message: string) {
  if ('unknown' in outcome) {
    if (outcome.unknown === id) throw noSuchIncident()
    throw new Problem('NOT_FOUND', `There is no incident ${outcome.unknown}.`)
  }
  if (!outcome.done) throw new Problem('CONFLICT', outcome.sentence)
  return answer({ incident_id: id, status: outcome.status }, message)
}
