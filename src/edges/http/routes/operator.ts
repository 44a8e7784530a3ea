/** What an operator may do to an incident. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { invalid, Problem } from '../../../problem.ts'
import { wellFormed } from '../../../story/alert/stored-text.ts'
import type { DecisionStore, DecisionWord } from '../../../story/decision/decision.ts'
import type { Rehearsal } from '../../../story/execution/rehearse.ts'
import type { IncidentStore } from '../../../story/incident/incident-store.ts'
import type { Proposal } from '../../../story/incident/proposal.ts'
import { REPEATS_SECONDS, type Repeats } from '../../../story/incident/repeats.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { DecisionRequest, Moved, NoteRequest, Rehearsals, ResolveRequest } from '../contract/incident.ts'
import { Type } from '../contract/schema.ts'
import { answer } from '../envelope.ts'
import { readMatchers, requireMeant } from '../read-silence.ts'
import { shownRehearsal } from '../shown-rehearsal.ts'
import { IdPath, noSuchIncident, readId } from './incident-path.ts'

export type OperatorParts = {
  incidents: IncidentStore
  decisions: DecisionStore
  dryRun: (plan: Pick<Proposal, 'actions'>, signal: AbortSignal) => Promise<Rehearsal[]>
}

export const DRY_RUN_MS = 60_000

const SENTENCES: Readonly<Record<DecisionWord, string>> = {
  confirm: 'The plan is confirmed and will be carried out.',
  reject: 'The plan is refused; a person takes over.',
  rediagnose: 'We look again.',
  ignore: 'The incident is ignored.',
}

/** How long is not asked of whoever does not ignore. */
function readRepeats(body: Static<typeof DecisionRequest>): Repeats | undefined {
  const { decision, repeats: word, seconds = REPEATS_SECONDS, confirm, silence: silenceId } = body
  if (word !== undefined && decision !== 'ignore') throw invalid('repeats', 'is said with ignore alone')
  if (body.matchers && word !== 'for_labels') throw invalid('matchers', 'are said with repeats `for_labels` alone')
  if (silenceId !== undefined && (word !== 'for_labels' || body.matchers))
    throw invalid('silence', 'is said with repeats `for_labels` alone, and without matchers')
  if (word === undefined) return undefined
  const matchers = body.matchers && readMatchers(body.matchers)
  if (matchers) requireMeant(matchers, confirm)
  return { word, seconds, ...(matchers && { matchers }), ...(silenceId !== undefined && { silenceId }) }
}

export function addOperatorRoutes(app: FastifyInstance, { incidents, decisions, dryRun }: OperatorParts): void {
  app.post(
    '/api/incidents/:id/resolve',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'resolveIncident',
        summary: 'Say that an incident is over',
        params: IdPath,
        body: Type.Optional(ResolveRequest),
        response: {
          200: Envelope(Moved),
          ...errorAnswers('NOT_FOUND', 'CONFLICT'),
        },
      },
    },
    async (request) => {
      const { comment = '' } = (request.body ?? {}) as Static<typeof ResolveRequest>
      const id = readId(request.params)
      const outcome = await incidents.resolve({ incidentId: id, by: request.caller.name, comment: wellFormed(comment) })
      if (!outcome) throw noSuchIncident()
      if (!outcome.isResolved)
        throw new Problem('CONFLICT', `An incident that is ${outcome.status} cannot be resolved by hand.`)
      return answer({ incident_id: id, status: outcome.status }, 'The incident is resolved.')
    },
  )
  app.post(
    '/api/incidents/:id/notes',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'addNote',
        summary: 'Write a note on the timeline',
        params: IdPath,
        body: NoteRequest,
        response: {
          200: Envelope(Type.Object({ incident_id: Type.String() })),
          ...errorAnswers('NOT_FOUND'),
        },
      },
    },
    async (request) => {
      const { text } = request.body as Static<typeof NoteRequest>
      const id = readId(request.params)
      const isKnown = await incidents.addNote({ incidentId: id, by: request.caller.name, text: wellFormed(text) })
      if (!isKnown) throw noSuchIncident()
      return answer({ incident_id: id }, 'The note is on the timeline.')
    },
  )
  app.post(
    '/api/incidents/:id/decision',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'decide',
        summary: 'Confirm the plan that is shown, reject it, ask to look again, or ignore the incident',
        params: IdPath,
        body: DecisionRequest,
        response: { 200: Envelope(Moved), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const body = request.body as Static<typeof DecisionRequest>
      const { decision, digest, comment = '' } = body
      if (decision === 'confirm' && digest === undefined)
        throw invalid('digest', 'is required to confirm: send the digest of the plan you saw')
      const id = readId(request.params)
      const repeats = readRepeats(body)
      const outcome = await decisions.decide({
        incidentId: id,
        decision,
        ...(digest !== undefined && { digest }),
        ...(repeats && { repeats }),
        by: request.caller.name,
        via: 'api',
        comment: wellFormed(comment),
      })
      if (!outcome) throw noSuchIncident()
      if (!outcome.accepted) throw new Problem('CONFLICT', outcome.sentence)
      return answer({ incident_id: id, status: outcome.status }, SENTENCES[decision])
    },
  )
  app.post(
    '/api/incidents/:id/dry-run',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'dryRun',
        summary: 'See what the plan would change now, without changing anything',
        params: IdPath,
        body: Type.Optional(Type.Object({ digest: Type.Optional(Type.String({ maxLength: 200 })) })),
        response: { 200: Envelope(Rehearsals), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const id = readId(request.params)
      const { digest } = (request.body ?? {}) as { digest?: string }
      const found = await incidents.find(id)
      if (!found) throw noSuchIncident()
      const plans = [found.incident.proposal, found.incident.alternative]
      const proposal = digest === undefined ? plans[0] : plans.find((plan) => plan?.digest === digest)
      if (!proposal) throw new Problem('CONFLICT', 'There is no plan to rehearse.')
      const rehearsals = await dryRun(proposal, AbortSignal.timeout(DRY_RUN_MS))
      const actions = rehearsals.map(shownRehearsal)
      return answer({ incident_id: id, digest: proposal.digest, actions }, 'Nothing was changed.')
    },
  )
}
