/** Lists of incidents under names of their own, the same for everybody. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { invalid, Problem } from '../../../problem.ts'
import { wellFormed } from '../../../story/alert/stored-text.ts'
import type { ViewStore } from '../../../story/incident/saved-view.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { Type } from '../contract/schema.ts'
import { ViewList, ViewPath, ViewRequest } from '../contract/view.ts'
import { answer } from '../envelope.ts'
import { readViewQuery } from '../read-view-query.ts'

const Named = Type.Object({ name: Type.String() })
const tags = ['Incidents']

export function addViewRoutes(app: FastifyInstance, views: ViewStore): void {
  app.get(
    '/api/views',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'listViews',
        summary: 'Saved views: lists of incidents under a name',
        response: { 200: Envelope(ViewList) },
      },
    },
    async () => {
      const saved = await views.list()
      return answer({
        views: saved.map(({ name, query, savedBy, savedAt }) => ({
          ...{ name, query },
          ...{ saved_by: savedBy, saved_at: savedAt.toISOString() },
        })),
      })
    },
  )
  app.put(
    '/api/views/:name',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        operationId: 'saveView',
        summary: 'Save a list under a name; one of that name is replaced',
        params: ViewPath,
        body: ViewRequest,
        response: { 200: Envelope(Named) },
      },
    },
    async (request) => {
      const name = readName(request.params)
      const { query } = request.body as Static<typeof ViewRequest>
      await views.save({ name, query: readViewQuery(query), savedBy: request.caller.name })
      return answer({ name }, 'The view is saved, for everybody.')
    },
  )
  app.delete(
    '/api/views/:name',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        operationId: 'removeView',
        summary: 'Remove a saved view; the incidents stay',
        params: ViewPath,
        response: { 200: Envelope(Named), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const name = readName(request.params)
      if (!(await views.remove(name))) throw new Problem('NOT_FOUND', 'There is no view of that name.')
      return answer({ name }, 'The view is gone.')
    },
  )
}

function readName(params: unknown): string {
  const { name } = params as Static<typeof ViewPath>
  if (name.includes('\0')) throw invalid('name', 'must not contain U+0000')
  return wellFormed(name).trim()
}
