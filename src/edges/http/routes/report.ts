import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { IncidentStore } from '../../../story/incident/incident-store.ts'
import { writeReport } from '../../../story/incident/report/report.ts'
import { REPORT_LANGUAGES } from '../../../story/incident/report/report-language.ts'
import { errorAnswers } from '../contract/envelope.ts'
import { Type } from '../contract/schema.ts'
import { IdPath, noSuchIncident, readId } from './incident-path.ts'

const ReportQuery = Type.Object({
  language: Type.Optional(
    Type.Enum([...REPORT_LANGUAGES], { default: 'en', description: 'What the report is written in.' }),
  ),
})

export type ReportParts = { incidents: Pick<IncidentStore, 'find'>; redactor: Redactor }

export function addReportRoute(app: FastifyInstance, { incidents, redactor }: ReportParts): void {
  app.get(
    '/api/incidents/:id/report',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        operationId: 'getReport',
        summary: 'An incident as Markdown, for the review afterwards',
        description:
          'Times, evidence, plan, decisions, outcome and the timeline. What others said stays as they said it. Not in an envelope.',
        params: IdPath,
        querystring: ReportQuery,
        response: {
          200: { description: 'OK', content: { 'text/markdown': { schema: Type.String() } } },
          ...errorAnswers('NOT_FOUND'),
        },
      },
    },
    async (request, reply) => {
      const id = readId(request.params)
      const { language } = request.query as Static<typeof ReportQuery>
      const found = await incidents.find(id)
      if (!found) throw noSuchIncident()
      return reply
        .type('text/markdown; charset=utf-8')
        .header('content-disposition', `inline; filename="${id}.md"`)
        .send(writeReport(redactor.redactValue(found), language))
    },
  )
}
