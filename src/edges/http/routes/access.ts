import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { type ApiKeyRecord, issueKey } from '../../../guidance/access/api-key.ts'
import type { KeyStore } from '../../../guidance/access/key-store.ts'
import { Problem } from '../../../problem.ts'
import { oneLine } from '../../../story/alert/title.ts'
import { AuditEntry, IssuedKey, type Key, KeyList, NewKey } from '../contract/access.ts'
import { Envelope, errorAnswers, Page, PageQuery } from '../contract/envelope.ts'
import { Type } from '../contract/schema.ts'
import { answer } from '../envelope.ts'
import { capSentence, pageOf, readPage } from '../paging.ts'

type AuditPage = {
  records: readonly {
    seq: string
    at: Date
    actor: string
    action: string
    target: string
    details: Record<string, unknown>
  }[]
  total: number
}

export type AccessParts = {
  keys: KeyStore
  /** Whoever holds the stream of a revoked key, on whichever instance, is woken. */
  announceKeys(): void
  listAudit(page: { offset: number; limit: number }): Promise<AuditPage>
}

export function addAccessRoutes(app: FastifyInstance, { keys, announceKeys, listAudit }: AccessParts): void {
  app.get(
    '/api/keys',
    {
      config: { need: 'admin' },
      schema: {
        tags: ['Access'],
        operationId: 'listKeys',
        summary: 'The keys that were issued',
        response: { 200: Envelope(KeyList) },
      },
    },
    async () => answer({ keys: (await loadAll(keys)).map(shownKey) }),
  )
  app.post(
    '/api/keys',
    {
      config: { need: 'admin' },
      schema: {
        tags: ['Access'],
        operationId: 'createKey',
        summary: 'Issue a key; the answer is the only time it is shown',
        body: NewKey,
        response: { 201: Envelope(IssuedKey) },
      },
    },
    async (request, reply) => {
      const { name, role } = request.body as Static<typeof NewKey>
      const { key, record } = issueKey(name, role)
      const stored = await keys.add(record, request.caller.name)
      const message = `Keep the key now: it is not shown again.${unheeded(request.body)}`
      return reply.code(201).send(answer({ ...shownKey(stored), key }, message))
    },
  )
  app.delete(
    '/api/keys/:id',
    {
      config: { need: 'admin' },
      schema: {
        tags: ['Access'],
        operationId: 'revokeKey',
        summary: 'Revoke a key, effective at the next request on every instance',
        params: Type.Object({ id: Type.String() }),
        response: { 200: Envelope(Type.Object({ id: Type.String() })), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const { id } = request.params as { id: string }
      const isKnown = /^[a-z0-9]{8}$/.test(id) && (await keys.revoke(id, request.caller.name))
      if (!isKnown) throw new Problem('NOT_FOUND', 'There is no such key.')
      announceKeys()
      return answer({ id }, 'The key is revoked.')
    },
  )
  app.get(
    '/api/audit',
    {
      config: { need: 'admin' },
      schema: {
        tags: ['Access'],
        operationId: 'listAuditEntries',
        summary: 'Who changed what, newest first',
        querystring: PageQuery,
        response: { 200: Envelope(Page(AuditEntry)) },
      },
    },
    async (request) => {
      const wanted = readPage(request.query as Static<typeof PageQuery>)
      const { records, total } = await listAudit({ offset: wanted.offset, limit: wanted.pageSize })
      const items = records.map((record) => ({ ...record, at: record.at.toISOString() }))
      return answer(pageOf(items, total, wanted), capSentence(wanted))
    },
  )
}

/** Nobody should believe that a key ends by itself because the request said when. */
function unheeded(body: unknown): string {
  const unknown = Object.keys(body as object).filter((name) => !Object.hasOwn(NewKey.properties, name))
  const names = unknown.slice(0, 5).map((name) => oneLine(name, 50))
  return names.length > 0
    ? ` Not known here and without effect: ${names.join(', ')}; the key is valid until it is revoked.`
    : ''
}

async function loadAll(keys: KeyStore): Promise<readonly ApiKeyRecord[]> {
  const loaded = await keys.load(undefined)
  return loaded === 'unchanged' ? [] : loaded.value
}

function shownKey({ id, name, role, createdAt, createdBy, revokedAt }: ApiKeyRecord): Key {
  return {
    id,
    name,
    role,
    created_at: createdAt.toISOString(),
    created_by: createdBy,
    ...(revokedAt ? { revoked_at: revokedAt.toISOString() } : {}),
  }
}
