/** A plan written by hand, by a person or an agent. It goes the way of any other and runs only if a person confirms it. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Plugin } from '../../../plugins/plugin.ts'
import { Problem } from '../../../problem.ts'
import { wellFormed } from '../../../story/alert/stored-text.ts'
import type { Rehearsal } from '../../../story/execution/rehearse.ts'
import type { HandedInPlan, HandedInStore } from '../../../story/incident/handed-in-plan.ts'
import type { WholeIncident } from '../../../story/incident/incident.ts'
import type { IncidentStore } from '../../../story/incident/incident-store.ts'
import { problemsOf } from '../../../story/proposal/read-handed-in.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { HandedInRequest, Moved, TriedPlan } from '../contract/incident.ts'
import { answer } from '../envelope.ts'
import { shownRehearsal } from '../shown-rehearsal.ts'
import { IdPath, noSuchIncident, readId } from './incident-path.ts'
import { DRY_RUN_MS } from './operator.ts'

type WrittenPlan = Pick<HandedInPlan, 'by' | 'why' | 'actions'>

type Parts = {
  handedIn: Pick<HandedInStore, 'handIn'>
  incidents: Pick<IncidentStore, 'find'>
  tryPlan: (tried: { incident: WholeIncident; plan: WrittenPlan }, signal: AbortSignal) => Promise<Rehearsal[]>
  plugins: () => readonly Plugin[]
}

export function addProposalRoutes(app: FastifyInstance, parts: Parts): void {
  const { handedIn, incidents, tryPlan } = parts
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
      const id = readId(request.params)
      const plan = readPlan(parts, request.body as Handed)
      const outcome = await handedIn.handIn(id, { ...plan, by: request.caller.name, via: 'api' })
      if (!outcome) throw noSuchIncident()
      if (!outcome.isTaken) throw new Problem('CONFLICT', refusalIn(outcome))
      return answer(
        { incident_id: id, status: outcome.status },
        'The plan is judged now; it waits for a person if it holds.',
      )
    },
  )
  app.post(
    '/api/incidents/:id/proposals/dry-run',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'tryPlan',
        summary:
          'See whether a plan you have not handed in would be let through, what it would change, what it rests on, and the way back',
        params: IdPath,
        body: HandedInRequest,
        response: { 200: Envelope(TriedPlan), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const id = readId(request.params)
      const plan = { ...readPlan(parts, request.body as Handed), by: request.caller.name }
      const found = await incidents.find(id)
      if (!found) throw noSuchIncident()
      const rehearsals = await tryPlan({ incident: found.incident, plan }, AbortSignal.timeout(DRY_RUN_MS))
      return answer({ incident_id: id, actions: rehearsals.map(shownRehearsal) }, 'Nothing was changed.')
    },
  )
}

type Handed = Static<typeof HandedInRequest>

function readPlan({ plugins }: Parts, { why, actions: given }: Handed) {
  const actions = given.map(({ plugin, parameters, why: reason = why }) => ({
    ...{ plugin, parameters: { ...parameters }, why: wellFormed(reason) },
  }))
  const problems = problemsOf(actions, plugins())
  if (problems.length > 0)
    throw new Problem('VALIDATION_ERROR', 'The plan does not fit its plugins.', { details: problems })
  return { why: wellFormed(why), actions }
}

function refusalIn({ status, partOf }: { status: string; partOf?: string }): string {
  if (partOf !== undefined) return `This incident is part of ${partOf}; hand the plan in there.`
  const waits = status === 'awaiting_approval' ? ' A plan waits: reject it first.' : ''
  return `A plan is taken for an incident that is escalated, and this one is ${status}.${waits}`
}
