import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { EnvironmentStore } from '../../../guidance/environment/environment-context.ts'
import { Problem } from '../../../problem.ts'
import { Envelope, errorAnswers, Page, PageQuery } from '../contract/envelope.ts'
import { EnvironmentDocument, EnvironmentVersionItem, VersionPath } from '../contract/environment.ts'
import { answer } from '../envelope.ts'
import { parseExact } from '../exact-json.ts'
import { capSentence, pageOf, readPage } from '../paging.ts'

export function addEnvironmentRoutes(app: FastifyInstance, store: EnvironmentStore): void {
  const tags = ['Environment']
  app.get(
    '/api/environment-context',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'getEnvironment',
        summary: 'What is known of the environment',
        response: { 200: Envelope(EnvironmentDocument) },
      },
    },
    async () => answer(parseExact(await store.current())),
  )
  app.put(
    '/api/environment-context',
    {
      config: { need: 'admin', keepsText: true },
      schema: {
        tags,
        operationId: 'replaceEnvironment',
        summary: 'Replace the whole document',
        body: EnvironmentDocument,
        response: { 200: Envelope(EnvironmentDocument) },
      },
    },
    async (request) => {
      const document = parseExact(request.bodyText)
      await store.put(JSON.stringify(document), request.caller.name)
      return answer(document, 'The environment context is in force from the next diagnosis on.')
    },
  )
  addVersionRoutes(app, store)
}

/** What it was before: whoever wants it back puts it again, as a version of its own. */
function addVersionRoutes(app: FastifyInstance, store: EnvironmentStore): void {
  const tags = ['Environment']
  app.get(
    '/api/environment-context/versions',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'listEnvironmentVersions',
        summary: 'Every version of the document, newest first: when it was put and by whom',
        querystring: PageQuery,
        response: { 200: Envelope(Page(EnvironmentVersionItem)) },
      },
    },
    async (request) => {
      const wanted = readPage(request.query as Static<typeof PageQuery>)
      const { versions, total } = await store.versions({ offset: wanted.offset, limit: wanted.pageSize })
      const items = versions.map(({ version, putAt, putBy }) => ({
        version,
        put_at: putAt.toISOString(),
        put_by: putBy,
      }))
      return answer(pageOf(items, total, wanted), capSentence(wanted))
    },
  )
  app.get(
    '/api/environment-context/versions/:version',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'getEnvironmentVersion',
        summary: 'The document as one version had it',
        params: VersionPath,
        response: { 200: Envelope(EnvironmentDocument), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const { version } = request.params as Static<typeof VersionPath>
      const document = await store.version(Number(version))
      if (document === undefined) throw new Problem('NOT_FOUND', 'There is no such version of the environment.')
      return answer(parseExact(document))
    },
  )
}
