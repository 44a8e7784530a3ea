/** A plan written by hand, by a person or an agent. It goes the way of any other and runs only if a person confirms it. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { Plugin } from '../../../plugins/plugin.ts'
import { Problem } from '../../../problem.ts'
import { wellFormed } from '../../../story/alert/stored-text.ts'
import type { HandedInStore } from '../../../story/incident/handed-in-plan.ts'
import { problemsOf } from '../../../story/proposal/read-handed-in.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { HandedInRequest, Moved } from '../contract/incident.ts'
import { answer } from '../envelope.ts'
import { IdPath, noSuchIncident, readId } from './incident-path.ts'

type Parts = { handedIn: Pick<HandedInStore, 'handIn'>; plugins: () => readonly Plugin[]; redactor: Redactor }

export function addProposalRoute(app: FastifyInstance, { handedIn, plugins, redactor }: Parts): void {
  app.post(
    '/api/incidents/:id/proposals',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'handInPlan',
        summary: 'Hand in a plan for an escalated incident; it is judged as any other, and waits for a person',
        params: IdPath,
        body: HandedInRequest,
        response: { 200: Envelope(Moved), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const { why, actions } = request.body as Static<typeof HandedInRequest>
      const id = readId(request.params)
      const wanted = actions.map(({ plugin, parameters, why: reason = why }) => ({
        ...{ plugin, parameters: { ...parameters }, why: wellFormed(redactor.redact(reason)) },
      }))
      const problems = problemsOf(wanted, plugins())
      if (problems.length > 0)
        throw new Problem('VALIDATION_ERROR', 'The plan does not fit its plugins.', { details: problems })
      const plan = {
        by: request.caller.name,
        via: 'api' as const,
        why: wellFormed(redactor.redact(why)),
        actions: wanted,
      }
      const outcome = await handedIn.handIn(id, plan)
      if (!outcome) throw noSuchIncident()
      if (!outcome.isTaken) throw new Problem('CONFLICT', refusalIn(outcome))
      return answer(
        { incident_id: id, status: outcome.status },
        'The plan is judged now; it waits for a person if it holds.',
      )
    },
  )
}

function refusalIn({ status, partOf }: { status: string; partOf?: string }): string {
  if (partOf !== undefined) return `This incident is part of ${partOf}; hand the plan in there.`
  const waits = status === 'awaiting_approval' ? ' A plan waits: reject it first.' : ''
  return `A plan is taken for an incident that is escalated, and this one is ${status}.${waits}`
}
