import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { KnowledgeEntry, KnowledgeStore, NewKnowledge } from '../../../guidance/knowledge/knowledge-entry.ts'
import { Problem } from '../../../problem.ts'
import { mapTexts, wellFormed } from '../../../story/alert/stored-text.ts'
import { Envelope, errorAnswers, Page } from '../contract/envelope.ts'
import { KnowledgeBody, KnowledgeChanges, KnowledgeItem, KnowledgeQuery } from '../contract/knowledge.ts'
import { answer } from '../envelope.ts'
import { capSentence, pageOf, readPage } from '../paging.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const IdPath = Type.Object({ id: Type.String({ description: 'Id of the entry.' }) })
const tags = ['Knowledge']

export function addKnowledgeRoutes(app: FastifyInstance, store: KnowledgeStore): void {
  app.get(
    '/api/knowledge',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        summary: 'Entries, newest first',
        querystring: KnowledgeQuery,
        response: { 200: Envelope(Page(KnowledgeItem)) },
      },
    },
    async (request) => {
      const { category, search, ...paging } = request.query as Static<typeof KnowledgeQuery>
      const wanted = readPage(paging)
      const filter = {
        ...(category ? { category: wellFormed(category) } : {}),
        ...(search ? { search: wellFormed(search) } : {}),
      }
      const { entries, total } = await store.list(filter, { offset: wanted.offset, limit: wanted.pageSize })
      return answer(pageOf(entries.map(itemOf), total, wanted), capSentence(wanted))
    },
  )
  app.post(
    '/api/knowledge',
    {
      config: { need: 'operator' },
      schema: { tags, summary: 'Write an entry', body: KnowledgeBody, response: { 201: Envelope(KnowledgeItem) } },
    },
    async (request, reply) => {
      const { title, content, category = null, tags = [] } = readBody(request.body) as Static<typeof KnowledgeBody>
      return reply.code(201).send(answer(itemOf(await store.add({ title, content, category, tags }))))
    },
  )
  app.get(
    '/api/knowledge/:id',
    {
      config: { need: 'viewer' },
      schema: {
        tags,
        summary: 'One entry',
        params: IdPath,
        response: { 200: Envelope(KnowledgeItem), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => answer(itemOf(found(await store.find(readId(request.params))))),
  )
  app.put(
    '/api/knowledge/:id',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        summary: 'Change the fields given',
        params: IdPath,
        body: KnowledgeChanges,
        response: { 200: Envelope(KnowledgeItem), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => answer(itemOf(found(await store.change(readId(request.params), readChanges(request.body))))),
  )
  app.delete(
    '/api/knowledge/:id',
    {
      config: { need: 'operator' },
      schema: {
        tags,
        summary: 'Remove an entry',
        params: IdPath,
        response: { 200: Envelope(Type.Object({ id: Type.String() })), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const id = readId(request.params)
      if (!(await store.remove(id))) throw noSuchEntry()
      return answer({ id }, 'The entry is removed.')
    },
  )
}

/** Text the store cannot hold (a NUL, half a surrogate pair) is replaced, as everywhere. */
function readBody(body: unknown): unknown {
  return mapTexts(body, wellFormed)
}

function readChanges(body: unknown): Partial<NewKnowledge> {
  const { title, content, category, tags } = readBody(body) as Static<typeof KnowledgeChanges>
  const given = Object.entries({ title, content, category, tags }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<NewKnowledge>
}

function readId(params: unknown): string {
  const { id } = params as { id: string }
  if (!UUID.test(id)) throw noSuchEntry()
  return id
}

function found(entry: KnowledgeEntry | undefined): KnowledgeEntry {
  if (!entry) throw noSuchEntry()
  return entry
}

function noSuchEntry(): Problem {
  return new Problem('NOT_FOUND', 'There is no such entry.')
}

function itemOf({ id, title, content, category, tags, createdAt, updatedAt }: KnowledgeEntry): KnowledgeItem {
  return {
    id,
    title,
    content,
    category,
    tags: [...tags],
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
