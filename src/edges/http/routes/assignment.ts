/** "I have it", and whom it is given to. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { Problem } from '../../../problem.ts'
import { wellFormed } from '../../../story/alert/stored-text.ts'
import type { AssignmentStore } from '../../../story/incident/assignment.ts'
import { AssignmentRequest } from '../contract/assignment.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { Moved } from '../contract/incident.ts'
import { Type } from '../contract/schema.ts'
import { answer } from '../envelope.ts'
import { IdPath, noSuchIncident, readId } from './incident-path.ts'

export function addAssignmentRoute(app: FastifyInstance, { assignments }: { assignments: AssignmentStore }): void {
  app.post(
    '/api/incidents/:id/assignment',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'assignIncident',
        summary: 'Say who has an incident in hand: yourself, somebody else, or nobody any more',
        params: IdPath,
        body: Type.Optional(AssignmentRequest),
        response: { 200: Envelope(Moved), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const { name: given = request.caller.name } = (request.body ?? {}) as Static<typeof AssignmentRequest>
      const id = readId(request.params)
      const name = wellFormed(given).trim() || undefined
      const outcome = await assignments.assign({ incidentId: id, name, by: request.caller.name, via: 'api' })
      if (!outcome) throw noSuchIncident()
      if (!outcome.isTaken) throw new Problem('CONFLICT', `The incident is ${outcome.status}; nobody needs to have it.`)
      return answer({ incident_id: id, status: outcome.status }, sentenceOf(name, request.caller.name))
    },
  )
}

/** A name that another gave has not answered yet. */
function sentenceOf(name: string | undefined, caller: string): string {
  if (name === undefined) return 'Nobody has it now.'
  return name === caller ? `${name} has it now.` : `It is given to ${name}.`
}
