/** What an entry was before, and the way back to it. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { KnowledgeRevision, KnowledgeStore } from '../../../guidance/knowledge/knowledge-entry.ts'
import { Envelope, errorAnswers, Page, PageQuery } from '../contract/envelope.ts'
import { IfMatch, KnowledgeItem, KnowledgeRevisionItem, RestoreBody } from '../contract/knowledge.ts'
import { answer } from '../envelope.ts'
import { capSentence, pageOf, readPage } from '../paging.ts'
import {
  etagOf,
  existing,
  freshFor,
  IdPath,
  itemOf,
  noSuchEntry,
  readId,
  KNOWLEDGE_TAGS as tags,
} from './knowledge-path.ts'

export function addKnowledgeRevisionRoutes(app: FastifyInstance, store: KnowledgeStore): void {
  app.get(
    '/api/knowledge/:id/revisions',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'listKnowledgeRevisions',
        summary: 'Every state of an entry, newest first; also after its removal',
        params: IdPath,
        querystring: PageQuery,
        response: { 200: Envelope(Page(KnowledgeRevisionItem)), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const wanted = readPage(request.query as Static<typeof PageQuery>)
      const page = { offset: wanted.offset, limit: wanted.pageSize }
      const { revisions, total } = await store.revisions(readId(request.params), page)
      if (total === 0) throw noSuchEntry()
      return answer(pageOf(revisions.map(revisionOf), total, wanted), capSentence(wanted))
    },
  )
  app.post(
    '/api/knowledge/:id/restore',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        operationId: 'restoreKnowledge',
        summary: 'Bring an earlier revision back, also of a removed entry',
        params: IdPath,
        headers: IfMatch,
        body: RestoreBody,
        response: { 200: Envelope(KnowledgeItem), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request, reply) => {
      const { revision } = request.body as Static<typeof RestoreBody>
      const entry = existing(await store.restore(readId(request.params), revision, freshFor(request)))
      reply.header('etag', etagOf(entry))
      return answer(itemOf(entry), `Revision ${revision} is in force again.`)
    },
  )
}

function revisionOf(kept: KnowledgeRevision): KnowledgeRevisionItem {
  const { revision, change, title, content, category, tags, writtenAt, writtenBy } = kept
  const said = { title, content, category, tags: [...tags] }
  return { revision, change, ...said, written_at: writtenAt.toISOString(), written_by: writtenBy }
}
