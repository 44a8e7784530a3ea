/** Runs of the workflow, for whoever asks why an incident does not go on, and what may be done about it. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import { Problem } from '../../../problem.ts'
import { wellFormed } from '../../../story/alert/stored-text.ts'
import type { RunDesk } from '../../../story/workflow/retry.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { RunDetail, RunList, RunQuery, RunRetried } from '../contract/run.ts'
import { Type } from '../contract/schema.ts'
import { answer } from '../envelope.ts'
import { capSentence, pageOf, readPage } from '../paging.ts'
import { shownRun, shownSteps } from '../shown-run.ts'

export type RunParts = { runs: RunDesk; redactor: Redactor }

const IdPath = Type.Object({ id: Type.String({ description: 'Run id.' }) })
const readId = (params: unknown) => wellFormed((params as { id: string }).id)
const noSuchRun = () => new Problem('NOT_FOUND', 'There is no such run.')

export function addRunRoutes(app: FastifyInstance, { runs, redactor }: RunParts): void {
  app.get(
    '/api/runs',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Runs'],
        operationId: 'listRuns',
        summary: 'Runs of the workflow, newest first; with state=given_up those that need a person',
        querystring: RunQuery,
        response: { 200: Envelope(RunList) },
      },
    },
    async (request) => {
      const query = request.query as Static<typeof RunQuery>
      const { state, incident_id: incidentId } = query
      const wanted = readPage(query)
      const filter = { ...(state && { state }), ...(incidentId && { incidentId: wellFormed(incidentId) }) }
      const found = await runs.list(filter, { offset: wanted.offset, limit: wanted.pageSize })
      const items = found.items.map((run) => shownRun(run, redactor))
      const page = { ...pageOf(items, found.total, wanted), total_is_capped: found.isTotalCapped }
      return answer(page, capSentence(wanted))
    },
  )
  app.get(
    '/api/runs/:id',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Runs'],
        operationId: 'getRun',
        summary: 'One run, step by step',
        params: IdPath,
        response: { 200: Envelope(RunDetail), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const found = await runs.find(readId(request.params))
      if (!found) throw noSuchRun()
      return answer({ ...shownRun(found.run, redactor), steps: shownSteps(found.steps, redactor) })
    },
  )
  app.post(
    '/api/runs/:id/retry',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Runs'],
        operationId: 'retryRun',
        summary: 'Have a run tried again that was given up; what it has done, or begun to change, is not done again',
        params: IdPath,
        response: { 200: Envelope(RunRetried), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const id = readId(request.params)
      const outcome = await runs.retry(id, request.caller.name)
      if (!outcome) throw noSuchRun()
      if (!outcome.accepted) throw new Problem('CONFLICT', outcome.sentence)
      const { incidentId: incident_id, status } = outcome
      return answer({ run_id: id, incident_id, status }, 'It is tried again from where it broke off.')
    },
  )
}
