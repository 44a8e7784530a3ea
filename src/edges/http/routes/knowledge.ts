import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import {
  CONTENT_BYTES_MAX,
  type KnowledgeStore,
  type NewKnowledge,
} from '../../../guidance/knowledge/knowledge-entry.ts'
import { invalid } from '../../../problem.ts'
import { mapTexts, wellFormed } from '../../../story/alert/stored-text.ts'
import type { KnowledgeFinder } from '../../store/knowledge-finder.ts'
import { Envelope, errorAnswers, Page } from '../contract/envelope.ts'
import {
  FoundKnowledge,
  IfMatch,
  KnowledgeBody,
  KnowledgeChanges,
  KnowledgeItem,
  KnowledgeQuery,
} from '../contract/knowledge.ts'
import { Type } from '../contract/schema.ts'
import { answer } from '../envelope.ts'
import { capSentence, pageOf, readPage } from '../paging.ts'
import { etagOf, existing, freshFor, IdPath, itemOf, readId, KNOWLEDGE_TAGS as tags } from './knowledge-path.ts'
import { addKnowledgeRevisionRoutes } from './knowledge-revisions.ts'

export type KnowledgeParts = { store: KnowledgeStore; finder: Pick<KnowledgeFinder, 'list'> }

export function addKnowledgeRoutes(app: FastifyInstance, { store, finder }: KnowledgeParts): void {
  addListRoute(app, { store, finder })
  app.post(
    '/api/knowledge',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        operationId: 'addKnowledge',
        summary: 'Write an entry',
        body: KnowledgeBody,
        response: { 201: Envelope(KnowledgeItem) },
      },
    },
    async (request, reply) => {
      const { title, content, category = null, tags = [] } = readBody(request.body) as Static<typeof KnowledgeBody>
      const entry = await store.add({ title, content, category, tags }, request.caller.name)
      return reply
        .code(201)
        .header('etag', etagOf(entry))
        .send(answer(itemOf(entry)))
    },
  )
  app.get(
    '/api/knowledge/:id',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'getKnowledge',
        summary: 'One entry',
        params: IdPath,
        response: { 200: Envelope(KnowledgeItem), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request, reply) => {
      const entry = existing(await store.find(readId(request.params)))
      reply.header('etag', etagOf(entry))
      return answer(itemOf(entry))
    },
  )
  app.put(
    '/api/knowledge/:id',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        operationId: 'changeKnowledge',
        summary: 'Change the fields given',
        params: IdPath,
        headers: IfMatch,
        body: KnowledgeChanges,
        response: { 200: Envelope(KnowledgeItem), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    (request, reply) => changeEntry(store, request, reply),
  )
  app.delete(
    '/api/knowledge/:id',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        operationId: 'removeKnowledge',
        summary: 'Remove an entry; its revisions are kept, and restoring one brings it back',
        params: IdPath,
        headers: IfMatch,
        response: {
          200: Envelope(Type.Object({ id: Type.String() })),
          ...errorAnswers('NOT_FOUND', 'CONFLICT'),
        },
      },
    },
    async (request) => {
      const id = readId(request.params)
      existing(await store.remove(id, freshFor(request)))
      return answer({ id }, 'The entry is removed.')
    },
  )
  addKnowledgeRevisionRoutes(app, store)
}

function addListRoute(app: FastifyInstance, { store, finder }: KnowledgeParts): void {
  app.get(
    '/api/knowledge',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        operationId: 'listKnowledge',
        summary: 'Entries, newest first; with `search` the best first',
        querystring: KnowledgeQuery,
        response: { 200: Envelope(Page(FoundKnowledge)) },
      },
    },
    async (request) => {
      const { category, search, ...paging } = request.query as Static<typeof KnowledgeQuery>
      const wanted = readPage(paging)
      const page = { offset: wanted.offset, limit: wanted.pageSize }
      const filter = category ? { category: wellFormed(category) } : {}
      if (!search) {
        const { entries, total } = await store.list(filter, page)
        return answer(pageOf(entries.map(itemOf), total, wanted), capSentence(wanted))
      }
      const { entries, total, note } = await finder.list({ ...filter, search: wellFormed(search) }, page)
      const items = entries.map((entry) => ({ ...itemOf(entry), why: entry.why }))
      const sentences = [capSentence(wanted), note].filter((sentence) => sentence !== undefined)
      return answer(pageOf(items, total, wanted), sentences.length > 0 ? sentences.join(' ') : undefined)
    },
  )
}

async function changeEntry(store: KnowledgeStore, request: FastifyRequest, reply: FastifyReply) {
  const entry = existing(await store.change(readId(request.params), readChanges(request.body), freshFor(request)))
  reply.header('etag', etagOf(entry))
  return answer(itemOf(entry))
}

/** Text the store cannot hold (a NUL, half a surrogate pair) is replaced, as everywhere. */
function readBody(body: unknown): unknown {
  const read = mapTexts(body, wellFormed) as { content?: string }
  const bytes = Buffer.byteLength(read.content ?? '')
  if (bytes > CONTENT_BYTES_MAX)
    throw invalid(
      'content',
      `must be at most ${CONTENT_BYTES_MAX / 1024} kB of UTF-8, and is ${Math.ceil(bytes / 1024)} kB`,
    )
  return read
}

function readChanges(body: unknown): Partial<NewKnowledge> {
  const { title, content, category, tags } = readBody(body) as Static<typeof KnowledgeChanges>
  const given = Object.entries({ title, content, category, tags }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<NewKnowledge>
}
